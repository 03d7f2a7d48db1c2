const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const units = [
  ["week", 7 * day],
  ["day", day],
  ["hour", hour],
  ["minute", minute],
  ["second", 1],
] as const;

/** Seconds in words, exactly: 5400 → "1 hour 30 minutes", 0 → "now or never". */
export function durationText(seconds: number): string {
  if (seconds === 0) return "now or never";
  let rest = seconds;
  const parts: string[] = [];
  for (const [name, length] of units) {
    // Two weeks are two weeks, ten days are ten days.
    if (name === "week" && rest % length !== 0) continue;
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count.toLocaleString("en")} ${name}${count === 1 ? "" : "s"}`);
  }
  return parts.join(" ");
}
