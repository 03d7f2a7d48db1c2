import type { ProviderKind } from "@/lib/interface/device-kinds";
import { providerNames } from "@/lib/interface/provider-names";

/** What became of a delivery, as the interface reports it. */
interface Told {
  code: string;
  description: string;
}

const words: ReadonlyMap<string, string> = new Map([
  ["Unknown user", "No device"],
  ["All devices of this user are unregistered", "Only devices that are no longer registered"],
  ["The message has no content for any device of this user", "Only devices of a kind that this message leaves out"],
]);

const tooLarge = /^The payload is (\d+) bytes; (fcm|hms|apns|webpush) takes (\d+)$/;

/** Why a delivery did not arrive, in the console's words; in the interface's own where it has no others. */
export function reasonText({ code, description }: Told): string {
  const [, bytes, provider = "", limit] = tooLarge.exec(description) ?? [];
  if (bytes !== undefined)
    return `Too large for ${providerNames[provider as ProviderKind]} (${Number(bytes).toLocaleString("en")} of ${Number(limit).toLocaleString("en")} bytes)`;
  return words.get(description) ?? (description === "" ? `Code ${code}` : description);
}
