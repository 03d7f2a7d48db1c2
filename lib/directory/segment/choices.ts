import { z } from "zod";
import type { Sql } from "@/lib/database/sql";
import { mostAttributes, type AttributeType } from "@/lib/inputs/attribute";
import { idText, text as textOf } from "@/lib/inputs/text";
import { ruleSchema } from "@/lib/segment/rule";
import { serviceNamed } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { namedIn } from "./rows";

/** What rules name by ids. */
const ruleChoiceKinds = ["app", "list", "campaign", "template"] as const;
/** One of {@link ruleChoiceKinds}. */
export type RuleChoiceKind = (typeof ruleChoiceKinds)[number];

/** Something that a rule can name. */
export interface RuleChoice {
  /** What rules call it: an appid, an id, what requests call a template. */
  value: string;
  name: string;
}

/** What the conditions of a rule are chosen from. */
export interface RuleChoices extends Record<RuleChoiceKind, RuleChoice[]> {
  attributes: { name: string; type: AttributeType }[];
}

type Row = RuleChoice & { kind: RuleChoiceKind };

/** Of each kind that are given to choose from at most; more are found by name. */
const most = 200;
const mostFound = 20;
/** So many of the newest campaigns are looked through, of which a service may have any number. */
const mostSearched = 20_000;

/**
 * The attributes of a service, and the first apps, lists, campaigns and templates that a condition
 * can name: the newest campaigns, the others by name, at most 200 of each; and what a rule names
 * already, removed or archived things too.
 */
export const listRuleChoices = view({
  action: "segment.read",
  input: z.object({ serviceId: z.string(), rule: ruleSchema.optional() }),
  service: serviceNamed,
  run: async ({ sql, serviceId }, { rule }): Promise<RuleChoices> => {
    const named = namedIn(rule === undefined ? [] : [rule]);
    const attributes = await sql.query<{ name: string; type: AttributeType }>(
      `SELECT name, type FROM user_attribute WHERE service_id = $1 ORDER BY lower(name), key LIMIT ${mostAttributes}`,
      [serviceId],
    );
    const rows = await sql.query<Row>(
      `(SELECT 'app' AS kind, a.appid AS value, a.name FROM app a WHERE a.service_id = $1
            ORDER BY a.appid = ANY($2::text[]) DESC, lower(a.name), a.id LIMIT ${most})
         UNION ALL (SELECT 'list', a.id::text, a.name FROM audience a
            WHERE a.service_id = $1 AND a.ready_at IS NOT NULL AND (a.removed_at IS NULL OR a.id = ANY($3::uuid[]))
            ORDER BY a.id = ANY($3::uuid[]) DESC, lower(a.name), a.id LIMIT ${most})
         UNION ALL (SELECT 'campaign', c.id::text, c.name FROM campaign c WHERE c.service_id = $1 AND c.id = ANY($4::uuid[]) LIMIT ${most})
         UNION ALL (SELECT 'campaign', c.id::text, c.name FROM campaign c WHERE c.service_id = $1 AND c.id <> ALL($4::uuid[])
            ORDER BY c.updated_at DESC LIMIT ${most})
         UNION ALL (SELECT 'template', t.template_id, min(t.name) FROM template t
            WHERE t.service_id = $1 AND (t.archived_at IS NULL OR t.template_id = ANY($2::text[]))
            GROUP BY t.template_id ORDER BY t.template_id = ANY($2::text[]) DESC, min(lower(t.name)), t.template_id LIMIT ${most})`,
      [serviceId, [...named.appids, ...named.templates], named.lists, named.campaigns],
    );
    const of = (kind: RuleChoiceKind) => choicesOf(rows, kind);
    return {
      attributes,
      app: of("app"),
      list: of("list"),
      campaign: of("campaign"),
      template: of("template"),
    };
  },
});

/** Apps, lists, campaigns or templates of a service whose name holds a text; at most 20. */
export const findRuleChoices = view({
  action: "segment.read",
  input: z.object({
    serviceId: idText,
    kind: z.enum(ruleChoiceKinds),
    text: textOf(200).trim(),
  }),
  service: serviceNamed,
  run: async ({ sql, serviceId }, { kind, text }): Promise<RuleChoice[]> =>
    text === "" ? [] : matchesIn(sql, { serviceId, kind, text }),
});

interface Search {
  serviceId: string;
  kind: RuleChoiceKind;
  text: string;
}

const has = (words: string) => `strpos(lower(${words}), lower($2)) > 0`;

function matchesIn(sql: Sql, { serviceId, kind, text }: Search): Promise<RuleChoice[]> {
  const values = [serviceId, text];
  switch (kind) {
    case "app":
      return sql.query<RuleChoice>(
        `SELECT a.appid AS value, a.name FROM app a
         WHERE a.service_id = $1 AND ${has("a.name || ' ' || a.appid")} ORDER BY lower(a.name), a.id LIMIT ${mostFound}`,
        values,
      );
    case "list":
      return sql.query<RuleChoice>(
        `SELECT a.id::text AS value, a.name FROM audience a
         WHERE a.service_id = $1 AND a.ready_at IS NOT NULL AND a.removed_at IS NULL AND ${has("a.name")} ORDER BY lower(a.name), a.id LIMIT ${mostFound}`,
        values,
      );
    case "campaign":
      return sql.query<RuleChoice>(
        `SELECT c.id::text AS value, c.name FROM
           (SELECT x.id, x.name, x.updated_at FROM campaign x WHERE x.service_id = $1 ORDER BY x.updated_at DESC LIMIT ${mostSearched}) c
         WHERE ${has("c.name")} ORDER BY c.updated_at DESC LIMIT ${mostFound}`,
        values,
      );
    case "template":
      return sql.query<RuleChoice>(
        `SELECT t.template_id AS value, min(t.name) AS name FROM template t
         WHERE t.service_id = $1 AND t.archived_at IS NULL AND ${has("t.name || ' ' || t.template_id")}
         GROUP BY t.template_id ORDER BY min(lower(t.name)), t.template_id LIMIT ${mostFound}`,
        values,
      );
  }
}

function choicesOf(rows: readonly Row[], kind: RuleChoiceKind): RuleChoice[] {
  return rows.filter((row) => row.kind === kind).map(({ value, name }) => ({ value, name }));
}
