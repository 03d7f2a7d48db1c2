import { z } from "zod";

/**
 * How the span of a cap is counted: hours back from the moment of sending, or calendar days in the
 * user's time zone, the present day among them.
 */
export const capUnits = ["hours", "days"] as const;
/** One of {@link capUnits}. */
export type CapUnit = (typeof capUnits)[number];

/** Caps of a service. */
export const mostCaps = 5;
/** Messages that a cap may allow. */
const mostMessages = 100;
/** The longest span of a cap: 30 days either way. */
const longestSpan: Readonly<Record<CapUnit, number>> = { hours: 720, days: 30 };

/** A frequency cap: a user gets at most so many campaign messages in such a span. */
export const frequencyCapSchema = z
  .object({
    messages: z
      .int("takes a whole number of messages")
      .min(1, "takes 1 or more; remove the cap if there is to be none")
      .max(mostMessages, `takes at most ${mostMessages}`),
    span: z.int("takes a whole number").min(1, "takes 1 or more"),
    unit: z.enum(capUnits),
  })
  .refine(({ span, unit }) => span <= longestSpan[unit], {
    path: ["span"],
    message: `takes at most ${longestSpan.hours} hours or ${longestSpan.days} days`,
  });
/** One of {@link frequencyCapSchema}. */
export type FrequencyCap = z.output<typeof frequencyCapSchema>;

/** Arguments of the caps of a service. */
export const frequencyCaps = z
  .array(frequencyCapSchema)
  .max(mostCaps, `takes at most ${mostCaps} caps`);

/** "at most 3 messages in 24 hours", "at most 1 message a calendar day". */
export function capText({ messages, span, unit }: FrequencyCap): string {
  const most = `at most ${messages} ${messages === 1 ? "message" : "messages"}`;
  const noun = unit === "hours" ? "hour" : "calendar day";
  if (span > 1) return `${most} in ${span} ${noun}s`;
  return `${most} ${unit === "hours" ? "an" : "a"} ${noun}`;
}

/** Milliseconds after which no cap counts a message any more: a day has 25 hours at times. */
export function longestCapMs(caps: readonly FrequencyCap[]): number {
  const hours = caps.map(({ span, unit }) => (unit === "hours" ? span : (span + 1) * 24 + 2));
  return Math.max(0, ...hours) * 3_600_000;
}
