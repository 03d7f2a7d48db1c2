import { deviceKinds, providerOf, type DeviceKind, type ProviderKind } from "@/lib/interface/device-kinds";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { build } from "./build";
import type { PayloadContext } from "./context";

/** A payload that its provider would not take. */
export interface Oversized {
  kind: DeviceKind;
  bytes: number;
  limit: number;
}

/** As long as a real one. */
const placeholderTransid = "00000000-0000-7000-8000-000000000000";
/** Content with fewer characters than this makes no payload that is too large, whatever it says: see the property test. */
const surelyFits = 400;

/** The payloads of a message that are larger than their providers take, of those that its app has (contract 6). */
export function oversized(effective: EffectiveRequest, app: PayloadContext["app"], providers: readonly ProviderKind[]): Oversized[] {
  if (charactersIn(effective.channels.push) + charactersIn(app) < surelyFits) return [];
  const context = { transid: placeholderTransid, acceptedAt: 0, now: 0, app };
  return deviceKinds.flatMap((kind) => {
    const built = providers.includes(providerOf(kind)) ? build(effective, kind, context) : undefined;
    return built?.tooLarge ? [{ kind, bytes: built.bytes, limit: built.limit }] : [];
  });
}

/** Characters of every text and name in a value, as one would write them in JSON; more than it has does no harm. */
function charactersIn(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 24;
  let sum = 2;
  for (const [name, member] of Object.entries(value)) sum += name.length + 4 + charactersIn(member);
  return sum;
}
