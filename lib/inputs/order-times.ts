import { z } from "zod";
import { dayNumbers, weekdays } from "./sending-times";
import { text } from "./text";
import { plannedTimeSchema } from "./time-zone";

/** Minutes after its time from which on a scheduled order may ask instead of going out. */
const lateMinutes = z
  .int("takes a whole number of minutes")
  .min(5, "takes 5 or more")
  .max(7 * 24 * 60, "takes at most 10,080 (a week)");

const dateText = text(10).regex(/^\d{4}-\d{2}-\d{2}$/, "takes a date such as 2027-12-31");

/** On which dates an order recurs, at the time of the first one. */
const recurrence = z.object({
  every: z.enum(["day", "week", "month"]),
  /** Of a weekly one: 1 Monday to 7 Sunday. */
  days: z.array(z.int().min(1).max(7)).max(7).readonly().optional(),
  /** The last date that may have a run; null: it does not end. */
  until: dateText.nullable(),
});

/** What a member chooses of when an order goes out, besides the time itself. */
export const orderTimes = {
  /** Null: it goes out however late it is. */
  lateMinutes: lateMinutes.nullable().default(60),
  /** It goes out when the clocks of each recipient show its time. */
  zoned: z.boolean().default(false),
  /** Null: it goes out once. */
  recurrence: recurrence.nullable().default(null),
};
/** What {@link orderTimes} yields. */
export type OrderTimesInput = z.output<z.ZodObject<typeof orderTimes>>;

/** How late an order may be before it asks, as a form offers it: minutes, or however late. */
export const lateChoices = ["15", "60", "240", "1440", "never"] as const;
/** How often an order goes out, as a form offers it. */
const repeatChoices = ["never", "day", "weekdays", "week", "month"] as const;

/** The form of a schedule: its time, how often, and what happens when it is missed. */
export const scheduleFormSchema = plannedTimeSchema
  .extend({
    late: z.enum(lateChoices),
    repeats: z.enum(repeatChoices),
    /** Of a weekly one. */
    days: z.array(z.enum(weekdays)).max(weekdays.length),
    /** "" for one that does not end. */
    until: z.union([z.literal(""), dateText]),
  })
  .check(({ value, issues }) => {
    const { repeats, days, until, local } = value;
    if (repeats === "week" && days.length === 0)
      issues.push({
        code: "custom",
        path: ["days"],
        message: "Choose at least one day.",
        input: days,
      });
    if (repeats !== "never" && until !== "" && until < local.slice(0, until.length))
      issues.push({
        code: "custom",
        path: ["until"],
        message: "Choose a date after the first one, or leave it empty.",
        input: until,
      });
  });
export type ScheduleFormInput = z.input<typeof scheduleFormSchema>;

const workdays = [1, 2, 3, 4, 5] as const;

/** The {@link orderTimes} that a form chose. */
export function orderTimesOf(form: ScheduleFormInput, zoned: boolean): OrderTimesInput {
  return {
    lateMinutes: form.late === "never" ? null : Number(form.late),
    zoned,
    recurrence: recurrenceOf(form),
  };
}

function recurrenceOf({ repeats, days, until }: ScheduleFormInput): OrderTimesInput["recurrence"] {
  if (repeats === "never") return null;
  const end = until === "" ? null : until;
  if (repeats === "weekdays") return { every: "week", days: workdays, until: end };
  if (repeats !== "week") return { every: repeats, until: end };
  return { every: "week", days: dayNumbers(days), until: end };
}

/** What a schedule was before it became a draft again, as a form has it; the usual for none. */
export function formTimes(times: unknown): {
  form: Pick<ScheduleFormInput, "late" | "repeats" | "days" | "until">;
  zoned: boolean;
} {
  const read = z.object(orderTimes).safeParse(times ?? {});
  const { lateMinutes: minutes, zoned, recurrence: rule } = read.success ? read.data : usual;
  const late = lateChoices.find((choice) => choice === String(minutes ?? "never")) ?? "60";
  const days = rule?.days ?? [];
  const isWorkdays = days.join() === workdays.join();
  return {
    form: {
      late,
      repeats: rule === null ? "never" : isWorkdays ? "weekdays" : rule.every,
      days: isWorkdays ? [] : weekdays.filter((_, index) => days.includes(index + 1)),
      until: rule?.until ?? "",
    },
    zoned,
  };
}

const usual: OrderTimesInput = { lateMinutes: 60, zoned: false, recurrence: null };
