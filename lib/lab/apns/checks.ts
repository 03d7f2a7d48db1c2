import type { IncomingHttpHeaders } from "node:http";
import { header, isObject } from "@/lib/lab/exchange";

const pushTypes = new Set([
  "alert",
  "background",
  "location",
  "voip",
  "complication",
  "fileprovider",
  "mdm",
  "liveactivity",
  "pushtotalk",
  "widgets",
  "controls",
]);
const priorities = new Set(["1", "5", "10"]);
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const bundle = /^[A-Za-z0-9.-]+$/;
const interruptionLevels = new Set(["passive", "active", "time-sensitive", "critical"]);

/**
 * Checks the topic; answers Apple's reason or undefined.
 *
 * @param bundleId of the app that the lab's devices have
 * @param allowed what the credential may send to. A certificate for one topic needs no header
 */
export function checkTopic(
  headers: IncomingHttpHeaders,
  bundleId: string,
  allowed: readonly string[],
  isCertificate: boolean,
): string | undefined {
  const topicHeader = header(headers, "apns-topic");
  const topic =
    topicHeader === undefined && isCertificate && allowed.length === 1 ? allowed[0] : topicHeader;
  if (topic === undefined || topic === "") return "MissingTopic";
  if (!allowed.includes(topic)) return bundle.test(topic) ? "TopicDisallowed" : "BadTopic";
  return topic === bundleId ? undefined : "DeviceTokenNotForTopic";
}

/**
 * Checks the headers other than the topic and what the client signs in with; answers Apple's reason
 * or undefined.
 */
export function checkApnsHeaders(headers: IncomingHttpHeaders): string | undefined {
  // Required since iOS 13, and the simulated phones are newer.
  const type = header(headers, "apns-push-type");
  if (type === undefined || !pushTypes.has(type)) return "InvalidPushType";
  const priority = header(headers, "apns-priority");
  if (
    priority !== undefined &&
    (!priorities.has(priority) || (type === "background" && priority === "10"))
  )
    return "BadPriority";
  const expiration = header(headers, "apns-expiration");
  if (expiration !== undefined && !/^\d{1,10}$/.test(expiration)) return "BadExpirationDate";
  const id = header(headers, "apns-id");
  if (id !== undefined && !uuid.test(id)) return "BadMessageId";
  const collapseId = header(headers, "apns-collapse-id");
  // Header values reach Node as Latin-1, one character a byte.
  if (
    collapseId !== undefined &&
    (collapseId === "" || Buffer.byteLength(collapseId, "latin1") > 64)
  )
    return "BadCollapseId";
  return undefined;
}

/** Whether the header is a canonical UUID. */
export function isApnsId(id: string | undefined): id is string {
  return id !== undefined && uuid.test(id);
}

const text = (value: unknown) => value === undefined || typeof value === "string";
const number = (value: unknown) => value === undefined || typeof value === "number";

/**
 * Whether a phone could show the `aps` dictionary: the types of its members. Apple takes a message
 * with wrong types and the phone shows nothing; the lab refuses it as `BadPayload` (a reason of its
 * own), so that the fault is seen.
 */
export function apsIsSound(aps: Record<string, unknown>): boolean {
  const { alert, badge, sound, category } = aps;
  if (isObject(alert)) {
    if (!text(alert["title"]) || !text(alert["subtitle"]) || !text(alert["body"])) return false;
  } else if (!text(alert)) return false;
  if (!(badge === undefined || (Number.isInteger(badge) && (badge as number) >= 0))) return false;
  if (!text(sound) && !(isObject(sound) && text(sound["name"]))) return false;
  for (const flag of ["mutable-content", "content-available"])
    if (!(aps[flag] === undefined || aps[flag] === 1 || aps[flag] === 0)) return false;
  const level = aps["interruption-level"];
  if (level !== undefined && !(typeof level === "string" && interruptionLevels.has(level)))
    return false;
  return (
    text(category) &&
    text(aps["thread-id"]) &&
    text(aps["target-content-id"]) &&
    number(aps["relevance-score"])
  );
}
