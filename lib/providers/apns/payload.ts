import { writeJson } from "@/lib/interface/exact-json";
import { IOS_TIME_TO_LIVE } from "@/lib/interface/limits";
import { utf8Bytes } from "@/lib/interface/text";
import { buttonsOf, dataObject, tagsUnder, tapData } from "@/lib/payload/data";
import { secondsLeft } from "@/lib/payload/lifetime";
import type { IgnoredField } from "@/lib/payload/provider-request";
import { sha256Base64Url } from "@/lib/payload/sha256";
import type { BuildPayload } from "../provider-payload";
import { apnsFacts } from "./facts";

/**
 * Headers and body of an APNs request for an ios block (interface 2.6, 2.7, 2.10).
 * `mutable-content` lets the app's notification service extension fetch the attachment and send the
 * receipt `delivered`.
 */
export const buildApns: BuildPayload = ({ ios: block }, _, facts) => {
  if (!block) return undefined;
  const { app, transid, now } = facts.context;
  const extras = block.extras ?? {};
  const ignored: IgnoredField[] = [];
  const interactive = facts.interactive?.device_types.includes("ios")
    ? facts.interactive
    : undefined;
  const tags = tagsUnder(extras.customtags, apnsFacts.tags, "ios", ignored);
  const aps = {
    alert: { ...(block.title === undefined ? {} : { title: block.title }), body: block.text },
    ...(extras.badge === undefined ? {} : { badge: extras.badge }),
    ...(extras.sound === undefined ? {} : { sound: extras.sound }),
    ...(interactive ? { category: interactive.category } : {}),
    "mutable-content": 1,
  };
  const own: [string, unknown][] = [
    ["aps", aps],
    ["transid", transid],
    ...Object.entries(tapData(extras.notificationaction)),
  ];
  if (extras.attachmenturl !== undefined) own.push(["attachmenturl", extras.attachmenturl]);
  if (interactive) {
    own.push(["actions", buttonsOf(interactive)]);
    if (interactive.pushref !== undefined) own.push(["pushref", interactive.pushref]);
  }
  const body = writeJson(dataObject([...own, ...tags]));
  const ttlSeconds = secondsLeft(facts, extras.time_to_live, IOS_TIME_TO_LIVE);
  const collapseId =
    extras.collapse_key === undefined ? undefined : collapseIdOf(extras.collapse_key);
  if (collapseId !== extras.collapse_key)
    ignored.push({
      field: "ios.extras.collapse_key",
      reason:
        "Apple takes visible ASCII only: a hash is sent instead, always the same for the same key.",
    });
  return {
    headers: {
      "content-type": "application/json",
      ...(app.bundleId === undefined ? {} : { "apns-topic": app.bundleId }),
      "apns-push-type": "alert",
      "apns-priority": "10",
      // A moment, not a duration; 0 means now or never.
      "apns-expiration": ttlSeconds === 0 ? "0" : String(Math.floor(now / 1_000) + ttlSeconds),
      ...(collapseId === undefined ? {} : { "apns-collapse-id": collapseId }),
    },
    body,
    bytes: utf8Bytes(body),
    ttlSeconds,
    ignored,
  };
};

/**
 * The key itself where a header carries it unharmed, else its hash (43 of the 64 bytes): controls
 * and emoji would break the whole request.
 */
function collapseIdOf(key: string): string {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(key) ? key : sha256Base64Url(key);
}
