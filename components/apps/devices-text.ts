import type { CredentialRow } from "@/lib/directory/app/read";
import { mostCountedDevices } from "@/lib/inputs/app";

/** How many devices are reached with a credential: "1 browser", "10,000 or more devices". */
export function devicesText({
  provider,
  devices,
}: Pick<CredentialRow, "provider" | "devices">): string {
  const noun = provider === "webpush" ? "browser" : "device";
  return `${devices.toLocaleString("en")}${devices >= mostCountedDevices ? " or more" : ""} ${noun}${devices === 1 ? "" : "s"}`;
}
