import type { Tone } from "@/components/ui/badge";
import type { Counts } from "@/lib/results/read-messages";

export type DeliveryState = keyof Counts;

interface StateLook {
  label: string;
  tone: Tone;
  /** What it means, in a sentence. */
  meaning: string;
}

/** The states of a delivery, from best to worst: the order of bars and filters. */
export const deliveryStates = [
  "read",
  "delivered",
  "submitted",
  "queued",
  "failed",
  "expired",
  "capped",
] as const satisfies readonly DeliveryState[];

export const stateLooks: Record<DeliveryState, StateLook> = {
  queued: { label: "Queued", tone: "neutral", meaning: "Accepted, waiting for its turn." },
  submitted: {
    label: "Submitted",
    tone: "blue",
    meaning: "The provider took it; the device has not answered yet.",
  },
  delivered: { label: "Delivered", tone: "teal", meaning: "The device confirmed the delivery." },
  read: { label: "Read", tone: "green", meaning: "The user opened it." },
  failed: {
    label: "Failed",
    tone: "red",
    meaning: "Rejected or expired. See the reason in the row.",
  },
  expired: {
    label: "Expired",
    tone: "plum",
    meaning: "Its time was over before it could be delivered.",
  },
  capped: {
    label: "Capped",
    tone: "amber",
    meaning: "A frequency cap left the user out: nothing was sent.",
  },
};

/** The state a text names, if it does. */
export function deliveryStateOf(text: string | undefined): DeliveryState | undefined {
  return deliveryStates.find((state) => state === text);
}

/**
 * Deliveries in all: one for each device, a failed one for each recipient who has none, and a
 * capped one for each user whom a frequency cap left out.
 */
export function totalOf(counts: Counts): number {
  return deliveryStates.reduce((sum, state) => sum + counts[state], 0);
}

/** Deliveries in all without the capped ones: rates are shares of these. */
export function attemptedOf(counts: Counts): number {
  return totalOf(counts) - counts.capped;
}

/**
 * Who got it and who did not, in a sentence. Of those who did not, some may have no device at all:
 * they are none of its devices. `isComplete`: all of its deliveries are counted.
 */
export function verdict(counts: Counts, isComplete = true): string {
  const total = attemptedOf(counts);
  const capped =
    counts.capped > 0
      ? `${counts.capped === 1 ? "1 user" : `${number(counts.capped)} users`} left out by a frequency cap`
      : "";
  if (total === 0 && capped === "") return "Looking up recipients.";
  if (!isComplete)
    return `Sending: ${total === 1 ? "1 delivery" : `${number(total)} deliveries`} so far.`;
  if (total === 0) return `Not sent: ${capped}.`;
  const arrived = counts.read + counts.delivered;
  const lost = counts.failed + counts.expired;
  if (lost === total) return `Not delivered to any device${capped && `; ${capped}`}.`;
  const parts = [
    arrived === total
      ? total === 1
        ? "Delivered to its device"
        : `Delivered to all ${number(total)} devices`
      : lost > 0
        ? `Delivered to ${devices(arrived)}`
        : `Delivered to ${number(arrived)} of ${devices(total)}`,
  ];
  if (counts.read > 0)
    parts.push(
      counts.read === total
        ? total === 1
          ? "and was read"
          : "and all were read"
        : `${number(counts.read)} read`,
    );
  const rest = [
    counts.submitted > 0 ? `${number(counts.submitted)} with the provider` : "",
    counts.queued > 0 ? `${number(counts.queued)} waiting` : "",
    lost > 0 ? `${number(lost)} not delivered` : "",
    capped,
  ].filter((part) => part !== "");
  return `${parts.join(counts.read === total ? " " : ", ")}${rest.length > 0 ? `; ${rest.join(", ")}` : ""}.`;
}

function number(value: number): string {
  return value.toLocaleString("en");
}

function devices(value: number): string {
  return value === 1 ? "1 device" : `${number(value)} devices`;
}
