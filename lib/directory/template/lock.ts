import type { Sql } from "@/lib/database/sql";
import { NotFoundError } from "@/lib/verb/errors";

/** A template as a verb finds it. */
export interface LockedTemplate {
  appid: string;
  templateId: string;
  published: number | null;
  archived: boolean;
}

/** The row of a template, locked until the transaction ends. Throws `NotFoundError`. */
export async function lockTemplate(tx: Sql, id: string): Promise<LockedTemplate> {
  const [row] = await tx.query<LockedTemplate>(
    `SELECT a.appid, t.template_id AS "templateId", t.published, t.archived_at IS NOT NULL AS archived
     FROM template t JOIN app a ON a.id = t.app_id WHERE t.id = $1 FOR UPDATE OF t`,
    [id],
  );
  if (!row) throw new NotFoundError("This template");
  return row;
}
