import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { NotFoundError } from "@/lib/verb/errors";
import { byId, type InService } from "@/lib/verb/service-of";

/** The service of a template, archived or not; undefined when there is no such template. */
export const serviceOfTemplate = byId((sql, id) =>
  sql.query<InService>(
    `SELECT a.service_id AS "serviceId" FROM template t JOIN app a ON a.id = t.app_id WHERE t.id = $1`,
    [id],
  ),
);

/**
 * The service of the template that a link shares, revoked or not; undefined when there is no such
 * link.
 */
export async function serviceOfPreviewLink(
  sql: Sql,
  { id }: { id: string },
): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const select = { template: { select: { app: { select: { serviceId: true } } } } } as const;
  const link = await sql.prisma.previewLink.findUnique({ where: { id }, select });
  return link?.template.app.serviceId;
}

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
