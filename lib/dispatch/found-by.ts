import type { EffectiveRequest } from "@/lib/interface/effective";

/** Text beyond is not searched. */
const mostCharacters = 500;

/** What a message is found by in lists: its titles and texts, each once, in lower case, at most 500 UTF-16 units. */
export function foundBy({ channels: { push } }: Pick<EffectiveRequest, "channels">): string {
  const said = [push.android, push.ios, push.web].flatMap((block) => [block?.title ?? "", block?.text ?? ""]);
  const words = [...new Set(said.filter((text) => text !== ""))].join("\n").toLowerCase();
  // Half of a surrogate pair is no text that a database takes.
  return words.slice(0, mostCharacters).replace(/[\uD800-\uDBFF]$/, "");
}
