import { utf8Bytes } from "@/lib/interface/bytes";

const mostNameLength = 200;
const mostDraftBytes = 262_144;

/** A name as it is kept: one line, at most 200 characters, and never none. */
export function campaignName(name: string): string {
  const line = name
    // PostgreSQL keeps no U+0000, and a name has no use for its like.
    .replace(/\p{Cc}+/gu, " ")
    .trim();
  return Array.from(line).slice(0, mostNameLength).join("") || "Untitled";
}

/** Why a draft cannot be kept, with what to do about it; undefined when it can. Whether its app exists is for the directory to say. */
export function draftProblem(draft: string): string | undefined {
  const bytes = utf8Bytes(draft);
  if (bytes > mostDraftBytes)
    return `It takes ${bytes.toLocaleString("en")} bytes, and a draft takes at most ${mostDraftBytes.toLocaleString("en")}. Shorten it: most often the recipients are what is long, and a list under Audiences holds as many as you like.`;
  if (draft.includes("\0")) return "It holds the character U+0000, which cannot be kept. Take it out.";
  return undefined;
}
