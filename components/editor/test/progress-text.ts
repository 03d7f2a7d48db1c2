import { kindName } from "@/components/facts/kind-icon";
import type { TestDelivery, TestProgress } from "@/lib/results/test-progress";

/** How many of a test did not get it although they should have. */
export function lostIn({ counts, notIncluded }: TestProgress): number {
  return counts.failed - notIncluded + counts.expired;
}

/** What became of a test, in a few words: "2 read, 1 failed". */
export function progressText(progress: TestProgress | undefined): string {
  const states = ["read", "delivered", "submitted", "queued", "failed", "expired"] as const;
  const { counts, notIncluded } = progress ?? { counts: undefined, notIncluded: 0 };
  const countOf = (state: (typeof states)[number]) =>
    (counts?.[state] ?? 0) - (state === "failed" ? notIncluded : 0);
  const parts = [
    ...states.flatMap((state) => (countOf(state) > 0 ? [`${countOf(state)} ${state}`] : [])),
    ...(notIncluded > 0 ? [`${notIncluded} not included`] : []),
  ];
  return parts.length === 0 ? "accepted" : parts.join(", ");
}

/** Where a delivery went: "Pixel 9, user-1"; the user alone when there is no device. */
export function whereText({ model, kind, userid }: TestDelivery): string {
  const device = model ?? (kind === null ? undefined : kindName(kind));
  return (
    [device, userid ?? undefined].filter((part) => part !== undefined).join(", ") || "No device"
  );
}

/** Deliveries that are worth a line: all when they are few, else those that did not arrive. */
export function listedDeliveries({ counts, deliveries }: TestProgress): readonly TestDelivery[] {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return total <= deliveries.length
    ? deliveries
    : deliveries.filter(({ state }) => state === "failed" || state === "expired");
}
