import type { Emoji, MessagesDataset } from "emojibase";
import type { EmojiData } from "frimousse";

/** Those of 2022. What is newer is an empty box on many of the phones that a text is written for. */
const newest = 15;

const tones = ["light", "medium-light", "medium", "medium-dark", "dark"] as const;

/** The emoji to choose from, with English names. They come with the console; nothing is asked of another server. */
export async function loadEmoji(): Promise<EmojiData> {
  const [emojis, messages] = await Promise.all([import("emojibase-data/en/data.json"), import("emojibase-data/en/messages.json")]);
  return emojiDataOf(emojis.default, messages.default);
}

/** Emojibase's lists in the form that the grid takes: without letters for flags and tones by themselves, which are no emoji on their own. */
export function emojiDataOf(emojis: readonly Emoji[], { groups, skinTones }: MessagesDataset): EmojiData {
  const name = new Map(skinTones.map(({ key, message }) => [key, message]));
  const categories = groups.filter(({ key }) => key !== "component").map(({ order, message }) => ({ index: order, label: message }));
  const known = new Set(categories.map(({ index }) => index));
  return {
    locale: "en",
    categories,
    skinTones: Object.fromEntries(tones.map((tone) => [tone, name.get(tone) ?? tone])) as EmojiData["skinTones"],
    emojis: emojis.flatMap(({ emoji, group, label, version, tags = [], skins }) => {
      if (group === undefined || !known.has(group) || version > newest) return [];
      return [{ emoji: shortest(emoji), category: group, label, version, tags, skins: skinsOf(skins) }];
    }),
  };
}

/** Without the mark that asks for a picture where a picture is shown anyway: it would cost three bytes of a payload. */
function shortest(emoji: string): string {
  return /^\p{Emoji_Presentation}\uFE0F$/u.test(emoji) ? emoji.slice(0, -1) : emoji;
}

/** One for each tone; undefined where an emoji has none. Those with a tone for each of two people are left out. */
function skinsOf(skins: readonly Emoji[] = []): EmojiData["emojis"][number]["skins"] {
  const found = tones.map((tone, index) => [tone, skins.find((skin) => skin.tone === index + 1)?.emoji] as const);
  return found.every(([, emoji]) => emoji !== undefined)
    ? (Object.fromEntries(found) as Record<(typeof tones)[number], string>)
    : undefined;
}
