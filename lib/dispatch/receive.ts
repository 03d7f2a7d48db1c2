import { isId } from "@/lib/database/id";
import { outlastRestart } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import type { AppRecord } from "@/lib/directory/app/find";
import { keptIosPushId, keptPushId } from "@/lib/directory/suppression/suppressed";
import type { Receipt } from "@/lib/inputs/receipt";
import { updateCodes } from "@/lib/interface/codes";
import { now } from "@/lib/runtime/clock";
import type { Change } from "./change";
import { recordChanges } from "./recorder";

/**
 * Records what devices report (contract 8). Repeats, unknown devices and any order are harmless: a
 * receipt that no delivery of this app matches is passed over. A dismissed notification was
 * delivered; that it was dismissed is not a state.
 */
export async function recordReceipts(
  app: Pick<AppRecord, "id">,
  receipts: readonly Receipt[],
): Promise<void> {
  const validReceipts = receipts.filter(({ transid }) => isId(transid));
  if (validReceipts.length === 0) return;
  const rows = await outlastRestart(() =>
    database().query<{ n: number; messageId: string; deliveryId: string; acceptedAt: Date }>(
      `SELECT r.n, d.message_id AS "messageId", d.id AS "deliveryId", m.accepted_at AS "acceptedAt"
     FROM unnest($2::int[], $3::uuid[], $4::text[], $5::text[], $6::text[]) AS r(n, transid, deviceid, pushid, ios)
     JOIN message m ON m.id = r.transid
     JOIN delivery d ON d.message_id = m.id AND d.app_id = $1
       AND CASE WHEN r.deviceid IS NOT NULL THEN d.deviceid = r.deviceid ELSE d.pushid = r.pushid OR (d.kind = 'ios' AND d.pushid = r.ios) END`,
      [
        app.id,
        validReceipts.map((_, n) => n),
        validReceipts.map(({ transid }) => transid),
        validReceipts.map(({ deviceid }) => deviceid ?? null),
        validReceipts.map(({ deviceid, pushid }) =>
          deviceid === undefined && pushid !== undefined ? keptPushId(pushid) : null,
        ),
        validReceipts.map(({ deviceid, pushid }) =>
          deviceid === undefined && pushid !== undefined ? keptIosPushId(pushid) : null,
        ),
      ],
    ),
  );
  await recordChanges(
    rows.flatMap(({ n, messageId, deliveryId, acceptedAt }): Change[] => {
      const receipt = validReceipts[n];
      if (!receipt) return [];
      const read = receipt.event === "read";
      const code = read ? "7502" : "7500";
      return [
        {
          messageId,
          deliveryId,
          to: read ? "read" : "delivered",
          code,
          description: updateCodes[code],
          at: plausible(receipt.at, acceptedAt),
          attempted: false,
          ...(read && receipt.button !== undefined ? { button: receipt.button } : {}),
          ...(read && receipt.reply !== undefined ? { reply: receipt.reply } : {}),
        },
      ];
    }),
  );
}

/**
 * When a device did something, by a clock that may be wrong: not in the future, and not before its
 * message was accepted.
 */
function plausible(at: Date, acceptedAt: Date): Date {
  return new Date(Math.max(Math.min(at.getTime(), now()), acceptedAt.getTime()));
}
