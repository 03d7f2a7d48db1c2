import type { CredentialRow } from "@/lib/directory/app/read";

/** Devices are counted up to here. */
const mostCounted = 10_000;

/** How many devices are reached with a credential: "1 browser", "10,000 or more devices". */
export function devicesText({ provider, devices }: Pick<CredentialRow, "provider" | "devices">): string {
  const noun = provider === "webpush" ? "browser" : "device";
  return `${devices.toLocaleString("en")}${devices >= mostCounted ? " or more" : ""} ${noun}${devices === 1 ? "" : "s"}`;
}
