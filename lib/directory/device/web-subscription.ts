import { createHash, ECDH } from "node:crypto";
import { subscriptionSchema } from "@/lib/inputs/device";
import type { Subscription } from "./subscriptions";

/** The short push id of a subscription: the same endpoint has the same id, always. 176 bits of a hash. */
export function shortPushId(subscription: Subscription): string {
  return `w_${createHash("sha256").update(subscription.endpoint).digest("base64url").slice(0, 30)}`;
}

/** Whether its public key is a point of P-256: encryption would fail on any other (RFC 8291 3.1). */
export function hasPoint({ keys }: Subscription): boolean {
  try {
    ECDH.convertKey(Buffer.from(keys.p256dh, "base64url"), "prime256v1");
    return true;
  } catch {
    return false;
  }
}

/** A push id that is a whole subscription, as JSON or as base64url of JSON (contract 8); undefined when it is none. */
export function subscriptionIn(pushid: string): Subscription | undefined {
  const text = pushid.trimStart().startsWith("{") ? pushid : Buffer.from(pushid, "base64url").toString("utf8");
  if (!text.trimStart().startsWith("{")) return undefined;
  try {
    const parsed = subscriptionSchema.safeParse(withoutPadding(JSON.parse(text)));
    return parsed.success && hasPoint(parsed.data) ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Some libraries write the keys in plain base64, padded. */
function withoutPadding(value: unknown): unknown {
  const keys = (value as { keys?: Record<string, unknown> } | null)?.keys;
  if (typeof keys !== "object" || keys === null) return value;
  const clean = (key: unknown) => (typeof key === "string" ? key.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") : key);
  return { ...(value as object), keys: { p256dh: clean(keys["p256dh"]), auth: clean(keys["auth"]) } };
}
