import { factsOf, kindOfKey, type DestinationKey } from "./device-kinds";
import { endpointFault, objectText, subscriptionIn } from "./subscription";
import { withoutEdges } from "./text";

/** Hexadecimal digits of a device token of Apple at most: 100 bytes. Its length varies. */
const mostDigits = 200;
/** Fewer digits may be another provider's token. */
const leastSureDigits = 64;

/** What programs write where they have no id: the empty value of their language. */
const nothing = "null|nil|undefined|none|nan";
const wrappedNothing = new RegExp(
  `^(?:\\((?:${nothing})\\)|<(?:${nothing})>|\\[object \\w+\\])$`,
  "i",
);
const bareNothing = new RegExp(`^(?:${nothing})$`, "i");

/**
 * The one form of an id of a destination, however it was written; ids are stored and compared in
 * this form (contract 8). Of any: no white space around it. A token of Apple: its hexadecimal
 * digits in small letters, out of a phone's descriptions `<1ffdb823 69346b2f …>` and `{length = 32,
 * bytes = 0x…}` too. A browser's subscription: its JSON with the keys in base64url. What {@link
 * idFault} refuses has no other form than its text.
 */
export function normalId(key: DestinationKey, id: string): string {
  const text = withoutEdges(id);
  const kind = kindOfKey(key);
  if (kind === undefined) return text;
  const { pushid } = factsOf(kind);
  if (pushid === "digits") return digitsOf(text) ?? text;
  const subscription = pushid === "subscription" ? subscriptionIn(text) : undefined;
  return subscription ? JSON.stringify(subscription) : text;
}

/**
 * As {@link normalId}, for a push id of an unknown kind: what can only be a token of Apple or a
 * subscription is read as one.
 */
export function normalPushId(pushId: string): string {
  const text = withoutEdges(pushId);
  const digits = digitsOf(text);
  if (digits !== undefined && (/^[<{]/.test(text) || digits.length >= leastSureDigits))
    return digits;
  return normalId("chrome_pushid", text);
}

/**
 * What a push id of an unknown kind is if it belongs to Apple: then its letters may be of either
 * case. Undefined for what is no token of Apple.
 */
export function applePushId(pushId: string): string | undefined {
  return digitsOf(withoutEdges(pushId));
}

/**
 * Why nothing can be sent to an id of a destination, as a sentence behind its name; undefined when
 * something may.
 */
export function idFault(key: DestinationKey, idText: string): string | undefined {
  const id = normalId(key, idText);
  const kind = kindOfKey(key);
  if (id === "") return "is empty";
  if (isNothing(id) || (kind !== undefined && bareNothing.test(id)))
    return `is "${id}", which a program writes where it has no id`;
  if (kind === undefined) return undefined;
  const { pushid } = factsOf(kind);
  if (pushid === "digits") return tokenFault(id);
  if (pushid === "subscription") return browserFault(id);
  return lineFault(id);
}

/**
 * Whether a text is what programs write where they have no id: `(null)`, `<nil>`, `[object
 * Object]`. The bare word may be a user's name.
 */
export function isNothing(text: string): boolean {
  return text.length < 40 && wrappedNothing.test(text);
}

function digitsOf(text: string): string | undefined {
  const described = /^\{\s*length\s*=\s*(\d{1,3})\s*,\s*bytes\s*=\s*0x([^{}]*)\}$/i.exec(text);
  const inner =
    described?.[2] ?? (text.startsWith("<") && text.endsWith(">") ? text.slice(1, -1) : text);
  const digits = inner.replace(/[\s\u200B-\u200F\u2060\uFEFF]+/g, "");
  // A phone shortens what it describes: only all of the bytes are a token.
  const isWhole = described === null || digits.length === 2 * Number(described[1]);
  return isWhole && /^[0-9a-f]+$/i.test(digits) ? digits.toLowerCase() : undefined;
}

function tokenFault(id: string): string | undefined {
  if (/bytes\s*=\s*0x/i.test(id))
    return "is a shortened description of a token; send all of its bytes as hexadecimal digits";
  if (!/^[0-9a-f]+$/.test(id))
    return "is not a device token of Apple; it must be hexadecimal digits";
  if (id.length % 2 === 1)
    return "has an odd number of hexadecimal digits; a device token of Apple has two for each byte";
  return id.length > mostDigits
    ? `has more than ${mostDigits} hexadecimal digits; a device token of Apple has at most 100 bytes`
    : undefined;
}

function browserFault(id: string): string | undefined {
  if (/^https?:/i.test(id))
    return "is an endpoint alone; send the whole subscription as JSON, with its keys";
  if (objectText(id) === undefined) return lineFault(id);
  if (subscriptionIn(id)) return undefined;
  const fault = endpointFault(id);
  return fault === undefined
    ? "is not a usable subscription; it needs endpoint, keys.p256dh (a point of P-256) and keys.auth"
    : `is not a usable subscription; its endpoint ${fault}`;
}

/**
 * Several identifiers in place of one, or one that was wrapped. A program may have users with such
 * ids; in a file they are cells that ran together.
 */
export function lineFault(id: string): string | undefined {
  return /[\t\r\n]/.test(id)
    ? "holds a line break or a tab; write one identifier without them"
    : undefined;
}

/**
 * Whether an identifier is mentioned for the first time: the first entry that names one keeps it
 * (interface 2.2, contract 4). Asking is mentioning.
 */
export type FirstMention = (key: DestinationKey, id: string) => boolean;

/**
 * Nothing was mentioned so far. Two spellings of an identifier are one ({@link normalId}); the same
 * text as another kind is another one.
 */
export function firstMentions(): FirstMention {
  const seen = new Map<DestinationKey, Set<string>>();
  return (key, recipientId) => {
    const id = normalId(key, recipientId);
    const seenIds = seen.get(key) ?? new Set<string>();
    if (seenIds.has(id)) return false;
    seen.set(key, seenIds.add(id));
    return true;
  };
}
