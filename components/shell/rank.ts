/** Something that the palette offers, as far as it is looked for. */
export interface RankCandidate {
  /** What it is called. */
  name: string;
  /** Other words that it is looked for by. */
  words?: string;
  /** The text that the server found it by, which is not looked for a second time. */
  foundBy?: string;
}

const folded = (text: string) => text.trim().toLowerCase();

/**
 * How well an entry of the palette fits what was typed: 2 where it is its name, 1 where its name
 * begins with it, 0.9 where the server found it, less where only words of it do, 0 where it lacks
 * one. No letters in between: "new" is not in "own app".
 *
 * Local entries that begin with the text stay above the server's matches, which arrive a moment
 * later, so that Enter does not change its target meanwhile.
 */
export function rank({ name, words = "", foundBy }: RankCandidate, search: string): number {
  const typed = folded(search);
  if (typed === "") return 1;
  if (folded(name) === typed) return 2;
  if (foundBy !== undefined) return folded(foundBy) === typed ? 0.9 : 0;
  const text = folded(`${name} ${words}`);
  if (text.startsWith(typed)) return 1;
  const all = text.split(/[\s:]+/u);
  const parts = typed.split(/\s+/u);
  if (parts.every((part) => all.some((word) => word.startsWith(part)))) return 0.8;
  return parts.every((part) => text.includes(part)) ? 0.4 : 0;
}

/** Entries that belong together, under one heading. */
interface RankedGroup<E extends RankCandidate> {
  entries: readonly E[];
}

/**
 * The entries that fit a text, the best first, and so the groups by their best entry; where two fit
 * alike they keep their order. Groups without any are left out.
 */
export function ranked<E extends RankCandidate, G extends RankedGroup<E>>(
  groups: readonly G[],
  search: string,
): G[] {
  return groups
    .map((group) => {
      const fitting = group.entries
        .map((entry) => ({ entry, fit: rank(entry, search) }))
        .filter(({ fit }) => fit > 0)
        .toSorted((one, other) => other.fit - one.fit);
      return {
        fit: fitting[0]?.fit ?? 0,
        group: { ...group, entries: fitting.map(({ entry }) => entry) },
      };
    })
    .filter(({ fit }) => fit > 0)
    .toSorted((one, other) => other.fit - one.fit)
    .map(({ group }) => group);
}
