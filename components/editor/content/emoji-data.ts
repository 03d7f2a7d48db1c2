import type { Emoji as Listed, MessagesDataset } from "emojibase";

/**
 * Those of 2022. What is newer is an empty box on many of the phones that a text is written for.
 */
const newest = 15;

/** In the order of Unicode. */
const tones = ["light", "medium-light", "medium", "medium-dark", "dark"] as const;
export const skinTones = ["none", ...tones] as const;
export type SkinTone = (typeof skinTones)[number];

export interface Emoji {
  emoji: string;
  label: string;
  tags: readonly string[];
  /** Absent where an emoji has none. */
  skins?: Readonly<Record<Exclude<SkinTone, "none">, string>>;
}

export interface EmojiGroup {
  label: string;
  emojis: readonly Emoji[];
}

/**
 * The emoji to choose from, by category, with English names. They come with the console; nothing is
 * asked of another server.
 */
export async function loadEmoji(): Promise<EmojiGroup[]> {
  const [emojis, messages] = await Promise.all([
    import("emojibase-data/en/data.json"),
    import("emojibase-data/en/messages.json"),
  ]);
  return emojiGroupsOf(emojis.default, messages.default);
}

/** An emoji as it is inserted. */
export function inTone({ emoji, skins }: Emoji, tone: SkinTone): string {
  return tone === "none" ? emoji : (skins?.[tone] ?? emoji);
}

/**
 * Emojibase's lists by category: without letters for flags and tones by themselves, which are no
 * emoji on their own.
 */
function emojiGroupsOf(listed: readonly Listed[], { groups }: MessagesDataset): EmojiGroup[] {
  return groups
    .filter(({ key }) => key !== "component")
    .map(({ order, message }) => ({
      label: message,
      emojis: listed.flatMap(({ emoji, group, label, version, tags = [], skins }) => {
        if (group !== order || version > newest) return [];
        const toned = skinsOf(skins);
        return [{ emoji: shortest(emoji), label, tags, ...(toned && { skins: toned }) }];
      }),
    }));
}

/**
 * Without the mark that asks for a picture where a picture is shown anyway: it would cost three
 * bytes of a payload.
 */
function shortest(emoji: string): string {
  return /^\p{Emoji_Presentation}\uFE0F$/u.test(emoji) ? emoji.slice(0, -1) : emoji;
}

/**
 * One for each tone; undefined where an emoji has none. Those with a tone for each of two people
 * are left out.
 */
function skinsOf(skins: readonly Listed[] = []): Emoji["skins"] {
  const tonedEmojis = tones.map(
    (tone, index) => [tone, skins.find((skin) => skin.tone === index + 1)?.emoji] as const,
  );
  return tonedEmojis.every(([, emoji]) => emoji !== undefined)
    ? (Object.fromEntries(tonedEmojis) as Record<(typeof tones)[number], string>)
    : undefined;
}
