import { diffWordsWithSpace } from "diff";

interface ChangedWordsProps {
  before: string;
  after: string;
  /** The one that is shown; what differs from the other one is marked. */
  side: "before" | "after";
}

/** One of two texts, with the words marked that the other one does not have. */
export function ChangedWords({ before, after, side }: ChangedWordsProps) {
  return diffWordsWithSpace(before, after).map(({ added, removed, value }, index) => {
    if (side === "before" ? added : removed) return null;
    const Marked = side === "before" ? "del" : "ins";
    const look =
      side === "before"
        ? "rounded-sm bg-red-soft text-red-fg"
        : "rounded-sm bg-green-soft text-green-fg no-underline";
    return added || removed ? (
      // oxlint-disable-next-line react/no-array-index-key -- two parts may say the same, and none of them moves
      <Marked key={index} className={look}>
        {value}
      </Marked>
    ) : (
      value
    );
  });
}
