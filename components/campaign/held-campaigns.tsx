import type { HeldRow } from "@/lib/results/held-campaigns";
import { HeldCampaign, type HeldActions } from "./held-campaign";

/** The orders in their undo windows, each with its seconds. Nothing where there is none. */
export function HeldCampaigns({ rows, ...actions }: { rows: readonly HeldRow[] } & HeldActions) {
  if (rows.length === 0) return null;
  return (
    <div className="mb-3 space-y-3">
      {rows.map(({ id, name, heldMs }) => (
        <HeldCampaign key={id} id={id} name={name} heldMs={heldMs} {...actions} />
      ))}
    </div>
  );
}
