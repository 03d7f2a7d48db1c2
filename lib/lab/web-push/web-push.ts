import { randomBytes } from "node:crypto";
import type { Delivery } from "@/lib/lab/delivery";
import type { Devices, SimulatedDevice } from "@/lib/lab/devices";
import {
  type Answer,
  type Call,
  header,
  isObject,
  parseJson,
  type Service,
  shownHeaders,
  bodyText,
} from "@/lib/lab/exchange";
import { decrypt, DecryptionError, type Receiver } from "./decrypt";
import { forcedWebPush, refuseWebPush, type WebPushFault } from "./refusals";
import { expiryHolds, VapidReader } from "./vapid";

const maxBodyBytes = 4096;
/** No push service keeps a message longer; what it shortens it says in its answer. */
const maxTtlSeconds = 2_592_000;
const topic = /^[A-Za-z0-9_-]{1,32}$/;
const urgencies = new Set(["very-low", "low", "normal", "high"]);

/**
 * Creates a Web Push service (RFC 8030) with VAPID (RFC 8292). Unlike a real one, it also decrypts
 * the body with the browser's own key (RFC 8291) and refuses what the browser could not read. It
 * refuses in the words of the browser's own service.
 */
export function makeWebPush(parts: {
  origin: string;
  devices: Devices;
  delivery: Delivery;
}): Service {
  const { origin, devices, delivery } = parts;
  const vapid = new VapidReader();
  const path = /^\/push\/([A-Za-z0-9_-]+)$/;
  const stem = randomBytes(6).toString("base64url");
  let sent = 0;

  const deviceOf = (call: Call) => {
    const id = path.exec(call.path)?.[1];
    return id === undefined ? undefined : devices.find("webpush", id);
  };

  function handle(call: Call): Answer {
    const browser = deviceOf(call);
    if (!browser?.web) return refuseWebPush("chrome", "unknown subscription");
    const fault = check(call, browser.web.vapidKey, browser);
    if (fault !== undefined) return refuseWebPush(browser.device.kind, fault);
    const text = open(call.body, browser.web.receiver);
    if (text === undefined) return refuseWebPush(browser.device.kind, "body");
    const { transid, tag } = readNotification(text);
    const headers = () => shownHeaders(call.headers);
    delivery.deliver(browser, { transid, headers, body: text, tag });
    return accept(call);
  }

  function check(call: Call, vapidKey: string, browser: SimulatedDevice): WebPushFault | undefined {
    if (call.method !== "POST") return "method";
    if (browser.retiredAt !== undefined) return "gone";
    return checkVapid(call, vapidKey) ?? checkHeaders(call, browser.device.kind === "safari");
  }

  function checkVapid(call: Call, vapidKey: string): WebPushFault | undefined {
    const authorization = call.headers.authorization;
    const read = authorization === undefined ? "malformed" : vapid.read(authorization);
    if (read === "malformed") return "authorization";
    if (read === "unsound" || read.audience !== origin || !expiryHolds(read)) return "vapid";
    return read.key === vapidKey ? undefined : "key mismatch";
  }

  function accept(call: Call): Answer {
    sent += 1;
    const headers: Record<string, string> = {
      location: `${origin}/message/${stem}${sent.toString(36)}`,
      ttl: String(Math.min(Number(header(call.headers, "ttl")), maxTtlSeconds)),
    };
    return { status: 201, headers, body: "", verdict: "accepted" };
  }

  return {
    provider: "webpush",
    maxBodyBytes,
    http1: true,
    maxStreams: 100,
    handle,
    forced: (forced, call) => forcedWebPush(deviceOf(call)?.device.kind ?? "chrome", forced),
  };
}

/**
 * The text the browser reads, or undefined when it could not. A push without a body is allowed and
 * has no text.
 */
function open(body: Buffer, receiver: Receiver): string | undefined {
  if (body.length === 0) return "";
  try {
    return bodyText(decrypt(body, receiver));
  } catch (error) {
    if (error instanceof DecryptionError) return undefined;
    throw error;
  }
}

function checkHeaders(call: Call, apple: boolean): WebPushFault | undefined {
  const { headers } = call;
  const ttl = header(headers, "ttl");
  if (ttl === undefined) return "ttl missing";
  // Apple wants it positive.
  if (!/^\d{1,10}$/.test(ttl) || (apple && Number(ttl) === 0)) return "ttl";
  const topicHeader = header(headers, "topic");
  if (topicHeader !== undefined && !topic.test(topicHeader)) return "topic";
  const urgency = header(headers, "urgency");
  if (urgency !== undefined && !urgencies.has(urgency)) return "urgency";
  if (call.tooLong || call.body.length > maxBodyBytes) return "too large";
  // `encryption` and `crypto-key` belong to the drafts before RFC 8291.
  if (headers["encryption"] !== undefined || headers["crypto-key"] !== undefined) return "encoding";
  return call.body.length === 0 || header(headers, "content-encoding") === "aes128gcm"
    ? undefined
    : "encoding";
}

function readNotification(text: string): { transid: string; tag: string | undefined } {
  const json = parseJson(text);
  const notification = isObject(json) && isObject(json["notification"]) ? json["notification"] : {};
  const data = isObject(notification["data"]) ? notification["data"] : {};
  return {
    transid: typeof data["transid"] === "string" ? data["transid"] : "",
    tag:
      typeof notification["tag"] === "string" && notification["tag"] !== ""
        ? notification["tag"]
        : undefined,
  };
}
