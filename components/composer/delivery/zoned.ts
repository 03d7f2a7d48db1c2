import { isTimeZone, type PlannedTimeInput } from "@/lib/inputs/time-zone";
import { momentsAt, wallAt, wallOf, wallText, type Moments } from "@/lib/plan/wall-time";

let zones: readonly string[] | undefined;

/** The time zones that the browser knows, UTC first. */
export function zonesOf(): readonly string[] {
  zones ??= ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
  return zones;
}

const areas = ["Africa", "America", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];

/**
 * The zone that a text means as people write it: its name in any case, or the city that it ends
 * with. Undefined for anything else.
 */
export function zoneLike(text: string): string | undefined {
  const zoneText = text.trim().toLowerCase().replaceAll(/\s+/g, "_");
  const all = zonesOf();
  // Browsers list some cities by a former name, and take the present one all the same:
  // Asia/Kolkata.
  const city = zoneText.replaceAll(/(?<![a-z])[a-z]/g, (letter) => letter.toUpperCase());
  return (
    all.find((zone) => zone.toLowerCase() === zoneText) ??
    all.find((zone) => zone.toLowerCase().slice(zone.lastIndexOf("/") + 1) === zoneText) ??
    [text.trim(), ...areas.map((area) => `${area}/${city}`)].find(isTimeZone)
  );
}

/** The city of a time zone, and the area that it is in; "" for a zone that has none. */
export function zoneName(zone: string): { city: string; area: string } {
  const [area = "", ...rest] = zone.replaceAll("_", " ").split("/");
  return {
    city: rest.at(-1) ?? area,
    area: rest.length === 0 ? "" : [area, ...rest.slice(0, -1)].join(", "),
  };
}

/** What clocks in a zone show, and how far they are from UTC. `now` in milliseconds UTC. */
export function zoneClock(zone: string, now: number): { offset: string; time: string } {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "longOffset",
  }).formatToParts(now);
  const part = (partType: string) => parts.find(({ type }) => type === partType)?.value ?? "";
  return {
    offset: part("timeZoneName")
      .replace("GMT", "UTC")
      .replace(/^UTC\+00:00$/, "UTC"),
    time: `${part("hour")}:${part("minute")}`,
  };
}

/**
 * The zones that a text means: all of them for a zone as it is called, or no text; otherwise the
 * cities that begin with it first.
 */
export function zonesFor(text: string): readonly string[] {
  const searchText = folded(text);
  const all = zonesOf();
  if (searchText === "" || all.includes(text)) return all;
  const cityOf = (zone: string) => folded(zone.slice(zone.lastIndexOf("/") + 1));
  const ranks = all.map((zone) => ({
    zone,
    rank: cityOf(zone).startsWith(searchText)
      ? 0
      : folded(zone).startsWith(searchText)
        ? 1
        : folded(zone).includes(searchText)
          ? 2
          : 3,
  }));
  const fitting = [0, 1, 2].flatMap((wantedRank) =>
    ranks.flatMap(({ zone, rank }) => (rank === wantedRank ? [zone] : [])),
  );
  const match = zoneLike(text);
  return match === undefined ? fitting : [match, ...fitting.filter((zone) => zone !== match)];
}

const folded = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, " ");

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
