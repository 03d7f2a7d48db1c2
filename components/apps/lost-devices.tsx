import { Banner } from "@/components/ui/banner";
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

/** Before a pair of keys for Web Push is replaced: who cannot be reached any more. */
export function LostDevices({
  credential,
}: {
  credential: Pick<CredentialRow, "provider" | "devices">;
}) {
  if (credential.devices === 0) return null;
  return (
    <Banner
      kind="warning"
      title={`${devicesText(credential)} can no longer be reached with new keys`}
    >
      Browsers are bound to the keys that they subscribed with. Each has to open your site and
      subscribe again.
    </Banner>
  );
}
