import { expect, it } from "vitest";
import { formTimes, orderTimesOf, scheduleFormSchema, type ScheduleFormInput } from "./order-times";

const time = { local: "2027-01-15T09:00", zone: "UTC", turn: "first" as const };
const usual = { late: "60", repeats: "never", days: [], until: "" } as const;

it.each<Partial<ScheduleFormInput>>([
  {},
  { late: "never" },
  { repeats: "day", until: "2027-12-31" },
  { repeats: "weekdays" },
  { repeats: "week", days: ["monday", "sunday"] },
  { repeats: "month" },
])("reads %o back as it was chosen", (part) => {
  const form = { ...usual, days: [], ...part };
  const times = orderTimesOf({ ...time, ...form }, true);
  expect(formTimes(times)).toEqual({ form, zoned: true });
});

it("reads anything else as the usual", () => {
  for (const times of [
    null,
    undefined,
    "x",
    { lateMinutes: -1 },
    { recurrence: { every: "hour" } },
  ])
    expect(formTimes(times)).toEqual({ form: usual, zoned: false });
});

it("wants days of a weekly rule, and an end behind the first date", () => {
  const problems = (part: Partial<ScheduleFormInput>) =>
    scheduleFormSchema
      .safeParse({ ...time, ...usual, ...part })
      .error?.issues.map(({ path }) => path.join("."));
  expect(problems({})).toBeUndefined();
  expect(problems({ repeats: "week" })).toEqual(["days"]);
  expect(problems({ repeats: "day", until: "2027-01-14" })).toEqual(["until"]);
  expect(problems({ repeats: "day", until: "2027-01-15" })).toBeUndefined();
});
