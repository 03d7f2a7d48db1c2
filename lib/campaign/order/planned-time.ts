import type { OrderTimesInput } from "@/lib/inputs/order-times";
import { isTimeZone } from "@/lib/inputs/time-zone";
import { nextRun } from "@/lib/plan/recurrence";
import type { Subject } from "@/lib/plan/subject";
import { wallAt, wallText } from "@/lib/plan/wall-time";
import { now } from "@/lib/runtime/clock";
import { rejectInput } from "@/lib/verb/errors";

const minuteMs = 60_000;
const mostAheadMs = 10 * 366 * 86_400_000;

interface PlannedTimeInput extends OrderTimesInput {
  startsAt: string;
  timezone: string;
  followTemplate: boolean;
}

/**
 * Reads when an order is to be sent: `startsAt` in ISO 8601 UTC, `timezone` an IANA name. One that
 * recurs begins with the first run from then on, and read again its time stays the same. Throws
 * `RefusedError` for a time that has passed or is too far ahead, for an unknown time zone, and for
 * a recurrence without a run.
 *
 * @param inside the pointer to the time in the input
 */
export function plannedTime(input: PlannedTimeInput, inside = ""): NonNullable<Subject["at"]> {
  const { startsAt, timezone, lateMinutes, zoned, recurrence } = input;
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
  const times = { timezone, lateMinutes, zoned };
  if (!recurrence) return { startsAt: at.toISOString(), ...times, recurrence: null };
  const from = wallText(wallAt(at.getTime(), timezone));
  // Runs are at full minutes: that of its time counts.
  const first = nextRun({ ...recurrence, from }, timezone, at.getTime() - minuteMs);
  if (!first)
    return rejectInput(
      "It would end before it goes out for the first time. Choose a later end, or other days.",
      `${inside}/recurrence`,
    );
  const rule = { ...recurrence, from: first.local, follows: input.followTemplate };
  return { startsAt: new Date(first.at).toISOString(), ...times, recurrence: rule };
}
