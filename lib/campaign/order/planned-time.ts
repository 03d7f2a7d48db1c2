import { isTimeZone } from "@/lib/inputs/time-zone";
import type { Subject } from "@/lib/plan/subject";
import { now } from "@/lib/runtime/clock";
import { rejectInput } from "@/lib/verb/errors";

const mostAheadMs = 10 * 366 * 86_400_000;

/**
 * Reads when an order is to be sent: `startsAt` in ISO 8601 UTC, `timezone` an IANA name. Throws
 * `RefusedError` for a time that has passed or is too far ahead, and for an unknown time zone.
 *
 * @param inside the pointer to the time in the input
 */
export function plannedTime(
  { startsAt, timezone }: { startsAt: string; timezone: string },
  inside = "",
): NonNullable<Subject["at"]> {
  const at = new Date(startsAt);
  if (!isTimeZone(timezone))
    rejectInput(
      "Choose a time zone by its IANA name, such as Europe/Berlin.",
      `${inside}/timezone`,
    );
  if (Number.isNaN(at.getTime()) || at.getTime() <= now())
    rejectInput("Choose a time in the future.", `${inside}/startsAt`);
  if (at.getTime() > now() + mostAheadMs)
    rejectInput("Choose a time within the next ten years.", `${inside}/startsAt`);
  return { startsAt: at.toISOString(), timezone };
}
