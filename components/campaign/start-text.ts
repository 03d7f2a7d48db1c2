/** When a campaign starts, in the time zone that it was chosen in. `startsAt` ISO 8601. */
export function startText(startsAt: string, timezone: string | null): string {
  const text = (timeZone: string) =>
    `${new Date(startsAt).toLocaleString("en", { dateStyle: "medium", timeStyle: "short", hourCycle: "h23", timeZone })} ${timeZone}`;
  try {
    return text(timezone ?? "UTC");
  } catch {
    return text("UTC");
  }
}
