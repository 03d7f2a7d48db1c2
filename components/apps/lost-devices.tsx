import { Banner } from "@/components/ui/banner";
import type { CredentialRow } from "@/lib/directory/app/read";
import { devicesText } from "./devices-text";

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
