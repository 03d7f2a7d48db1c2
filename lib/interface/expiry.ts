import { ruleIssue } from "./issue";
import { text } from "./scalars";

const shape =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?:Z|([+-])(\d{1,2})(?::?(\d\d))?)$/;

/**
 * Milliseconds since 1970 UTC of an ISO 8601 timestamp with `Z` or an offset; `+05:30`, `+0530` and
 * `+5:30` all occur (contract 4). Digits beyond milliseconds are cut off. `undefined` for anything
 * else, a timestamp without a zone included.
 */
export function readTimestamp(value: string): number | undefined {
  const parts = shape.exec(value);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number);
  if (
    year === undefined ||
    month === undefined ||
    day === undefined ||
    hour === undefined ||
    minute === undefined ||
    second === undefined
  )
    return undefined;
  if (
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > daysIn(year, month) ||
    hour > 23 ||
    minute > 59 ||
    second > 59
  )
    return undefined;
  const offsetHours = Number(parts[9] ?? 0);
  const offsetMinutes = Number(parts[10] ?? 0);
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, Number((parts[7] ?? "").padEnd(3, "0").slice(0, 3)));
  const offsetMs = (parts[8] === "-" ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000;
  const at = date.getTime() - offsetMs;
  const utcYear = new Date(at).getUTCFullYear();
  return utcYear < 0 || utcYear > 9999 ? undefined : at;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * `expiry`, normalised to UTC with milliseconds. Whether it has passed is judged on arrival, not
 * here.
 */
export const expiry = text()
  .transform((value, ctx) => {
    if (value === "") return undefined;
    const read = readTimestamp(value);
    if (read === undefined) ctx.addIssue(ruleIssue("expiry.format"));
    return read === undefined ? undefined : new Date(read).toISOString();
  })
  .meta({
    description: "When delivery is given up: ISO 8601 with fractional seconds and Z or an offset.",
    format: "date-time",
  })
  .optional();
