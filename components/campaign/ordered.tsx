import { RelativeTime } from "@/components/ui/relative-time";
import { Verbatim } from "@/components/ui/verbatim";
import type { CampaignRow } from "@/lib/results/campaign-list";

type Order = Pick<CampaignRow, "state" | "startedAt" | "orderedBy">;

/**
 * When a campaign went out, and who confirmed that: "Nov 24, 14:03 by Ada"; "by Ada" alone while it
 * waits. Nothing for a draft.
 */
export function Ordered({
  of: { state, startedAt, orderedBy },
  focusable = true,
}: {
  of: Order;
  focusable?: boolean;
}) {
  const by =
    orderedBy === null ? null : (
      <span>
        by <Verbatim>{orderedBy}</Verbatim>
      </span>
    );
  if (state === "draft" || state === "scheduled" || startedAt === null) return by;
  return (
    <>
      <RelativeTime at={startedAt} show="moment" focusable={focusable} /> {by}
    </>
  );
}

/** Whether there is something to say of it. */
export function isOrdered({ startedAt, orderedBy }: Order): boolean {
  return startedAt !== null || orderedBy !== null;
}
