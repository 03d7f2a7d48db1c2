import type { Platform } from "@/lib/interface/device-kinds";
import type { PushBlocksInput } from "@/lib/interface/request";
import { textIn } from "@/lib/interface/value-shape";

/** What is written once for every platform. */
export interface SharedText {
  title: string;
  text: string;
  /** URL of a picture; browsers have no place for one (interface 2.8). */
  image: string;
}
export type SharedPart = keyof SharedText;

export const sharedParts = ["title", "text", "image"] as const satisfies readonly SharedPart[];

const imagePaths = {
  android: "channels.push.android.extras.customtags.imageurl",
  ios: "channels.push.ios.extras.attachmenturl",
} as const;

export type SharedPath =
  | `channels.push.${Platform}.title`
  | `channels.push.${Platform}.text`
  | (typeof imagePaths)[keyof typeof imagePaths];

/**
 * Where a shared part stands in the block of a platform; undefined where the block has no place for
 * it.
 */
export function pathOf(platform: Platform, part: SharedPart): SharedPath | undefined {
  if (part !== "image") return `channels.push.${platform}.${part}`;
  return platform === "web" ? undefined : imagePaths[platform];
}

/** What a platform's block has for a shared part; "" when nothing. */
export function valueIn(
  blocks: PushBlocksInput | undefined,
  platform: Platform,
  part: SharedPart,
): string {
  const block = blocks?.[platform];
  if (part !== "image") return textIn(block?.[part]);
  const value =
    platform === "android"
      ? blocks?.android?.extras?.customtags?.["imageurl"]
      : platform === "ios"
        ? blocks?.ios?.extras?.attachmenturl
        : "";
  return textIn(value);
}

/** The parts in which a platform says something else than what is written for all. */
export function ownParts(
  blocks: PushBlocksInput | undefined,
  platform: Platform,
  shared: SharedText,
): SharedPart[] {
  if (blocks?.[platform] === undefined) return [];
  return sharedParts.filter(
    (part) =>
      pathOf(platform, part) !== undefined && valueIn(blocks, platform, part) !== shared[part],
  );
}

/**
 * The paths that follow a change of a shared part: those of the platforms that are on and said the
 * same until now.
 */
export function followers(
  blocks: PushBlocksInput | undefined,
  part: SharedPart,
  before: string,
): { platform: Platform; path: SharedPath }[] {
  return (["android", "ios", "web"] as const).flatMap((platform) => {
    const path = pathOf(platform, part);
    if (
      path === undefined ||
      blocks?.[platform] === undefined ||
      valueIn(blocks, platform, part) !== before
    )
      return [];
    return [{ platform, path }];
  });
}

/**
 * A block that says what is written for all: what a platform has when it is switched on for the
 * first time.
 */
export function blockFrom(platform: Platform, { title, text, image }: SharedText): PushBlocksInput {
  switch (platform) {
    case "android":
      return {
        android: {
          title,
          text,
          ...(image !== "" && { extras: { customtags: { imageurl: image } } }),
        },
      };
    case "ios":
      return { ios: { title, text, ...(image !== "" && { extras: { attachmenturl: image } }) } };
    case "web":
      return { web: { platform_types: ["chrome", "firefox", "safari"], title, text } };
  }
}
