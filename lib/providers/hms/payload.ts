import type {
  AndroidBlock,
  EffectiveBlocks,
  JsonValue,
  NotificationAction,
} from "@/lib/interface/effective";
import { utf8Bytes } from "@/lib/interface/text";
import {
  asText,
  buttonsOf,
  dataObject,
  tagsUnder,
  tapData,
  type ButtonData,
} from "@/lib/payload/data";
import { secondsLeft } from "@/lib/payload/lifetime";
import type { IgnoredField } from "@/lib/payload/provider-request";
import type { BuildPayload } from "../provider-payload";
import { hmsFacts } from "./facts";

const { limit, tags: tagNames } = hmsFacts;
/** Huawei keeps a message 15 days at most. */
const longestSeconds = 1_296_000;
/**
 * From so many characters on the text is sent again as the big text of the unfolded notification,
 * where it fits.
 */
const bigTextFrom = 60;
const captionCharacters = 40;
const sharedCharacters = 1_024;

type Extras = NonNullable<AndroidBlock["extras"]>;

/**
 * The body of Huawei Push Kit v1 `messages:send` for an android block (interface 2.4, 2.5, 2.10).
 * `data` carries, as JSON in a string, what the app's SDK wants to know.
 */
export const buildHms: BuildPayload = ({ android: block }, _, facts) => {
  if (!block) return undefined;
  const { app, transid } = facts.context;
  const extras = block.extras ?? {};
  const ignored: IgnoredField[] = [];
  if (extras.sound !== undefined)
    ignored.push({
      field: "android.extras.sound",
      reason: "Discontinued: the channel on the device decides the sound.",
    });
  const interactive = facts.interactive?.device_types.includes("android")
    ? facts.interactive
    : undefined;
  const buttons = interactive ? buttonsOf(interactive) : [];
  const tags = tagsUnder(extras.customtags, tagNames, "android", ignored);
  const shownImage = imageOf(extras, ignored);
  noteChanged(extras, ignored);
  const data = sdkData({ transid, extras, interactive, buttons, tags });
  const drawnButtons = buttons.map((button) => hmsButton(button, ignored));
  const title = block.title ?? app.name;
  const channel = extras.notificationChannelId ?? app.defaultChannelId;
  const left = secondsLeft(facts, extras.time_to_live, longestSeconds);
  // Nothing says what 0 means here; a second is the nearest to "now or never".
  const ttlSeconds = Math.max(left, 1);
  const write = (bigText: boolean) =>
    JSON.stringify({
      message: {
        data,
        android: {
          ...(extras.collapse_key === undefined
            ? {}
            : { collapse_key: groupOf(extras.collapse_key) }),
          urgency: extras.delay_while_idle === true ? "NORMAL" : "HIGH",
          ttl: `${ttlSeconds}s`,
          notification: {
            title,
            body: block.text,
            ...(bigText ? { style: 1, big_title: title, big_body: block.text } : {}),
            ...(shownImage === undefined ? {} : { image: shownImage }),
            ...(channel === undefined ? {} : { channel_id: channel }),
            click_action: clickAction(extras.notificationaction),
            ...(buttons.length === 0 ? {} : { buttons: drawnButtons }),
          },
        },
        token: [],
      },
    });
  const big = block.text.length >= bigTextFrom ? write(true) : undefined;
  const body = big !== undefined && utf8Bytes(big) <= limit ? big : write(false);
  return {
    headers: { "content-type": "application/json" },
    body,
    bytes: utf8Bytes(body),
    ttlSeconds: left,
    ignored,
  };
};

/**
 * The body of {@link buildHms} for an app that has no right to urgent messages (80300011); the same
 * body where it is none. In a text quotes are escaped.
 */
export function withNormalUrgency(body: string): string {
  return body.replace('"urgency":"HIGH"', '"urgency":"NORMAL"');
}

