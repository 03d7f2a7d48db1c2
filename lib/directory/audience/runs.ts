import type { Sql } from "@/lib/database/sql";
import { destinationKeys } from "@/lib/interface/device-kinds";
import type { Run } from "@/lib/plan/count";

/**
 * Returns the runs of a list between two positions, the second one excluded, in their order: those
 * of more than one recipient, and those at either end. The caller has checked the access to the
 * list.
 *
 * @param others names of the list's parameters that do not count
 */
export async function readRuns(
  sql: Sql,
  id: string,
  { from, to }: { from: number; to: number },
  others: readonly string[],
): Promise<Run[]> {
  return sql.query<Run>(
    `SELECT min(position) AS "from", count(*)::int AS recipients, min(own) AS own,
       string_agg((octet_length(to_json(destination)::text) * 8 + array_position($5::text[], destination_type) - 1)::text, ' ' ORDER BY position) AS sizes
     FROM (
       SELECT position, destination, destination_type, own, count(*) FILTER (WHERE begins) OVER (ORDER BY position) AS run
       FROM (
         SELECT position, destination, destination_type, own, own IS DISTINCT FROM lag(own) OVER (ORDER BY position) AS begins,
           own IS DISTINCT FROM lead(own) OVER (ORDER BY position) AS ends
         FROM (
           SELECT position, destination, destination_type, (parameters - $4::text[])::text AS own FROM audience_recipient
           WHERE audience_id = $1 AND position >= $2 AND position < $3 OFFSET 0
         ) valued
       ) marked WHERE NOT begins OR NOT ends OR position = $2 OR position = $3 - 1
     ) numbered
     GROUP BY run ORDER BY run`,
    [id, from, to, others, destinationKeys],
  );
}

/** A parameter of a template, by what it takes of a list's values. */
export interface ParameterRule {
  name: string;
  /** Whether each recipient needs a value of its own. */
  required: boolean;
  /** How long a value may be, in bytes; null for any length. */
  maxLength: number | null;
}

/**
 * Of the control characters that JSON writes as six bytes: each counts as three
 * (`parameter-value`). PostgreSQL keeps no U+0000.
 */
const controls =
  "E'\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x0b\\x0e\\x0f\\x10\\x11\\x12\\x13\\x14\\x15\\x16\\x17\\x18\\x19\\x1a\\x1b\\x1c\\x1d\\x1e\\x1f'";

/** The length of a value as its parameter's maximum measures it. */
const lengthOf = (value: string) =>
  `octet_length(${value}) + 2 * (char_length(${value}) - char_length(translate(${value}, ${controls}, '')))`;

/**
 * Counts, for each parameter, the recipients of a list whose own value a template does not accept;
 * parameters without any are left out. The caller has checked the access to the list. `needed` as
 * for {@link countLacking}.
 */
export async function countUnfit(
  sql: Sql,
  id: string,
  rules: readonly ParameterRule[],
  needed: readonly string[] = [],
): Promise<{ name: string; missing: number; long: number }[]> {
  const least = rules.flatMap(({ maxLength }) => maxLength ?? []);
  return sql.query(
    `SELECT p.name, count(*) FILTER (WHERE p.required AND NOT r.parameters ? p.name)::int AS missing,
       count(*) FILTER (WHERE ${lengthOf("r.parameters ->> p.name")} > p.most)::int AS long
     FROM (
       SELECT parameters FROM audience_recipient
       WHERE audience_id = $1 AND parameters ?& $7::text[] AND (NOT parameters ?& $5::text[] OR octet_length(parameters::text) > $6) OFFSET 0
     ) r CROSS JOIN unnest($2::text[], $3::boolean[], $4::int[]) AS p(name, required, most)
     GROUP BY p.name
     HAVING count(*) FILTER (WHERE p.required AND NOT r.parameters ? p.name) > 0
       OR count(*) FILTER (WHERE ${lengthOf("r.parameters ->> p.name")} > p.most) > 0`,
    [
      id,
      rules.map(({ name }) => name),
      rules.map(({ required }) => required),
      rules.map(({ maxLength }) => maxLength),
      rules.flatMap(({ name, required }) => (required ? [name] : [])),
      // No value is longer than all of them together.
      least.length === 0 ? anyBytes : Math.min(...least),
      needed,
    ],
  );
}

/**
 * Counts the recipients of a list that have no value in at least one of these columns. The caller
 * has checked the access to the list.
 *
 * @param needed columns that they have values in: others are left out
 */
export async function countLacking(
  sql: Sql,
  id: string,
  columns: readonly string[],
  needed: readonly string[],
): Promise<number> {
  const [row] = await sql.query<{ recipients: number }>(
    "SELECT count(*)::int AS recipients FROM audience_recipient WHERE audience_id = $1 AND NOT parameters ?& $2::text[] AND parameters ?& $3::text[]",
    [id, columns, needed],
  );
  return row?.recipients ?? 0;
}

/**
 * Returns the ids of the first recipients of a list that have no value in a column. The caller has
 * checked the access to the list. `needed` as for {@link countLacking}.
 */
export async function readLacking(
  sql: Sql,
  id: string,
  column: string,
  needed: readonly string[],
  most: number,
): Promise<string[]> {
  const rows = await sql.query<{ destination: string }>(
    "SELECT destination FROM audience_recipient WHERE audience_id = $1 AND NOT parameters ? $2 AND parameters ?& $3::text[] ORDER BY position LIMIT $4",
    [id, column, needed, most],
  );
  return rows.map(({ destination }) => destination);
}

/**
 * Returns the distinct values in one column of a list between two positions, the second one
 * excluded, each with how many recipients have it. The caller has checked the access to the list.
 */
export async function readValues(
  sql: Sql,
  id: string,
  column: string,
  { from, to }: { from: number; to: number },
  needed: readonly string[] = [],
): Promise<{ value: string; recipients: number }[]> {
  return sql.query(
    `SELECT parameters ->> $2 AS value, count(*)::int AS recipients FROM audience_recipient
     WHERE audience_id = $1 AND position >= $3 AND position < $4 AND parameters ? $2 AND parameters ?& $5::text[] GROUP BY 1`,
    [id, column, from, to, needed],
  );
}

const anyBytes = 2_147_483_647;
