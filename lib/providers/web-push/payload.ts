import { isBrowser } from "@/lib/interface/device-kinds";
import { writeJson } from "@/lib/interface/exact-json";
import { WEB_TIME_TO_LIVE } from "@/lib/interface/limits";
import { utf8Bytes } from "@/lib/interface/text";
import { secondsLeft } from "@/lib/payload/lifetime";
import type { IgnoredField } from "@/lib/payload/provider-request";
import { sha256Base64Url } from "@/lib/payload/sha256";
import type { BuildPayload } from "../provider-payload";
import { usualPushService, webPushHeaders } from "./push-service";

/**
 * Headers and plain text of a Web Push message for a web block (interface 2.8, 2.9). The text is a
 * declarative web push document, which browsers that know them show by themselves and our service
 * worker shows elsewhere: one shape for all.
 */
export const buildWebPush: BuildPayload = ({ web: block }, kind, facts) => {
  if (!block || !isBrowser(kind) || !block.platform_types.includes(kind)) return undefined;
  const { app, transid } = facts.context;
  const extras = block.extras ?? {};
  const ignored: IgnoredField[] = [];
  const navigate = block.url ?? app.siteUrl;
  const hasButton = block.actiontext !== undefined && kind !== "firefox";
  if (block.actiontext !== undefined && kind === "firefox")
    ignored.push({ field: "web.actiontext", reason: "Firefox shows no buttons." });
  const tag = kind === "safari" ? undefined : extras.collapse_key;
  if (kind === "safari" && extras.collapse_key !== undefined)
    ignored.push({ field: "web.extras.collapse_key", reason: "It does not apply to Safari." });
  if (facts.interactive)
    ignored.push({ field: "interactive", reason: "They show on Android and iOS only." });
  const body = writeJson({
    web_push: 8030,
    notification: {
      title: block.title ?? app.name,
      ...(navigate === undefined ? {} : { navigate }),
      body: block.text,
      ...(tag === undefined ? {} : { tag }),
      ...(app.iconUrl === undefined ? {} : { icon: app.iconUrl }),
      data: {
        transid,
        ...(extras.customtags === undefined ? {} : { customtags: extras.customtags }),
      },
      ...(hasButton
        ? {
            actions: [
              {
                action: "open",
                title: block.actiontext,
                ...(navigate === undefined ? {} : { navigate }),
              },
            ],
          }
        : {}),
    },
    // Wakes the service worker for the receipt where the browser shows the document by itself.
    mutable: true,
  });
  const ttlSeconds = secondsLeft(facts, extras.time_to_live, WEB_TIME_TO_LIVE);
  const topic = extras.collapse_key === undefined ? undefined : topicOf(extras.collapse_key);
  return {
    headers: webPushHeaders(usualPushService(kind), { ttlSeconds, topic }),
    ...(topic === undefined ? {} : { topic }),
    body,
    bytes: utf8Bytes(body),
    ttlSeconds,
    ignored,
  };
};

/**
 * The key itself where it fits RFC 8030 5.4 (at most 32 base64url characters), else the start of
 * its hash.
 */
function topicOf(key: string): string {
  return /^[A-Za-z0-9_-]{1,32}$/.test(key) ? key : sha256Base64Url(key).slice(0, 32);
}
