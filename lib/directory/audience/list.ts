import { assertRole, type Member } from "@/lib/auth/member";
import { isId } from "@/lib/database/id";
import { database, type Sql } from "@/lib/database/sql";
import { DESTINATIONS } from "@/lib/interface/limits";
import type { PlannedRecipient } from "@/lib/plan/requests";
import { summarySchema, type AudienceRow, type OpenAudience } from "./rows";

const most = 500;

interface Row extends Omit<AudienceRow, "createdAt" | "kinds" | "parameters"> {
  createdAt: Date;
  removed: boolean;
  summary: unknown;
}

const select = `SELECT a.id, a.service_id AS "serviceId", a.name, a.test, a.recipients, a.summary, a.created_at AS "createdAt", a.removed_at IS NOT NULL AS removed, m.name AS "createdBy"
  FROM audience a LEFT JOIN member m ON m.id = a.created_by WHERE a.ready_at IS NOT NULL`;

/** The lists that can be chosen, by name; at most 500. */
export async function listAudiences(member: Member): Promise<AudienceRow[]> {
  assertRole(member, "viewer");
  const rows = await database().query<Row>(`${select} AND a.removed_at IS NULL ORDER BY lower(a.name), a.id LIMIT ${most}`);
  return rows.map((row) => told(row).row);
}

/** One list with its beginning, one that is offered no longer too; undefined when there is none. */
export async function openAudience(member: Member, id: string): Promise<OpenAudience | undefined> {
  assertRole(member, "viewer");
  if (!isId(id)) return undefined;
  const [found] = await database().query<Row>(`${select} AND a.id = $1`, [id]);
  if (!found) return undefined;
  const { row, widest } = told(found);
  return { ...row, widest, removed: found.removed, head: await readRecipients(database(), id, 0, DESTINATIONS) };
}

/** Recipients from a position on, in their order. */
export async function readRecipients(sql: Sql, id: string, from: number, limit: number): Promise<PlannedRecipient[]> {
  return sql.query<Pick<PlannedRecipient, "type" | "id" | "parameters">>(
    `SELECT destination_type AS type, destination AS id, parameters FROM audience_recipient
     WHERE audience_id = $1 AND position >= $2 ORDER BY position LIMIT $3`,
    [id, from, limit],
  );
}

function told({ id, serviceId, name, test, recipients, createdBy, ...row }: Row): { row: AudienceRow; widest: PlannedRecipient[] } {
  const { widest, ...rest } = summarySchema.parse(row.summary);
  return { row: { id, serviceId, name, test, recipients, createdBy, ...rest, createdAt: row.createdAt.toISOString() }, widest };
}