/** What the app's SDK wants to know, as JSON in a string. */
function sdkData({
  transid,
  extras,
  interactive,
  buttons,
  tags,
}: {
  transid: string;
  extras: Extras;
  interactive: EffectiveBlocks["interactive"];
  buttons: readonly ButtonData[];
  tags: readonly (readonly [name: string, value: JsonValue])[];
}): string {
  const data: [string, unknown][] = [
    ["transid", transid],
    ...Object.entries(tapData(extras.notificationaction)),
  ];
  if (extras.iconurl !== undefined) data.push(["icon", extras.iconurl]);
  if (interactive) {
    data.push(["category", interactive.category], ["actions", buttons]);
    if (interactive.pushref !== undefined) data.push(["pushref", interactive.pushref]);
  }
  return JSON.stringify(
    dataObject([...data, ...tags.map(([name, value]) => [name, asText(value)] as const)]),
  );
}

/** The image that Huawei shows; notes one that it does not. */
function imageOf({ customtags }: Extras, ignored: IgnoredField[]): string | undefined {
  const image = customtags?.["imageurl"];
  if (typeof image !== "string" || image === "") return undefined;
  if (isHttps(image)) return image;
  ignored.push({
    field: "android.extras.customtags.imageurl",
    reason: "Huawei shows images from https addresses only.",
  });
  return undefined;
}

/** Notes the fields that Huawei takes in another form than they were written in. */
function noteChanged(
  { collapse_key: key, time_to_live: seconds = 0, notificationaction: tap }: Extras,
  ignored: IgnoredField[],
): void {
  if (key !== undefined)
    ignored.push({
      field: "android.extras.collapse_key",
      reason:
        "Huawei takes a number from 1 to 100: the key is mapped to one, and two keys may meet.",
    });
  if (seconds > longestSeconds)
    ignored.push({
      field: "android.extras.time_to_live",
      reason: "Huawei keeps a message 15 days at most.",
    });
  if (tap?.action === "OPEN_URL" && !isHttps(tap.value))
    ignored.push({ field: "android.extras.notificationaction", reason: notHttps });
}

/**
 * Type 1 opens a place in the app, 2 a page in the browser (https only), 3 the app, which finds the
 * rest in `data`.
 */
function clickAction(tap: NotificationAction | undefined): Record<string, unknown> {
  if (tap?.action === "OPEN_URL" && isHttps(tap.value)) return { type: 2, url: tap.value };
  if (tap?.action === "DEEPLINK" && tap.value !== undefined) return { type: 1, intent: tap.value };
  return { type: 3 };
}

/**
 * `action_type` 0 opens the app, 1 a place in it, 2 a page (https only), 3 clears the notification,
 * 4 shares `data`. What Huawei would refuse opens the app, which finds the button in its data.
 */
function hmsButton(
  { pos, label, action, value }: ButtonData,
  ignored: IgnoredField[],
): Record<string, unknown> {
  // Half a surrogate pair is no text.
  const name = label.slice(0, captionCharacters).replace(/[\uD800-\uDBFF]$/, "");
  const tell = (reason: string) =>
    ignored.push({ field: `interactive.actions (pos ${pos})`, reason });
  switch (action) {
    case "DISMISS":
      return { name, action_type: 3 };
    case "SHARE":
      if (value !== undefined && value.length <= sharedCharacters)
        return { name, action_type: 4, data: value };
      tell(
        `Huawei shares at most ${sharedCharacters} characters; the app is opened, and finds the content in its data.`,
      );
      break;
    case "OPEN_URL":
      if (isHttps(value)) return { name, action_type: 2, intent: value };
      tell(notHttps);
      break;
    case "DEEPLINK":
      if (value !== undefined) return { name, action_type: 1, intent_type: 0, intent: value };
      break;
    case undefined:
    default:
      break;
  }
  return { name, action_type: 0 };
}

const notHttps =
  "Huawei opens https addresses only; the app is opened, and finds the address in its data.";

function isHttps(url: string | undefined): url is string {
  return url?.startsWith("https://") === true;
}

/** 1 to 100 by FNV-1a: the same key is the same number, always. */
function groupOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  return 1 + ((hash >>> 0) % 100);
}
