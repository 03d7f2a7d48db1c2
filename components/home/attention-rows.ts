import { mostCounted } from "@/lib/inputs/page";
import { paths } from "@/lib/inputs/paths";
import type { Attention } from "@/lib/results/needs-attention";

/** One thing to look at, and where. */
export interface AttentionRow {
  href: string;
  what: string;
  /** How it is with it, after its name. */
  how: string;
}

/** What needs attention, in words; empty where all is well. */
export function attentionRows({ parked, failedCampaigns }: Attention): AttentionRow[] {
  const updates = {
    href: paths.updates(),
    what: parkedText(parked),
    how: "no longer retried",
  };
  const campaigns = failedCampaigns.map(({ id, name, lost, total }) => ({
    href: paths.campaign(id),
    what: name,
    how: `${lost.toLocaleString("en")} of ${total.toLocaleString("en")} not delivered`,
  }));
  return parked === 0 ? campaigns : [updates, ...campaigns];
}

function parkedText(parked: number): string {
  if (parked > mostCounted) return `More than ${mostCounted.toLocaleString("en")} parked updates`;
  return parked === 1 ? "1 parked update" : `${parked.toLocaleString("en")} parked updates`;
}
