import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";

/** The service of a webhook; undefined when there is no such webhook. */
export async function serviceOfWebhook(sql: Sql, { id }: { id: string }): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const webhook = await sql.prisma.webhook.findUnique({ where: { id }, select: { serviceId: true } });
  return webhook?.serviceId;
}
