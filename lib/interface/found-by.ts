import type { Platform } from "@/lib/interface/device-kinds";
import type { EffectiveRequest } from "@/lib/interface/effective";

type ChannelContent = Pick<EffectiveRequest, "channels">;

/** Text beyond is neither searched nor shown in lists. */
const mostCharacters = 500;

/** What a message says, by the first of its platforms. */
export interface MessageSummary {
  title: string | null;
  text: string;
  /** Those that it has content for; of a message that was accepted at least one. */
  platforms: Platform[];
}

/**
 * What a message is found by in lists: its titles and texts, each once, in lower case, at most 500
 * UTF-16 units.
 */
export function foundBy({ channels: { push } }: ChannelContent): string {
  const said = [push.android, push.ios, push.web].flatMap((block) => [
    block?.title ?? "",
    block?.text ?? "",
  ]);
  return cut([...new Set(said.filter((text) => text !== ""))].join("\n").toLowerCase());
}

/** What a message says, in full. */
export function saidBy({ channels: { push } }: ChannelContent): MessageSummary {
  const first = push.android ?? push.ios ?? push.web;
  const platforms = (["android", "ios", "web"] as const).filter(
    (platform) => push[platform] !== undefined,
  );
  return { title: first?.title ?? null, text: first?.text ?? "", platforms };
}

/** What a message says as lists show it: title and text of at most 500 UTF-16 units each. */
export function listedAs(said: ChannelContent): MessageSummary {
  const { title, text, platforms } = saidBy(said);
  return { title: title === null ? null : cut(title), text: cut(text), platforms };
}

/** Half of a surrogate pair is no text that a database takes. */
function cut(text: string): string {
  return text.slice(0, mostCharacters).replace(/[\uD800-\uDBFF]$/, "");
}
