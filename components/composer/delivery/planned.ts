import type { PlannedTimeInput } from "@/lib/inputs/time-zone";
import { readTimestamp } from "@/lib/interface/expiry";
import { textIn } from "@/lib/interface/value-shape";
import { momentsIn } from "./zoned";

/** What choosing a date and time in a zone amounts to. */
export interface PlannedTime {
  /** Undefined while there is no date or no zone. */
  at: Date | undefined;
  /** Why nothing can be sent then, and what to do. */
  error: string | undefined;
  /** What a change of clocks makes of it. */
  notice: string | undefined;
  /** Both moments of a time that comes twice, in words. */
  turns: Record<PlannedTimeInput["turn"], string> | undefined;
}

interface PlannedOptions extends PlannedTimeInput {
  /** Of the request, as it was written. */
  expiry: unknown;
  /** Milliseconds UTC. */
  now: number;
}

/**
 * Reads when a message is to be sent: the moment, and what the user who chose it should know of it
 * at once.
 */
export function planned({ local, zone, turn, expiry, now }: PlannedOptions): PlannedTime {
  const moments = momentsIn(local, zone);
  if (!moments) return { at: undefined, error: undefined, notice: undefined, turns: undefined };
  const wall = local.slice(local.indexOf("T") + 1).slice(0, 5);
  const at = moments.kind === "twice" ? moments[turn] : moments.at;
  const turns =
    moments.kind === "twice"
      ? {
          first: `The first, ${offsetText(moments.first, zone)}`,
          second: `The second, ${offsetText(moments.second, zone)}`,
        }
      : undefined;
  const notices = {
    once: undefined,
    skipped: `${wall} doesn’t exist on that day in ${zone}, because clocks go forward. The message is sent at ${timeText(at, zone)}.`,
    twice: `${wall} occurs twice on that day in ${zone}, because clocks go back. Choose one.`,
  };
  return { at, error: whyNot(at, zone, expiry, now), notice: notices[moments.kind], turns };
}

function whyNot(at: Date, zone: string, expiry: unknown, now: number): string | undefined {
  if (at.getTime() <= now)
    return `This time has passed: in ${zone} it is ${momentText(new Date(now), zone)}. Choose a later one.`;
  const until = readTimestamp(textIn(expiry));
  if (until === undefined || until > at.getTime()) return undefined;
  return `The message expires before that, on ${momentText(new Date(until), zone)}, and would reach no recipients. Choose an earlier time, or a later expiry under Delivery.`;
}

function momentText(at: Date, zone: string): string {
  return at.toLocaleString("en", {
    dateStyle: "medium",
    timeStyle: "short",
    hourCycle: "h23",
    timeZone: zone,
  });
}

function timeText(at: Date, zone: string): string {
  return at.toLocaleTimeString("en", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: zone,
  });
}

function offsetText(at: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    timeZoneName: "longOffset",
  }).formatToParts(at);
  return (parts.find(({ type }) => type === "timeZoneName")?.value ?? "").replace("GMT", "UTC");
}
