/**
 * When a campaign starts, in the time zone that it was chosen in or, where `isZoned`, by the clocks
 * of each recipient. `startsAt` ISO 8601.
 */
export function startText(startsAt: string, timezone: string | null, isZoned: boolean): string {
  const text = (timeZone: string) =>
    `${new Date(startsAt).toLocaleString("en", { dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone })} ${isZoned ? "in each recipient’s time" : timeZone}`;
  try {
    return text(timezone ?? "UTC");
  } catch {
    return text("UTC");
  }
}
