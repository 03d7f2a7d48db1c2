import { z } from "zod";
import { isoTimes, type WithDates } from "@/lib/database/iso-times";
import type { Sql } from "@/lib/database/sql";
import { pageInput } from "@/lib/inputs/page";
import { idSchema } from "@/lib/inputs/row";
import { DESTINATIONS } from "@/lib/interface/limits";
import { isSendable } from "@/lib/interface/text";
import type { PlannedRecipient } from "@/lib/plan/requests";
import { NotFoundError } from "@/lib/verb/errors";
import { countRows, pageOf, type PageOf, type SortKey } from "@/lib/verb/page-of";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { serviceOfAudience, summarySchema, type AudienceRow, type OpenAudience } from "./rows";

const most = 500;

type Row = WithDates<Omit<AudienceRow, "kinds" | "parameters">, "createdAt"> & {
  removed: boolean;
  summary: unknown;
};

const select = `SELECT a.id, a.service_id AS "serviceId", a.name, a.test, a.recipients, a.revision, a.summary, a.created_at AS "createdAt", a.removed_at IS NOT NULL AS removed, m.name AS "createdBy"
  FROM audience a LEFT JOIN member m ON m.id = a.created_by`;

/** What lists can be sorted by; with a minus the other way round. */
export const audienceSorts = ["name", "-name", "-recipients", "recipients"] as const;

const filterSchema = z.object({
  serviceId: z.string(),
  text: z.string().optional(),
  sort: z.enum(audienceSorts).default("name"),
  ...pageInput,
  limit: z.number().optional(),
});

const byName: SortKey<Row> = { of: ({ name }) => name, fits: /^.{1,400}$/su };
const bySize: SortKey<Row> = { of: ({ recipients }) => String(recipients), fits: /^\d{1,9}$/ };
const fitting = `a.ready_at IS NOT NULL AND a.service_id = $1 AND a.removed_at IS NULL AND ($2::text IS NULL OR strpos(lower(a.name), lower($2)) > 0)`;

/**
 * The lists of a service that can be chosen, by name; none for a text that no name can hold. At
 * most 500 a page, 50 by default.
 */
export const listAudiences = view({
  action: "service.view",
  input: filterSchema,
  service: serviceNamed,
  run: async (
    { sql, serviceId },
    { text, sort, after, before, ...filter },
  ): Promise<PageOf<AudienceRow>> => {
    if (text !== undefined && !isSendable(text))
      return { rows: [], next: null, previous: null, total: 0 };
    const filterValues = [serviceId, text || null] as const;
    const named = sort === "name" || sort === "-name";
    const page = await pageOf(
      { after, before, limit: Math.min(Math.max(filter.limit ?? 50, 1), most) },
      named ? byName : bySize,
      ({ place, back, limit }) => {
        const up = sort.startsWith("-") === back;
        const values = [...filterValues, place?.key ?? null, place?.id ?? null, limit] as const;
        return named
          ? sql.query<Row>(
              up
                ? ascending("lower(a.name)", "lower($3::text)")
                : descending("lower(a.name)", "lower($3::text)"),
              [...values],
            )
          : sql.query<Row>(
              up
                ? ascending("a.recipients", "$3::text::int")
                : descending("a.recipients", "$3::text::int"),
              [...values],
            );
      },
      () =>
        sql.query<{ n: number }>(countRows(`FROM audience a WHERE ${fitting}`), [...filterValues]),
    );
    return { ...page, rows: page.rows.map((row) => openRow(row).row) };
  },
});

/** Lists behind the place $3 and $4, if it is given. */
function ascending(key: string, place: string): string {
  return `${select} WHERE ${fitting} AND ($3::text IS NULL OR (${key}, a.id) > (${place}, $4::uuid)) ORDER BY ${key}, a.id LIMIT $5`;
}

/** Lists before the place $3 and $4, if it is given, the nearest first. */
function descending(key: string, place: string): string {
  return `${select} WHERE ${fitting} AND ($3::text IS NULL OR (${key}, a.id) < (${place}, $4::uuid)) ORDER BY ${key} DESC, a.id DESC LIMIT $5`;
}

/** A list as its page shows it. */
export interface ShownAudience extends AudienceRow {
  /** The campaign whose recipients it is, as frozen; null for a list that can be chosen. */
  campaign: { id: string; name: string } | null;
}

/**
 * One list that can be chosen, or the recipients of an order until they are swept. Throws
 * `NotFoundError` when there is none, it was removed, or it is being filled.
 */
export const findAudience = view({
  action: "service.view",
  input: idSchema,
  service: serviceOfAudience,
  run: async ({ sql, serviceId }, { id }): Promise<ShownAudience> => {
    const [row] = await sql.query<Row>(
      `${select} WHERE a.ready_at IS NOT NULL AND a.id = $1 AND a.service_id = $2`,
      [id, serviceId],
    );
    if (!row) throw new NotFoundError();
    const campaign = row.removed ? await campaignTo(sql, id) : null;
    if (campaign === undefined) throw new NotFoundError();
    const { row: list, columns = list.parameters } = openRow(row);
    return { ...list, parameters: columns, campaign };
  },
});

async function campaignTo(sql: Sql, id: string): Promise<ShownAudience["campaign"] | undefined> {
  const [campaign] = await sql.query<{ id: string; name: string }>(
    `SELECT c.id, c.name FROM audience a JOIN campaign_order o ON o.id = a.order_id AND o.audience_id = a.id JOIN campaign c ON c.id = o.campaign_id
     WHERE a.id = $1 AND a.recipients > 0`,
    [id],
  );
  return campaign;
}

/**
 * One list with its beginning, one that is offered no longer too. Throws `NotFoundError` when there
 * is none, or it is being filled.
 */
export const openAudience = view({
  action: "service.view",
  input: idSchema,
  service: serviceOfAudience,
  run: async ({ sql, serviceId }, { id }): Promise<OpenAudience> => {
    const [listRow] = await sql.query<Row>(
      `${select} WHERE a.ready_at IS NOT NULL AND a.id = $1 AND a.service_id = $2`,
      [id, serviceId],
    );
    if (!listRow) throw new NotFoundError();
    const { row, widest } = openRow(listRow);
    return {
      ...row,
      widest,
      removed: listRow.removed,
      head: await readRecipients(sql, id, 0, DESTINATIONS),
    };
  },
});

/**
 * Returns recipients of a list from a position on, in their order. The caller has checked the
 * access to the list.
 */
export async function readRecipients(
  sql: Sql,
  id: string,
  from: number,
  limit: number,
): Promise<PlannedRecipient[]> {
  return sql.query<Pick<PlannedRecipient, "type" | "id" | "parameters">>(
    `SELECT destination_type AS type, destination AS id, parameters FROM audience_recipient
     WHERE audience_id = $1 AND position >= $2 ORDER BY position LIMIT $3`,
    [id, from, limit],
  );
}

/** `columns`: of a snapshot, those of its parameters that recipients were stored with. */
function openRow(stored: Row): {
  row: AudienceRow;
  widest: PlannedRecipient[];
  columns: string[] | undefined;
} {
  const { summary, removed: _, ...row } = stored;
  const { widest, columns, ...rest } = summarySchema.parse(summary);
  return { row: { ...isoTimes(row), ...rest }, widest, columns };
}
