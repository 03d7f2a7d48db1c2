import { mostCounted } from "@/lib/inputs/page";

/** What things of a list are called. */
export interface Noun {
  one: string;
  many: string;
}

/**
 * "1 campaign", "312 campaigns"; "1,000+ campaigns" for all that is more, where it was `counted` no
 * further.
 */
export function countText(
  count: number,
  { one, many }: Noun,
  counted: "so far" | "all" = "so far",
): string {
  if (count === 1) return `1 ${one}`;
  const capped = counted === "so far" && count > mostCounted;
  return `${capped ? `${mostCounted.toLocaleString("en")}+` : count.toLocaleString("en")} ${many}`;
}
