import { utf8Bytes } from "@/lib/interface/bytes";
import type { AndroidBlock, NotificationAction } from "@/lib/interface/effective";
import type { IgnoredField, ProviderRequest } from "./build";
import { asText, buttonsOf, record, tagsUnder, tapData, type ButtonData } from "./data";
import { secondsLeft, type MessageFacts } from "./lifetime";

/** Bytes of the body without its tokens. */
const limit = 4_096;
/** Huawei keeps a message 15 days at most. */
const longestSeconds = 1_296_000;
/** From so many characters on the text is sent again as the big text of the unfolded notification, where it fits. */
const bigTextFrom = 60;
const titleCharacters = 40;

/** Names in `data` that are ours. */
export const hmsOwnNames: ReadonlySet<string> = new Set(["transid", "action", "value", "icon", "image", "category", "actions", "pushref"]);

/**
 * The body of Huawei Push Kit v1 `messages:send` for an android block (interface 2.4, 2.5, 2.10). `data` carries, as JSON in a string, what the
 * app's SDK wants to know.
 */
export function buildHms(block: AndroidBlock, facts: MessageFacts): ProviderRequest {
  const { app, transid } = facts.context;
  const extras = block.extras ?? {};
  const ignored: IgnoredField[] = [];
  if (extras.sound !== undefined)
    ignored.push({ field: "android.extras.sound", reason: "Discontinued: the channel on the device decides the sound." });
  const interactive = facts.interactive?.device_types.includes("android") ? facts.interactive : undefined;
  const buttons = interactive ? buttonsOf(interactive) : [];
  const tags = tagsUnder(extras.customtags, (name) => hmsOwnNames.has(name), "android", ignored);
  const imageTag = extras.customtags?.["imageurl"];
  const image = typeof imageTag === "string" && imageTag !== "" ? imageTag : undefined;
  const shownImage = image?.startsWith("https://") ? image : undefined;
  if (image !== undefined && shownImage === undefined)
    ignored.push({ field: "android.extras.customtags.imageurl", reason: "Huawei shows images from https addresses only." });
  if (extras.collapse_key !== undefined)
    ignored.push({
      field: "android.extras.collapse_key",
      reason: "Huawei takes a number from 1 to 100: the key is mapped to one, and two keys may meet.",
    });
  const data: [string, unknown][] = [["transid", transid], ...Object.entries(tapData(extras.notificationaction))];
  if (extras.iconurl !== undefined) data.push(["icon", extras.iconurl]);
  if (interactive) {
    data.push(["category", interactive.category], ["actions", buttons]);
    if (interactive.pushref !== undefined) data.push(["pushref", interactive.pushref]);
  }
  const dataText = JSON.stringify(record([...data, ...tags.map(([name, value]) => [name, asText(value)] as const)]));
  const title = block.title ?? app.name;
  const channel = extras.notificationChannelId ?? app.defaultChannelId;
  const left = secondsLeft(facts, extras.time_to_live, longestSeconds);
  // Nothing says what 0 means here; a second is the nearest to "now or never".
  const ttlSeconds = Math.max(left, 1);
  const write = (bigText: boolean) =>
    JSON.stringify({
      message: {
        data: dataText,
        android: {
          ...(extras.collapse_key === undefined ? {} : { collapse_key: groupOf(extras.collapse_key) }),
          urgency: extras.delay_while_idle === true ? "NORMAL" : "HIGH",
          ttl: `${ttlSeconds}s`,
          notification: {
            title,
            body: block.text,
            ...(bigText ? { style: 1, big_title: title, big_body: block.text } : {}),
            ...(shownImage === undefined ? {} : { image: shownImage }),
            ...(channel === undefined ? {} : { channel_id: channel }),
            click_action: clickAction(extras.notificationaction),
            ...(buttons.length === 0 ? {} : { buttons: buttons.map(hmsButton) }),
          },
        },
        token: [],
      },
    });
  const big = block.text.length >= bigTextFrom ? write(true) : undefined;
  const body = big !== undefined && utf8Bytes(big) <= limit ? big : write(false);
  const bytes = utf8Bytes(body);
  return {
    provider: "hms",
    kind: "hms",
    headers: { "content-type": "application/json" },
    body,
    bytes,
    limit,
    tooLarge: bytes > limit,
    ttlSeconds: left,
    ignored,
  };
}

/** Type 1 opens a place in the app, 2 a page in the browser (https only), 3 the app, which finds the rest in `data`. */
function clickAction(tap: NotificationAction | undefined): Record<string, unknown> {
  if (tap?.action === "OPEN_URL" && tap.value?.startsWith("https://")) return { type: 2, url: tap.value };
  if (tap?.action === "DEEPLINK" && tap.value !== undefined) return { type: 1, intent: tap.value };
  return { type: 3 };
}

/** `action_type` 0 opens the app, 1 a place in it, 2 a page, 3 clears the notification, 4 shares. */
function hmsButton({ label, action, value }: ButtonData): Record<string, unknown> {
  const name = label.slice(0, titleCharacters);
  if (action === "DISMISS") return { name, action_type: 3 };
  if (action === "SHARE") return { name, action_type: 4 };
  if (action === "OPEN_URL" && value !== undefined) return { name, action_type: 2, intent: value };
  if (action === "DEEPLINK" && value !== undefined) return { name, action_type: 1, intent_type: 0, intent: value };
  return { name, action_type: 0 };
}

/** 1 to 100 by FNV-1a: the same key is the same number, always. */
function groupOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return 1 + ((hash >>> 0) % 100);
}
