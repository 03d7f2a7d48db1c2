import type { WebKind } from "@/lib/interface/device-kinds";

/**
 * Who runs a push service. What it wants of a message it wants of every browser that subscribed
 * there.
 */
export type PushService = "google" | "mozilla" | "apple" | "microsoft";

/**
 * The push service that browsers of each kind normally use: for previews, and for hosts that match
 * none of `hosts`.
 */
const usual: Record<WebKind, PushService> = {
  chrome: "google",
  firefox: "mozilla",
  safari: "apple",
};

const hosts: [RegExp, PushService][] = [
  [/(^|\.)push\.apple\.com$/, "apple"],
  [/(^|\.)notify\.windows\.com$/, "microsoft"],
  [/(^|\.)push\.services\.mozilla\.com$/, "mozilla"],
  [/^(fcm|android|jmt17)\.googleapis\.com$/, "google"],
];

/**
 * The push service of a subscription: by the host of its endpoint, for any kind of browser that was
 * registered, since Edge, Opera and others come as `chrome`.
 *
 * @param host as `URL.hostname` gives it
 */
export function pushServiceOf(host: string, kind: WebKind): PushService {
  const name = host.replace(/\.$/, "");
  return hosts.find(([pattern]) => pattern.test(name))?.[1] ?? usual[kind];
}

/** The push service that browsers of a kind use as a rule. */
export function usualPushService(kind: WebKind): PushService {
  return usual[kind];
}

/** Values of a message's headers that do not depend on the push service. */
interface WebPushFacts {
  ttlSeconds: number;
  /** RFC 8030 5.4. */
  topic?: string | undefined;
}

/** The headers that a push service wants of a message (RFC 8030 5). Names in lower case. */
export function webPushHeaders(
  service: PushService,
  { ttlSeconds, topic }: WebPushFacts,
): Record<string, string> {
  // Apple refuses 0.
  const ttl = service === "apple" ? Math.max(ttlSeconds, 1) : ttlSeconds;
  return {
    ttl: String(ttl),
    urgency: "normal",
    // Collapsing does not apply to Safari (interface 2.8).
    ...(topic === undefined || service === "apple" ? {} : { topic }),
    // Microsoft caches messages by default and refuses a time to live that contradicts the policy.
    ...(service === "microsoft" ? { "x-wns-cache-policy": ttl === 0 ? "no-cache" : "cache" } : {}),
  };
}
