import { closeMs, quotaAMinute } from "@/lib/plan/collisions";
import { isOpenAt, nextOpen, type SendingHours } from "@/lib/plan/sending-hours";
import { wallAt } from "@/lib/plan/wall-time";
import type { Collision } from "@/lib/results/find-collisions";
import type { CalendarRow } from "@/lib/results/list-calendar";
import { dayText, localAt } from "./days";

/** When campaigns of a service may go out, and the zone of recipients who have none. */
export interface ServiceHours {
  timezone: string;
  hours: SendingHours;
}

/** Returns the time of day of what clocks show, “09:00”. */
export function clockOf(local: string): string {
  return local.slice(11, 16);
}

/** Returns what clocks show in words, “Tuesday, December 1, 2026, 09:00”. */
export function localText(local: string): string {
  return `${dayText(local.slice(0, 10))}, ${clockOf(local)}`;
}

const minuteMs = 60_000;

/** Returns what a collision means, in sentences. */
export function collisionText(collision: Collision): string {
  const { campaigns, recipients } = collision;
  const names = campaigns.map(({ name }) => `“${name}”`);
  const count = recipients.toLocaleString("en");
  if (collision.kind === "quota")
    return `${listed(names)} use the Firebase project ${collision.project}, which accepts ${quotaAMinute.toLocaleString("en")} messages a minute. Together they have ${count} recipients, so the later ones may wait.`;
  const who = collision.exact
    ? `the same ${recipients === 1 ? "recipient" : `${count} recipients`}`
    : `about ${count} of the same recipients`;
  const [one = 0, other = 0] = campaigns.map(({ at }) => Date.parse(at));
  return `${listed(names)} go to ${who}, ${apartText(Math.abs(one - other))}.`;
}

function apartText(ms: number): string {
  const minutes = Math.min(Math.round(ms / minuteMs), closeMs / minuteMs - 1);
  if (minutes === 0) return "at the same time";
  return minutes === 1 ? "1 minute apart" : `${minutes} minutes apart`;
}

const mostNames = 3;

function listed(names: readonly string[]): string {
  const visible = names.length > mostNames ? names.slice(0, mostNames - 1) : names;
  const rest = names.length - visible.length;
  const all = rest === 0 ? visible : [...visible, `${rest} other campaigns`];
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} and ${all.at(-1) ?? ""}`;
}

/**
 * Returns what the sending times of a service do to a campaign at its time; undefined where they
 * are open then. One that goes out in each recipient's time is judged by that, any other by the
 * clocks of the service: recipients elsewhere go by their own.
 */
export function hoursText(
  { at, timezone, times }: Pick<CalendarRow, "at" | "timezone" | "times">,
  service: ServiceHours,
): string | undefined {
  const zoned = times?.zoned === true;
  const zone = zoned ? (timezone ?? service.timezone) : service.timezone;
  const moment = Date.parse(at);
  if (isOpenAt(wallAt(moment, zone), service.hours)) return undefined;
  const time = clockOf(localAt(moment, zone));
  const closed = zoned
    ? `${time} is outside the sending times of this service.`
    : `In ${zone} it is ${time} then, outside the sending times of this service.`;
  const opens = nextOpen(moment, zone, service.hours);
  if (opens === undefined) return closed;
  return `${closed} ${zoned ? "Recipients" : "Recipients there"} get it from ${clockOf(localAt(opens, zone))} on.`;
}
