import type { Sql } from "@/lib/database/sql";
import { attributeFaults } from "@/lib/segment/attributes";
import type { NamesOfThings } from "@/lib/segment/leaf-words";
import { isFieldLeaf, leavesOf, ruleSchema, type Leaf, type Rule } from "@/lib/segment/rule";
import { RefusedError } from "@/lib/verb/errors";
import { byId, type InService } from "@/lib/verb/service-of";
import { readAttributes, type Attributes } from "../user/attributes";

/** The service of a segment; undefined when there is no such segment. */
export const serviceOfSegment = byId((sql, id) =>
  sql.query<InService>(`SELECT service_id AS "serviceId" FROM segment WHERE id = $1`, [id]),
);

/** A rule as it is stored. */
export function storedRule(rule: unknown): Rule {
  return ruleSchema.parse(rule);
}

/**
 * Refuses a rule that does not fit the attributes of a service, with pointers into the input.
 * Returns those attributes.
 */
export async function assertFits(sql: Sql, serviceId: string, rule: Rule): Promise<Attributes> {
  const attributes = await readAttributes(sql, serviceId);
  const faults = attributeFaults(rule, attributes);
  if (faults.length > 0) throw new RefusedError(...faults);
  return attributes;
}

/** The sentence about a name that another segment of the service has. */
export function nameInUse(name: string): string {
  return `A segment named “${name}” already exists. Choose another name.`;
}

/** The values of a condition about a field; none of any other. */
export function idsOf(leaf: Leaf, field: string): string[] {
  if (!isFieldLeaf(leaf) || leaf.field !== field || leaf.value === undefined) return [];
  return [leaf.value].flat().map(String);
}

/** What rules name: apps, lists and campaigns by ids, templates as requests call them. */
export function namedIn(rules: readonly Rule[]) {
  const leaves = rules.flatMap((rule) => leavesOf(rule).map(({ leaf }) => leaf));
  const valuesOf = (field: string) => leaves.flatMap((leaf) => idsOf(leaf, field));
  const factsOf = (name: "campaign" | "template") =>
    leaves.flatMap((leaf) => (isFieldLeaf(leaf) ? [] : (leaf[name] ?? [])));
  return {
    appids: valuesOf("app"),
    lists: valuesOf("list"),
    campaigns: factsOf("campaign"),
    templates: factsOf("template"),
  };
}

/** The names of the apps, lists and campaigns of a service that rules name by ids. */
export async function namesIn(
  sql: Sql,
  serviceId: string,
  rules: readonly Rule[],
): Promise<NamesOfThings> {
  const { appids, lists, campaigns } = namedIn(rules);
  if (appids.length + lists.length + campaigns.length === 0) return {};
  const rows = await sql.query<{ id: string; name: string }>(
    `SELECT appid AS id, name FROM app WHERE service_id = $1 AND appid = ANY($2::text[])
     UNION ALL SELECT id::text, name FROM audience WHERE service_id = $1 AND id = ANY($3::uuid[])
     UNION ALL SELECT id::text, name FROM campaign WHERE service_id = $1 AND id = ANY($4::uuid[])`,
    [serviceId, appids, lists, campaigns],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const nameById = (id: string) => names.get(id);
  return { app: nameById, list: nameById, campaign: nameById };
}
