/** In which order a date is written whose parts are numbers. */
export type DateOrder = "dmy" | "mdy";

export const dateOrders: readonly DateOrder[] = ["dmy", "mdy"];

/** As a person says it. */
export const orderNames: Readonly<Record<DateOrder, string>> = {
  dmy: "day/month/year",
  mdy: "month/day/year",
};

/** "07/02/2026", "7.2.2026", "07-02-2026". */
const numbers = /^\s*(\d{1,2})([./-])(\d{1,2})\2(\d{4})\s*$/;

/**
 * A date as a spreadsheet writes it, in ISO 8601: "07/02/2026" is 2026-02-07 day first. Undefined
 * for what is no date in that order.
 */
export function isoDate(text: string, order: DateOrder): string | undefined {
  const [, first = "", , second = "", year = ""] = numbers.exec(text) ?? [];
  const [day, month] = order === "dmy" ? [first, second] : [second, first];
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = new Date(`${iso}T00:00:00Z`);
  // A day that its month does not have is another day for Date.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined;
}
