import { z } from "zod";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { pageInput } from "@/lib/inputs/page";
import { serviceIdSchema } from "@/lib/inputs/service";
import { platforms, type Platform } from "@/lib/interface/device-kinds";
import { isSendable } from "@/lib/interface/text";
import { countRows, pageOf, type PageOf, type SortKey } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";

/**
 * What a template is: never published; published; published and changed since; or offered no
 * longer.
 */
export const templateStates = ["draft", "published", "changed", "archived"] as const;
/** One of {@link templateStates}. */
export type TemplateState = (typeof templateStates)[number];

/** A template in a list. */
export interface TemplateRow {
  id: string;
  templateId: string;
  name: string;
  appid: string;
  appName: string;
  tags: string[];
  state: TemplateState;
  /** The version that requests use; null before the first one. */
  published: number | null;
  /** ISO 8601, UTC. */
  publishedAt: string | null;
  publishedBy: string | null;
  /** Of the published version, else of the draft. */
  platforms: Platform[];
  /** Messages of the last 30 days that use it, tests included. */
  uses: number;
  /** ISO 8601, UTC; null where it was not used in those days. */
  lastUsedAt: string | null;
}

type Row = WithDates<Omit<TemplateRow, "uses" | "lastUsedAt">, "publishedAt">;
type UsedRow = Row & { uses: number };

/**
 * What templates can be sorted by; with a minus the other way round. Those without a version count
 * as published before all others.
 */
export const templateSorts = ["name", "-name", "-published", "published", "-uses", "uses"] as const;

/** Which templates of a service a list shows. */
export const templateFilterSchema = z.object({
  serviceId: z.string(),
  /** A part of the name, the id or a tag, in any case. */
  text: z.string().optional(),
  appid: z.string().optional(),
  platform: z.enum(platforms).optional(),
  /** Absent: all but archived ones. */
  state: z.enum(templateStates).optional(),
  tag: z.string().optional(),
  /** BCP 47, as the template has it. */
  language: z.string().optional(),
  sort: z.enum(templateSorts).default("name"),
  ...pageInput,
});

const pageRows = 50;
const byName: SortKey<Row> = { of: ({ name }) => name, fits: /^.{1,400}$/su };
const byUses: SortKey<Row> = {
  of: (row) => String("uses" in row ? row.uses : 0),
  fits: /^\d{1,9}$/,
};
const byTime: SortKey<Row> = {
  of: ({ publishedAt }) => String(publishedAt?.getTime() ?? 0),
  fits: /^\d{1,15}$/,
};

const state = `CASE WHEN t.archived_at IS NOT NULL THEN 'archived' WHEN t.published IS NULL THEN 'draft' WHEN d.content IS NOT NULL THEN 'changed' ELSE 'published' END`;
const from = `FROM template t JOIN app a ON a.id = t.app_id LEFT JOIN template_draft d ON d.template_id = t.id`;
const lately = `u.day > (now() AT TIME ZONE 'UTC')::date - 30`;
const columns = `t.id, t.template_id AS "templateId", t.name, a.appid, a.name AS "appName", coalesce(t.tags, '{}') AS tags, ${state} AS state, t.published,
  t.published_at AS "publishedAt", m.name AS "publishedBy", coalesce(t.platforms, '{}') AS platforms`;
const publisher = `LEFT JOIN member m ON m.id = t.published_by`;
const select = `SELECT ${columns} ${from} ${publisher}`;
const selectUses = `SELECT ${columns}, coalesce(used.n, 0) AS uses ${from} ${publisher}
  LEFT JOIN (SELECT v.template_id, sum(u.uses)::int AS n FROM template_use u JOIN template_version v ON v.id = u.version_id JOIN template o ON o.id = v.template_id
    WHERE o.service_id = $1 AND ${lately} GROUP BY 1) used ON used.template_id = t.id`;
const fitting = `t.service_id = $1
  AND ($2::text IS NULL OR strpos(lower(t.name || ' ' || t.template_id || ' ' || array_to_string(t.tags, ' ')), lower($2)) > 0)
  AND ($3::text IS NULL OR a.appid = $3) AND ($4::text IS NULL OR $4 = ANY(t.platforms))
  AND CASE WHEN $5::text IS NULL THEN t.archived_at IS NULL ELSE ${state} = $5 END AND ($6::text IS NULL OR $6 = ANY(t.tags))
  AND ($7::text IS NULL OR $7 = ANY(t.languages))`;
