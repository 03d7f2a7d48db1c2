import type { DeviceSettings } from "@/components/preview/device-settings";

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
