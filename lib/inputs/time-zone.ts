import { z } from "zod";
import { text } from "./text";

/**
 * Whether a text names a time zone. Offsets such as +05:00 are none: some engines read them, and
 * others, Node 20 among them, refuse them.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,99}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

let namesByLowerCase: ReadonlyMap<string, string> | undefined;

/**
 * Returns the name of a time zone as it is spelled, `Europe/Berlin` for `europe/berlin`: engines
 * read names in any case, and zones are compared by their names. An alias stays the name that it
 * is: which zone it becomes differs between engines. Throws for what {@link isTimeZone} refuses.
 */
export function spelledTimeZone(name: string): string {
  namesByLowerCase ??= new Map(
    Intl.supportedValuesOf("timeZone").map((one) => [one.toLowerCase(), one]),
  );
  const lowerCase = name.toLowerCase();
  const listed = namesByLowerCase.get(lowerCase);
  if (listed !== undefined) return listed;
  // Such as UTC and Etc/GMT-2, which Node 20 does not list.
  const { timeZone } = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
  return timeZone.toLowerCase() === lowerCase ? timeZone : name;
}

/**
 * Returns the time zone that a device reports by its IANA name: from such a name, or from a
 * whole-hour offset as Java writes it, `GMT+02:00`, which is `Etc/GMT-2`. Undefined for what names
 * no time zone, and for other offsets, which have no name.
 */
export function deviceTimeZone(text: string): string | undefined {
  if (isTimeZone(text)) return spelledTimeZone(text);
  const [, sign = "", hoursText = ""] = /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?00)?$/.exec(text) ?? [];
  const hours = Number(hoursText);
  if (sign === "" || hours > (sign === "+" ? 14 : 12)) return undefined;
  // POSIX counts westwards.
  return hours === 0 ? "Etc/GMT" : `Etc/GMT${sign === "+" ? "-" : "+"}${hours}`;
}

/** The time zone of a form. */
export const zoneText = text(100).refine(
  isTimeZone,
  "Choose a time zone from the list, such as Europe/Berlin.",
);

/**
 * When something is to happen, as a person chooses it: what clocks show in a zone, and of a time
 * that comes twice which one.
 */
export const plannedTimeSchema = z.object({
  /** As `<input type="datetime-local">` has it. */
  local: text(100).min(1, "Choose a date and a time."),
  zone: zoneText,
  turn: z.enum(["first", "second"]),
});
export type PlannedTimeInput = z.input<typeof plannedTimeSchema>;