// As the indexes of the migration "templates_by_service" have them.
const time = `coalesce(t.published_at, timestamptz 'epoch')`;
const moment = `(timestamptz 'epoch' + $8::text::bigint * interval '1 millisecond')`;

const uses = `coalesce(used.n, 0)`;
const keys = { name: byName, published: byTime, uses: byUses };

/**
 * The templates of a service, 50 a page, with how much they were used; none for a text that no name
 * can hold.
 */
export const listTemplates = view({
  action: "template.read",
  input: templateFilterSchema,
  service: serviceNamed,
  run: async (
    { sql, serviceId },
    { text, appid, platform, tag, language, sort, after, before, ...filter },
  ): Promise<PageOf<TemplateRow>> => {
    if ([text, appid, tag, language].some((one) => one !== undefined && !isSendable(one)))
      return { rows: [], next: null, previous: null, total: 0 };
    const filterValues = [
      serviceId,
      text || null,
      appid || null,
      platform ?? null,
      filter.state ?? null,
      tag || null,
      language || null,
    ] as const;
    const by = keys[sort.replace("-", "") as keyof typeof keys];
    const page = await pageOf(
      { after, before, limit: pageRows },
      by,
      ({ place, back, limit }) => {
        const up = sort.startsWith("-") === back;
        const values = [...filterValues, place?.key ?? null, place?.id ?? null, limit] as const;
        if (by === byName)
          return sql.query<Row>(
            up
              ? ascending(select, "lower(t.name)", "lower($8::text)")
              : descending(select, "lower(t.name)", "lower($8::text)"),
            [...values],
          );
        if (by === byUses)
          return sql.query<UsedRow>(
            up
              ? ascending(selectUses, uses, "$8::text::int")
              : descending(selectUses, uses, "$8::text::int"),
            [...values],
          );
        return sql.query<Row>(
          up ? ascending(select, time, moment) : descending(select, time, moment),
          [...values],
        );
      },
      () => sql.query<{ n: number }>(countRows(`${from} WHERE ${fitting}`), [...filterValues]),
    );
    return { ...page, rows: await withUse(sql, page.rows) };
  },
});

/** Templates behind the place $8 and $9, if it is given. */
function ascending(rows: string, key: string, place: string): string {
  return `${rows} WHERE ${fitting} AND ($8::text IS NULL OR (${key}, t.id) > (${place}, $9::uuid)) ORDER BY ${key}, t.id LIMIT $10`;
}

/** Templates before the place $8 and $9, if it is given, the nearest first. */
function descending(rows: string, key: string, place: string): string {
  return `${rows} WHERE ${fitting} AND ($8::text IS NULL OR (${key}, t.id) < (${place}, $9::uuid)) ORDER BY ${key} DESC, t.id DESC LIMIT $10`;
}

async function withUse(sql: Sql, rows: readonly Row[]): Promise<TemplateRow[]> {
  const usage = await sql.query<{ id: string; uses: number; lastAt: Date }>(
    `SELECT v.template_id AS id, sum(u.uses)::int AS uses, max(u.last_at) AS "lastAt" FROM template_version v JOIN template_use u ON u.version_id = v.id
     WHERE v.template_id = ANY($1::uuid[]) AND ${lately} GROUP BY 1`,
    [rows.map(({ id }) => id)],
  );
  const useOf = new Map(usage.map((one) => [one.id, one]));
  return rows.map((row) => ({
    ...isoTimes(row),
    uses: useOf.get(row.id)?.uses ?? 0,
    lastUsedAt: useOf.get(row.id)?.lastAt.toISOString() ?? null,
  }));
}

const mostTags = 200;

/** The tags of a service's templates, each once, by name; at most 200. */
export const listTemplateTags = view({
  action: "template.read",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<string[]> => {
    const rows = await sql.query<{ tag: string }>(
      `SELECT DISTINCT unnest(t.tags) AS tag FROM template t WHERE t.service_id = $1 ORDER BY 1 LIMIT ${mostTags}`,
      [serviceId],
    );
    return rows.map(({ tag }) => tag);
  },
});

/** The languages of a service's templates besides their default texts, each once; at most 200. */
export const listTemplateLanguages = view({
  action: "template.read",
  input: serviceIdSchema,
  service: serviceNamed,
  run: async ({ sql, serviceId }): Promise<string[]> => {
    const rows = await sql.query<{ language: string }>(
      `SELECT DISTINCT unnest(t.languages) AS language FROM template t WHERE t.service_id = $1 ORDER BY 1 LIMIT ${mostTags}`,
      [serviceId],
    );
    return rows.map(({ language }) => language);
  },
});
