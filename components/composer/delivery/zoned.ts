import { isTimeZone, type PlannedTimeInput } from "@/lib/inputs/time-zone";
import { momentsAt, wallAt, wallOf, wallText, type Moments } from "@/lib/plan/wall-time";

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** A date and a time that many want, as `<input type="datetime-local">` has it. */
export interface UsualTime {
  label: string;
  local: string;
}

/**
 * Returns what is chosen most, by the clocks of a zone: in an hour, this morning as long as it is
 * to come, tomorrow morning, Monday morning. Empty for an unknown zone. The weekday is that of the
 * zone.
 */
export function usualTimes(now: number, zone: string): UsualTime[] {
  if (!isTimeZone(zone)) return [];
  const wall = new Date(wallAt(now, zone));
  const morning = (days: number) => {
    const day = new Date(wall);
    day.setUTCDate(day.getUTCDate() + days);
    day.setUTCHours(9, 0);
    return wallText(day.getTime());
  };
  const weekday = wall.getUTCDay();
  // Later than that it is as good as in an hour.
  const isEarly = wall.getUTCHours() < 8;
  const step = 5 * minuteMs;
  // Where the reader is it may be another day.
  const chip = (name: string, days: number) => `${name}, ${weekdays[(weekday + days) % 7]} 09:00`;
  const untilMonday = (8 - weekday) % 7 || 7;
  return [
    {
      label: "In an hour",
      local: wallText(wallAt(Math.ceil((now + 60 * minuteMs) / step) * step, zone)),
    },
    ...(isEarly ? [{ label: chip("Today", 0), local: morning(0) }] : []),
    { label: chip("Tomorrow", 1), local: morning(1) },
    ...(untilMonday === 1
      ? []
      : [
          {
            label: untilMonday === 7 ? "Next Monday, 09:00" : "Monday, 09:00",
            local: morning(untilMonday),
          },
        ]),
  ];
}

/**
 * A moment as it is chosen by the clocks of a zone; by UTC where the zone is none. `at` in
 * milliseconds UTC.
 */
export function choiceOf(at: number, zone: string): PlannedTimeInput {
  const validZone = isTimeZone(zone) ? zone : "UTC";
  const local = wallText(wallAt(at, validZone));
  const moments = momentsIn(local, validZone);
  const isSecond = moments?.kind === "twice" && moments.second.getTime() === at;
  return { local, zone: validZone, turn: isSecond ? "second" : "first" };
}

const minuteMs = 60_000;

/**
 * The moments at which clocks in a zone show this date and time; undefined when either is none.
 *
 * @param local as `<input type="datetime-local">` has it
 */
export function momentsIn(local: string, zone: string): Moments | undefined {
  const wall = wallOf(local);
  return wall === undefined || !isTimeZone(zone) ? undefined : momentsAt(wall, zone);
}
