import { z } from "zod";
import { isSendable, unsendable, withoutEdges } from "./text";
import { hasUserInfo, hostName, isLocalHost, parseUrl, userInfoRefused } from "./url";

const longestEndpoint = 2_048;

/**
 * Standard base64, padded or wrapped, and base64url are one form: base64url without padding (RFC
 * 4648 5).
 */
function base64urlOf(base64: string): string {
  return base64
    .replace(/\s+/g, "")
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/={1,2}$/, "");
}

/** Bytes in base64url or base64, read as base64url without padding. */
function bytesText(characters: number, error: string) {
  return z
    .string()
    .overwrite(base64urlOf)
    .refine((text) => text.length === characters && /^[\w-]+$/.test(text), { error });
}

/**
 * One form of an endpoint: what stands behind `#` is never sent, and a host with a last dot is the
 * one without it.
 */
function oneEndpoint(endpoint: string): string {
  const url = parseUrl(endpoint);
  if (!url) return endpoint;
  url.hash = "";
  url.hostname = hostName(url.hostname);
  return url.href;
}

/**
 * Whether something may be sent to an endpoint as far as it says itself: push services are https
 * (RFC 8030, 8). Only those of this machine or of a private network, such as the sandbox's, may go
 * without; the guard of outgoing calls decides about them.
 */
function isSecure(endpoint: string): boolean {
  const url = parseUrl(endpoint);
  return url?.protocol !== "http:" || isLocalHost(hostName(url.hostname));
}

/**
 * What a browser gives when it subscribes: `PushSubscription.toJSON()`. Its keys may be in base64
 * as well; they are read as base64url.
 */
export const subscriptionSchema = z.object({
  endpoint: z
    .string()
    .refine(isSendable, { error: unsendable, abort: true })
    .max(longestEndpoint, `takes at most ${longestEndpoint.toLocaleString("en")} characters`)
    .overwrite(withoutEdges)
    .pipe(
      z
        .url({
          protocol: /^https?$/,
          normalize: true,
          error: "must be an https address",
          abort: true,
        })
        .refine((url) => !hasUserInfo(url), { error: userInfoRefused })
        .refine(isSecure, { error: "must be an https address" })
        .overwrite(oneEndpoint),
    ),
  keys: z.object({
    p256dh: bytesText(
      87,
      "must be the 65 bytes of the browser's public key in base64url or base64",
    ),
    auth: bytesText(22, "must be the 16 bytes of the browser's secret in base64url or base64"),
  }),
});

/** What a browser gave when it subscribed (W3C Push API, `PushSubscription.toJSON()`). */
export type Subscription = z.output<typeof subscriptionSchema>;

/**
 * Number of cached readings, and characters of the longest cached text. A message reads each of its
 * recipients several times, and checking the point on the curve is slow.
 */
const [mostReadings, longestCached] = [4_096, 4_096];
const readings = new Map<string, Readonly<Subscription> | null>();

/**
 * The subscription that a push id is, as JSON or as base64 of JSON (contract 8); undefined when it
 * is none that can be sent to.
 */
export function subscriptionIn(pushid: string): Readonly<Subscription> | undefined {
  const cachedReading = readings.get(pushid);
  if (cachedReading !== undefined) return cachedReading ?? undefined;
  const parsed = parsedIn(pushid);
  if (parsed === undefined) return undefined;
  const read = parsed.success && hasPoint(parsed.data) ? Object.freeze(parsed.data) : undefined;
  if (pushid.length > longestCached) return read;
  const [oldest] = readings.size < mostReadings ? [] : readings.keys();
  if (oldest !== undefined) readings.delete(oldest);
  readings.set(pushid, read ?? null);
  return read;
}

/**
 * What is wrong with the endpoint of a push id that is a subscription, as a sentence behind its
 * name; undefined when the rest of it is.
 */
export function endpointFault(pushid: string): string | undefined {
  return parsedIn(pushid)?.error?.issues.find(({ path: [member] }) => member === "endpoint")
    ?.message;
}

function parsedIn(pushid: string) {
  const json = objectText(pushid);
  if (json === undefined) return undefined;
  try {
    return subscriptionSchema.safeParse(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/**
 * The JSON object that a push id holds, as it is or in base64; undefined when it begins like none.
 */
export function objectText(pushid: string): string | undefined {
  const text = withoutEdges(pushid);
  if (text.startsWith("{")) return text;
  // A JSON object in base64 begins so, whether a line end, a space or a quotation mark follows its
  // brace.
  return /^e[wy]/.test(text) ? decoded(text) : undefined;
}

function decoded(base64: string): string | undefined {
  try {
    const plain = base64urlOf(base64).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
    const text = new TextDecoder().decode(bytes);
    return text.startsWith("{") ? text : undefined;
  } catch {
    return undefined;
  }
}

const prime = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const coefficient = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/**
 * Whether its public key is a point of P-256, uncompressed: encryption would fail on any other (RFC
 * 8291 3.1, SEC 1 2.3.4).
 */
export function hasPoint({ keys }: Subscription): boolean {
  const bytes = Uint8Array.from(
    atob(keys.p256dh.replaceAll("-", "+").replaceAll("_", "/")),
    (one) => one.charCodeAt(0),
  );
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  const [x, y] = [numberOf(bytes.subarray(1, 33)), numberOf(bytes.subarray(33))];
  return x < prime && y < prime && (y * y - (x * x * x - 3n * x + coefficient)) % prime === 0n;
}

function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`);
}
