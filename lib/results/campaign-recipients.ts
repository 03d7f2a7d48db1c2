import { z } from "zod";
import type { Sql } from "@/lib/database/sql";
import { formsOfRecipient } from "@/lib/dispatch/recipient-forms";
import { mostCounted, pageInput } from "@/lib/inputs/page";
import { isSendable, withoutEdges } from "@/lib/interface/text";
import { deliveryStates } from "@/lib/interface/update";
import { countRows, pageOf, type PageOf, type SortKey } from "@/lib/verb/page-of";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import {
  deliveryColumns,
  withUpdates,
  type DeliveryRead,
  type DeliveryRow,
} from "./read-deliveries";
import { rollups } from "./rollups";

const filterSchema = z.object({
  id: z.string(),
  state: z.enum(deliveryStates).optional(),
  /** The beginning of a user id or device token; or a whole device id. */
  recipient: z.string().optional(),
  ...pageInput,
});

const from = `FROM message m JOIN delivery d ON d.message_id = m.id LEFT JOIN device v ON v.id = d.device_id`;
// The roll-ups say which messages have deliveries in a state: few may, of thousands.
const fitting = `m.campaign_id = $1 AND d.service_id = $2 AND ($3::text IS NULL OR d.state = $3) AND ($3::text IS NULL OR (
    SELECT sum(CASE $3 WHEN 'queued' THEN r.queued WHEN 'submitted' THEN r.submitted WHEN 'delivered' THEN r.delivered WHEN 'read' THEN r.read
      WHEN 'failed' THEN r.failed WHEN 'expired' THEN r.expired ELSE r.capped END) FROM message_rollup r WHERE r.message_id = m.id) > 0) AND ($4::text[] IS NULL OR d.destination = ANY($4))
  AND ($5::text IS NULL OR starts_with(d.destination, $5)) AND ($6::text IS NULL OR d.deviceid = $6 OR d.pushid = $6)`;
const byMessage: SortKey<DeliveryRead> = {
  of: ({ messageId }) => messageId,
  fits: /^[0-9a-f-]{36}$/,
};
const pageRows = 50;

/**
 * Deliveries of all requests of a campaign, in their order; 50 a page. Throws `NotFoundError` when
 * there is no such campaign.
 */
export const listRecipients = view({
  action: "service.view",
  input: filterSchema,
  service: serviceOfCampaign,
  run: async (
    { sql, serviceId },
    { id, state, recipient, after, before },
  ): Promise<PageOf<DeliveryRow>> => {
    if (recipient !== undefined && !isSendable(recipient))
      return { rows: [], next: null, previous: null, total: 0 };
    const who = recipient ? await named(sql, serviceId, id, recipient) : {};
    const parameters = [
      id,
      serviceId,
      state ?? null,
      who.are ?? null,
      who.begin ?? null,
      who.device ?? null,
    ] as const;
    // The message of a place is named by itself, too: only that bounds the index of the messages.
    const page = await pageOf(
      { after, before, limit: pageRows },
      byMessage,
      ({ place, back, limit }) =>
        sql.query<DeliveryRead>(
          back
            ? `SELECT ${deliveryColumns} ${from} WHERE ${fitting} AND ($7::uuid IS NULL OR (m.id <= $7 AND (m.id, d.id) < ($7, $8::uuid))) ORDER BY m.id DESC, d.id DESC LIMIT $9`
            : `SELECT ${deliveryColumns} ${from} WHERE ${fitting} AND ($7::uuid IS NULL OR (m.id >= $7 AND (m.id, d.id) > ($7, $8::uuid))) ORDER BY m.id, d.id LIMIT $9`,
          [...parameters, place?.key ?? null, place?.id ?? null, limit],
        ),
      () =>
        recipient
          ? sql.query<{ n: number }>(countRows(`${from} WHERE ${fitting}`), [...parameters])
          : sql.query<{ n: number }>(
              `SELECT least(coalesce(sum(n), 0), ${mostCounted + 1})::int AS n FROM ${rollups}
               WHERE campaign_id = $1 AND measure = 'state' AND ($2::text IS NULL OR state = $2)`,
              [id, state ?? null],
            ),
    );
    return { ...page, rows: await withUpdates(sql, page.rows) };
  },
});

/**
 * How recipients are looked for: as one of these, by how they begin, or as the device behind one.
 */
interface RecipientFilter {
  are?: string[];
  begin?: string;
  device?: string;
}

/**
 * Deliveries that an index is asked for; of what more begin with, the first come up in the
 * campaign's own order soon enough.
 */
const mostIndexed = 2_000;

/**
 * One of that very id alone; else those that begin so; else the device that is called so, which is
 * looked for among all of the campaign.
 */
async function named(
  sql: Sql,
  serviceId: string,
  campaignId: string,
  recipient: string,
): Promise<RecipientFilter> {
  const within = `d.service_id = $1 AND d.message_id BETWEEN b.first AND b.last
    AND EXISTS (SELECT 1 FROM message m WHERE m.id = d.message_id AND m.campaign_id = $3)`;
  const bounds = `(SELECT (SELECT id FROM message WHERE campaign_id = $3 ORDER BY id LIMIT 1) AS first,
    (SELECT id FROM message WHERE campaign_id = $3 ORDER BY id DESC LIMIT 1) AS last) b`;
  const forms = formsOfRecipient(recipient);
  const [whole] = await sql.query(
    `SELECT 1 FROM ${bounds} JOIN delivery d ON d.destination = ANY($2) AND ${within} LIMIT 1`,
    [serviceId, forms, campaignId],
  );
  if (whole) return { are: forms };
  const begin = withoutEdges(recipient);
  // The last of all characters ends the range: the index is in the order of bytes.
  const rows = await sql.query<{ destination: string; n: number }>(
    `SELECT destination, count(*)::int AS n FROM (
       SELECT d.destination FROM ${bounds} JOIN delivery d ON d.destination ~>=~ $2 AND d.destination ~<~ ($2 || chr(1114111)) AND ${within}
       LIMIT ${mostIndexed}) x GROUP BY destination`,
    [serviceId, begin, campaignId],
  );
  if (rows.length === 0) return { device: begin };
  return rows.reduce((sum, { n }) => sum + n, 0) < mostIndexed
    ? { are: rows.map(({ destination }) => destination) }
    : { begin };
}
