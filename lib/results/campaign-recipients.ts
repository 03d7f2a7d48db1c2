import { z } from "zod";
import type { Sql } from "@/lib/database/sql";
import { pageInput } from "@/lib/inputs/page";
import { deliveryStates } from "@/lib/interface/delivery-state";
import { isSendable } from "@/lib/interface/text";
import { mostCounted } from "@/lib/inputs/page";
import { pageOf, type PageOf, type SortKey } from "@/lib/verb/page-of";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { deliveryColumns, withUpdates, type DeliveryRead, type DeliveryRow } from "./read-deliveries";

const filterSchema = z.object({
  id: z.string(),
  state: z.enum(deliveryStates).optional(),
  /** A user id, device id or device token, whole. */
  recipient: z.string().optional(),
  ...pageInput,
});

const from = `FROM message m JOIN delivery d ON d.message_id = m.id LEFT JOIN device v ON v.id = d.device_id`;
const fitting = `m.campaign_id = $1 AND d.service_id = $2 AND ($3::text IS NULL OR d.state = $3) AND ($4::text IS NULL OR d.destination = $4)
  AND ($5::text IS NULL OR d.deviceid = $5 OR d.pushid = $5)`;
const byMessage: SortKey<DeliveryRead> = { of: ({ messageId }) => messageId, fits: /^[0-9a-f-]{36}$/ };
const pageRows = 50;

/** Deliveries of all requests of a campaign, in their order; 50 a page. Throws `NotFoundError` when there is no such campaign. */
export const listRecipients = view(
  "service.view",
  filterSchema,
  serviceOfCampaign,
  async ({ sql, serviceId }, { id, state, recipient, after, before }): Promise<PageOf<DeliveryRow>> => {
    if (recipient !== undefined && !isSendable(recipient)) return { rows: [], next: null, previous: null, total: 0 };
    // One that was named is found by an index; only a device behind a recipient is looked for among all of the campaign.
    const named = recipient ? await isNamed(sql, serviceId, id, recipient) : false;
    const given = [id, serviceId, state ?? null, named ? (recipient ?? null) : null, named ? null : recipient || null] as const;
    const page = await pageOf(
      { after, before, limit: pageRows },
      byMessage,
      ({ place, back, limit }) =>
        sql.query<DeliveryRead>(
          back
            ? `SELECT ${deliveryColumns} ${from} WHERE ${fitting} AND ($6::uuid IS NULL OR (m.id, d.id) < ($6, $7::uuid)) ORDER BY m.id DESC, d.id DESC LIMIT $8`
            : `SELECT ${deliveryColumns} ${from} WHERE ${fitting} AND ($6::uuid IS NULL OR (m.id, d.id) > ($6, $7::uuid)) ORDER BY m.id, d.id LIMIT $8`,
          [...given, place?.key ?? null, place?.id ?? null, limit],
        ),
      async () => {
        const counted = await sql.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM (SELECT 1 ${from} WHERE ${fitting} LIMIT ${mostCounted + 1}) x`,
          [...given],
        );
        return counted[0]?.n ?? 0;
      },
    );
    return { ...page, rows: await withUpdates(sql, page.rows) };
  },
);

async function isNamed(sql: Sql, serviceId: string, campaignId: string, recipient: string): Promise<boolean> {
  const rows = await sql.query<{ id: string }>(
    `SELECT d.id FROM delivery d JOIN message m ON m.id = d.message_id WHERE d.service_id = $1 AND d.destination = $2 AND m.campaign_id = $3 LIMIT 1`,
    [serviceId, recipient, campaignId],
  );
  return rows.length > 0;
}
