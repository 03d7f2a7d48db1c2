/** Light or dark: the device's own setting, independent of the console's. */
export type Scheme = "light" | "dark";

/** The text size that the owner of a device chose. */
export type TextSize = "normal" | "large" | "largest";

/** What the owner of a device has set, as far as it changes how a notification looks. */
export interface DeviceSettings {
  scheme: Scheme;
  /** Absent: normal. */
  textSize?: TextSize;
  /** Set to a language that is written from right to left. */
  rightToLeft?: boolean;
}

/**
 * How devices are set, in words, what leaves the shop so left out but for light or dark: "Dark,
 * largest text, right to left".
 */
export function settingsText({
  scheme,
  textSize = "normal",
  rightToLeft = false,
}: DeviceSettings): string {
  const parts = [scheme === "dark" ? "Dark" : "Light"];
  if (textSize !== "normal") parts.push(`${textSize} text`);
  if (rightToLeft) parts.push("right to left");
  return parts.join(", ");
}
