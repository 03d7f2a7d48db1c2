import { isTimeZone } from "@/lib/inputs/time-zone";

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
