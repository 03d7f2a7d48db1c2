import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { idSchema } from "@/lib/inputs/id";
import { forgetEndpoints } from "@/lib/updates/endpoints";
import { resumeWebhook } from "@/lib/updates/resume-webhook";
import { verb } from "@/lib/verb/verb";
import { wake } from "./wake";

/** Switches a webhook on again that answered 410, and sends what was parked with it. Answers how many updates; 0, too, when it is on already. */
export const resume = verb(
  "webhook.resume",
  idSchema,
  serviceOfWebhook,
  async ({ tx, serviceId }, { id }) => {
    const count = await resumeWebhook(tx, serviceId, id);
    return count === undefined ? { unchanged: 0 } : { row: count, entity: id, event: { count } };
  },
  (count, serviceId) => {
    forgetEndpoints(serviceId);
    if (count > 0) wake("update");
  },
);

async function serviceOfWebhook(sql: Sql, { id }: { id: string }): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await sql.query<{ serviceId: string }>(`SELECT service_id AS "serviceId" FROM webhook WHERE id = $1`, [id]);
  return row?.serviceId;
}
