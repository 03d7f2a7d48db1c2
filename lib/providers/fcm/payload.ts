import type { AndroidBlock, EffectiveBlocks } from "@/lib/interface/effective";
import { ANDROID_TIME_TO_LIVE } from "@/lib/interface/limits";
import { utf8Bytes } from "@/lib/interface/text";
import { asText, buttonsOf, dataObject, tagsUnder, tapData } from "@/lib/payload/data";
import { secondsLeft } from "@/lib/payload/lifetime";
import type { IgnoredField } from "@/lib/payload/provider-request";
import type { BuildPayload } from "../provider-payload";
import { fcmFacts } from "./facts";

type Extras = NonNullable<AndroidBlock["extras"]>;
type Interactive = EffectiveBlocks["interactive"];

/**
 * The body of FCM HTTP v1 `messages:send` for an android block (interface 2.4, 2.5, 2.10). A
 * message that the system cannot draw (buttons, an icon by URL) is a data message which the app's
 * SDK draws; the app's setting `androidRendering` may force either.
 */
export const buildFcm: BuildPayload = ({ android: block }, _, facts) => {
  if (!block) return undefined;
  const { app, transid } = facts.context;
  const extras = block.extras ?? {};
  const ignored: IgnoredField[] = [];
  const buttons = facts.interactive?.device_types.includes("android")
    ? facts.interactive
    : undefined;
  const needsSdk = buttons !== undefined || extras.iconurl !== undefined;
  const rendering = app.androidRendering ?? "auto";
  const bySdk = rendering === "sdk" || (rendering === "auto" && needsSdk);
  if (extras.sound !== undefined)
    ignored.push({
      field: "android.extras.sound",
      reason: "Discontinued: the channel on the device decides the sound.",
    });
  const tags = tagsUnder(extras.customtags, fcmFacts.tags, "android", ignored);
  const content = contentMembers(block, extras.notificationChannelId ?? app.defaultChannelId);
  const notification: Record<string, string> = bySdk ? {} : content;
  const own: Record<string, string> = {
    transid,
    ...tapData(extras.notificationaction),
    ...(bySdk ? { ...content, ...sdkMembers(extras, buttons) } : {}),
  };
  if (!bySdk) noteUndrawn(extras, buttons, ignored);
  const data = dataObject([
    ...Object.entries(own),
    ...tags.map(([name, value]) => [name, asText(value)] as const),
  ]);
  const ttlSeconds = secondsLeft(facts, extras.time_to_live, ANDROID_TIME_TO_LIVE);
  const body = JSON.stringify({
    message: {
      token: "",
      data,
      android: {
        ...(extras.collapse_key === undefined ? {} : { collapse_key: extras.collapse_key }),
        priority: extras.delay_while_idle === true ? "NORMAL" : "HIGH",
        ttl: `${ttlSeconds}s`,
        ...(bySdk ? {} : { notification }),
      },
    },
  });
  return {
    headers: { "content-type": "application/json" },
    body,
    bytes: bytesOf(data) + bytesOf(notification),
    ttlSeconds,
    ignored,
  };
};

/** What both the system and the SDK draw, by the names that both know. */
function contentMembers(
  { title, text, extras }: AndroidBlock,
  channel: string | undefined,
): Record<string, string> {
  const image = extras?.customtags?.["imageurl"];
  return {
    ...(title === undefined ? {} : { title }),
    body: text,
    ...(typeof image === "string" && image !== "" ? { image } : {}),
    ...(channel === undefined ? {} : { channel_id: channel }),
  };
}

/** What the SDK alone draws. */
function sdkMembers({ iconurl }: Extras, buttons: Interactive): Record<string, string> {
  return {
    ...(iconurl === undefined ? {} : { icon: iconurl }),
    ...(buttons && {
      category: buttons.category,
      actions: JSON.stringify(buttonsOf(buttons)),
      ...(buttons.pushref === undefined ? {} : { pushref: buttons.pushref }),
    }),
  };
}

/** Notes what the system does not draw. */
function noteUndrawn({ iconurl }: Extras, buttons: Interactive, ignored: IgnoredField[]): void {
  if (iconurl !== undefined)
    ignored.push({
      field: "android.extras.iconurl",
      reason: "The app lets the system draw, and the system takes no icon by URL.",
    });
  if (buttons)
    ignored.push({
      field: "interactive",
      reason: "The app lets the system draw, and the system draws no buttons.",
    });
}

function bytesOf(members: Record<string, string>): number {
  return Object.entries(members).reduce(
    (sum, [name, value]) => sum + utf8Bytes(name) + utf8Bytes(value),
    0,
  );
}
