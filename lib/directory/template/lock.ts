import type { Sql } from "@/lib/database/sql";
import { NotFoundError } from "@/lib/verb/errors";

/** A template as a verb finds it. */
export interface LockedTemplate {
  templateId: string;
  published: number | null;
  archived: boolean;
}

/** The row of a template, locked until the transaction ends. Throws `NotFoundError`. */
export async function lockTemplate(tx: Sql, id: string): Promise<LockedTemplate> {
  const [row] = await tx.query<LockedTemplate>(
    `SELECT template_id AS "templateId", published, archived_at IS NOT NULL AS archived FROM template WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!row) throw new NotFoundError("This template");
  return row;
}
