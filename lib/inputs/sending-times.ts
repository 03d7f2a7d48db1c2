import { z } from "zod";
import { zoneText } from "./time-zone";

/** Days of the week as forms call them, in their order. */
export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** Returns the numbers of weekdays in their order: 1 Monday to 7 Sunday. */
export function dayNumbers(days: readonly (typeof weekdays)[number][]): number[] {
  return weekdays.flatMap((day, index) => (days.includes(day) ? [index + 1] : []));
}

const dayMinute = z.int("takes a time such as 22:00").min(0).max(1_439);

/** Fields of when campaigns of a service go out; times in minutes after midnight. */
export const sendingTimes = {
  timezone: zoneText,
  quietFrom: dayMinute.optional(),
  quietTo: dayMinute.optional(),
  windowFrom: dayMinute.optional(),
  windowTo: dayMinute.optional(),
  windowDays: z.array(z.enum(weekdays)).max(weekdays.length).transform(dayNumbers),
};

interface Times {
  quietFrom?: number | undefined;
  quietTo?: number | undefined;
  windowFrom?: number | undefined;
  windowTo?: number | undefined;
  windowDays: readonly number[];
}

/** Adds, each at its field, what is wrong with {@link sendingTimes} as a whole. */
export function sendingTimesProblem({ value, issues }: z.core.ParsePayload<Times>): void {
  const reject = (path: keyof Times, message: string) =>
    issues.push({ code: "custom", path: [path], message, input: value[path] });
  for (const [from, to] of [
    ["quietFrom", "quietTo"],
    ["windowFrom", "windowTo"],
  ] as const) {
    if (value[from] === undefined && value[to] !== undefined)
      reject(from, "Enter when these hours begin, or leave both empty.");
    if (value[from] !== undefined && value[to] === undefined)
      reject(to, "Enter when these hours end, or leave both empty.");
    if (value[from] !== undefined && value[from] === value[to])
      reject(to, "Enter another time than the one at which these hours begin.");
  }
  if (value.windowFrom !== undefined && value.windowDays.length === 0)
    reject("windowDays", "Choose at least one day.");
}
