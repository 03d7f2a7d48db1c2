import type { DeviceKind, Platform } from "@/lib/interface/device-kinds";

const names: Record<Platform, string> = { android: "Android", ios: "iOS", web: "Web" };

/** The name people use for a platform. */
export function platformName(platform: Platform): string {
  return names[platform];
}

/** The device that stands for a platform in the preview. */
export function deviceOf(platform: Platform): DeviceKind {
  return platform === "web" ? "chrome" : platform;
}
