import { z } from "zod";
import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/id";
import { DESTINATIONS } from "@/lib/interface/limits";
import type { PlannedRecipient } from "@/lib/plan/requests";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceNamed, serviceOfAudience } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { summarySchema, type AudienceRow, type OpenAudience } from "./rows";

const most = 500;

interface Row extends Omit<AudienceRow, "createdAt" | "kinds" | "parameters"> {
  createdAt: Date;
  removed: boolean;
  summary: unknown;
}

const select = `SELECT a.id, a.service_id AS "serviceId", a.name, a.test, a.recipients, a.summary, a.created_at AS "createdAt", a.removed_at IS NOT NULL AS removed, m.name AS "createdBy"
  FROM audience a LEFT JOIN member m ON m.id = a.created_by WHERE a.ready_at IS NOT NULL`;

/** The lists of a service that can be chosen, by name; at most 500. */
export const listAudiences = view(
  "service.view",
  z.object({ serviceId: z.string() }),
  serviceNamed,
  async ({ sql, serviceId }): Promise<AudienceRow[]> => {
    const rows = await sql.query<Row>(
      `${select} AND a.service_id = $1 AND a.removed_at IS NULL ORDER BY lower(a.name), a.id LIMIT ${most}`,
      [serviceId],
    );
    return rows.map((row) => told(row).row);
  },
);

/** One list with its beginning, one that is offered no longer too. Throws `NotFoundError` when there is none, or it is being filled. */
export const openAudience = view("service.view", idSchema, serviceOfAudience, async ({ sql, serviceId }, { id }): Promise<OpenAudience> => {
  const [found] = await sql.query<Row>(`${select} AND a.id = $1 AND a.service_id = $2`, [id, serviceId]);
  if (!found) throw new NotFoundError();
  const { row, widest } = told(found);
  return { ...row, widest, removed: found.removed, head: await readRecipients(sql, id, 0, DESTINATIONS) };
});

/** Recipients of a list from a position on, in their order. Whose list it is its caller has made sure of. */
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
