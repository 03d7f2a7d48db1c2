import type { Answer } from "@/lib/lab/exchange";
import { refuseField, refuseSize } from "./errors";
import type { FcmMessage } from "./shape";

const maxTtlSeconds = 2_419_200;
const maxPayloadBytes = 4096;
const maxTopicPayloadBytes = 2048;
const color = /^#[0-9a-fA-F]{6}$/;

/**
 * What FCM checks once the shape is right: target, reserved data keys, ttl, colour, size. Undefined
 * when all is well.
 */
export function checkFcmMessage(message: FcmMessage | undefined): Answer | undefined {
  const target = message?.token ?? message?.fid ?? message?.topic ?? message?.condition;
  if (!message || target === undefined || target === "")
    return refuseField(
      "message",
      "Recipient of the message is not set.",
      "Recipient of the message is not set.",
    );
  const { android } = message;
  for (const [data, field] of [
    [message.data, "message.data"],
    [android?.data, "message.android.data"],
  ] as const)
    for (const key in data)
      if (reserved(key)) return refuseField(field, `Invalid data payload key: ${key}`);
  if (android?.ttl !== undefined) {
    const seconds = Number.parseFloat(android.ttl);
    if (seconds < 0 || seconds > maxTtlSeconds)
      return refuseField(
        "message.android.ttl",
        `Invalid ttl: must be a duration from 0 to ${maxTtlSeconds} seconds`,
      );
  }
  const shade = android?.notification?.color;
  if (shade !== undefined && !color.test(shade))
    return refuseField(
      "message.android.notification.color",
      "Invalid color: must be in the form #RRGGBB",
    );
  const limit =
    message.token === undefined && message.fid === undefined
      ? maxTopicPayloadBytes
      : maxPayloadBytes;
  return payloadBytes(message) > limit ? refuseSize() : undefined;
}

/** Keys the service keeps for itself in `data`. */
function reserved(key: string): boolean {
  return (
    key === "from" ||
    key === "message_type" ||
    key.startsWith("google.") ||
    key.startsWith("gcm.notification.")
  );
}

/**
 * Bytes of keys and values of the data and notification a device gets: what the limit of 4,096
 * counts.
 */
function payloadBytes(message: FcmMessage): number {
  return (
    bytesOf(message.android?.data ?? message.data) +
    bytesOf(message.notification) +
    bytesOf(message.android?.notification)
  );
}

function bytesOf(members: Record<string, unknown> | undefined): number {
  let bytes = 0;
  for (const name in members) {
    const value = members[name];
    bytes +=
      Buffer.byteLength(name) +
      Buffer.byteLength(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  }
  return bytes;
}
