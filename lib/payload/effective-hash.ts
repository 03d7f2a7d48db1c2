import { canonicalJson } from "@/lib/interface/canonical-json";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { digitsOf } from "@/lib/interface/exact-json";
import { sha256Hex } from "./sha256";

/**
 * The content hash of a message, 64 hexadecimal digits: equal for two messages that have the same
 * content for every kind of device.
 *
 * It is SHA-256 over the UTF-8 bytes of the effective blocks (`android`, `ios`, `web`,
 * `interactive`: the template applied, everything normalised), written as JSON without spaces, the
 * members of each object by their names' UTF-16 units, numbers of custom tags with the digits they
 * were written with. Not in it is what differs from request to request of the same message:
 * recipients, app, transid, `expiry`, correlation id, callback data and notify URL; nor how the
 * content was written: by which template or version, in full, in which order.
 *
 * @param effective resolved: a request whose template does not exist has no hash
 */
export function effectiveHash({ channels }: EffectiveRequest): string {
  return sha256Hex(
    canonicalJson(channels.push, (value) => digitsOf(value) ?? JSON.stringify(value)),
  );
}
