import {
  deviceKinds,
  providerOf,
  type DeviceKind,
  type ProviderKind,
} from "@/lib/interface/device-kinds";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { build } from "./build";
import type { PayloadContext } from "./provider-request";

/** A payload that its provider would not take. */
export interface OversizedPayload {
  kind: DeviceKind;
  bytes: number;
  limit: number;
}

/** As long as a real one. */
const placeholderTransid = "00000000-0000-7000-8000-000000000000";
/**
 * Content that weighs less makes no payload that is too large, although a provider may get parts of
 * it twice: see the property tests.
 */
const surelyFits = 1_300;

/**
 * The payloads of a message that are larger than their providers take, of those that its app has
 * (contract 6).
 */
export function oversized(
  effective: EffectiveRequest,
  app: PayloadContext["app"],
  providers: readonly ProviderKind[],
): OversizedPayload[] {
  if (weightOf(effective.channels.push) + weightOf(app) < surelyFits) return [];
  const context = { transid: placeholderTransid, acceptedAt: 0, now: 0, app };
  return deviceKinds.flatMap((kind) => {
    const built = providers.includes(providerOf(kind))
      ? build(effective, kind, context)
      : undefined;
    return built?.tooLarge ? [{ kind, bytes: built.bytes, limit: built.limit }] : [];
  });
}

/**
 * Bytes of every text and name in a value, as JSON within JSON writes them; more than it has does
 * no harm. Runs for every request.
 */
function weightOf(value: unknown): number {
  if (typeof value === "string") return textWeight(value) + 2;
  if (typeof value !== "object" || value === null) return 24;
  let sum = 2;
  for (const [name, member] of Object.entries(value))
    sum += textWeight(name) + 4 + weightOf(member);
  return sum;
}

function textWeight(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20) sum += 8;
    else if (unit === 0x22 || unit === 0x5c) sum += 4;
    else sum += unit < 0x80 ? 1 : 3;
  }
  return sum;
}
