import { idSchema } from "@/lib/inputs/id";
import type { DeliveryState } from "@/lib/interface/delivery-state";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import { serviceOfCampaign } from "@/lib/verb/service-of";
import { view } from "@/lib/verb/view";
import { zero, type Counts } from "./counts";

/** What became of a campaign, by what people ask for. */
export interface CampaignBreakdown {
  /** By kind of device, the most deliveries first; null for users without a device. */
  kinds: { kind: DeviceKind | null; counts: Counts }[];
  /** Why deliveries did not arrive, the most frequent first. */
  reasons: { code: string; description: string; count: number }[];
  /** Buttons that were pressed, the most pressed first. */
  presses: { button: string; count: number }[];
}

const most = 50;

/** What became of all deliveries of a campaign: by kind of device, by reason, by button; at most 50 reasons and buttons. Throws `NotFoundError` when there is none. */
export const readBreakdown = view("service.view", idSchema, serviceOfCampaign, async ({ sql }, { id }): Promise<CampaignBreakdown> => {
  const [states, reasons, presses] = await Promise.all([
    sql.query<{ kind: DeviceKind | ""; state: DeliveryState; n: number }>(
      `SELECT d.kind, d.state, count(*)::int AS n FROM message m JOIN delivery d ON d.message_id = m.id WHERE m.campaign_id = $1 GROUP BY d.kind, d.state ORDER BY d.kind`,
      [id],
    ),
    sql.query<CampaignBreakdown["reasons"][number]>(
      `SELECT d.code, d.description, count(*)::int AS count FROM message m JOIN delivery d ON d.message_id = m.id
       WHERE m.campaign_id = $1 AND d.state IN ('failed', 'expired') GROUP BY d.code, d.description ORDER BY count DESC, d.code, d.description LIMIT ${most}`,
      [id],
    ),
    sql.query<CampaignBreakdown["presses"][number]>(
      `SELECT coalesce(d.button, '') AS button, count(*)::int AS count FROM message m JOIN delivery d ON d.message_id = m.id
       WHERE m.campaign_id = $1 AND d.button IS NOT NULL GROUP BY d.button ORDER BY count DESC, d.button LIMIT ${most}`,
      [id],
    ),
  ]);
  return { kinds: byKind(states), reasons, presses };
});

function byKind(rows: readonly { kind: DeviceKind | ""; state: DeliveryState; n: number }[]): CampaignBreakdown["kinds"] {
  const found = new Map<DeviceKind | "", Counts>();
  for (const { kind, state, n } of rows) found.set(kind, { ...(found.get(kind) ?? zero), [state]: n });
  const sum = (counts: Counts) => Object.values(counts).reduce((all, one) => all + one, 0);
  return [...found]
    .map(([kind, counts]) => ({ kind: kind === "" ? null : kind, counts }))
    .toSorted((one, other) => sum(other.counts) - sum(one.counts));
}
