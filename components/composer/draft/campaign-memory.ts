import type { Memory } from "@/components/editor/document-store";
import { tabMemory, type TabStorage } from "@/components/editor/tab-memory";
import { tryTo } from "@/components/ui/browser/try-to";
import { SavedVersions, type SavedVersion } from "@/lib/compose/saved-versions";
import type { TabCopy } from "@/lib/editor/document";
import { isObject } from "@/lib/interface/value-shape";
import { compositionOf, type CampaignContent } from "./campaign-kind";

/**
 * Under what a tab stores a draft; null for one that the server does not have yet. `who` is its
 * member's id, and the service's.
 */
const keyOfDraft = (who: string, campaign: string | null) =>
  `clarion.compose.4.${who}.${campaign ?? "new"}`;
/** Under what a tab stores which draft it left at an address that did not name it yet. */
const keyOfLeft = (who: string) => `clarion.compose.left.2.${who}`;

export interface CampaignMemory extends Memory<CampaignContent> {
  read: () => TabCopy<CampaignContent> | undefined;
  /**
   * Leaves word for the next page of a draft that the address does not name: it got its id while
   * that page was asked for already.
   */
  leave: (version: SavedVersion) => void;
}

/**
 * Stores what is typed across a reload until the server has it: in this tab alone, gone with it, so
 * that nothing of it is left on a shared machine.
 *
 * @param who whose draft it is: the member's id, and the service's that it is written in
 * @param campaign which; null for one that the server does not have yet
 */
export function campaignMemory(
  store: TabStorage | undefined,
  who: string,
  campaign: string | null,
): CampaignMemory {
  const packing = { pack: (content: CampaignContent) => content, unpack: contentOf };
  return {
    ...tabMemory(store, (id) => keyOfDraft(who, id), campaign, packing),
    leave: (version) => tryTo(() => store?.setItem(keyOfLeft(who), JSON.stringify(version))),
  };
}

function contentOf(value: unknown): CampaignContent | undefined {
  const content = compositionOf(value);
  const name = isObject(value) ? value["name"] : undefined;
  return content && { ...content, name: typeof name === "string" ? name : undefined };
}

/**
 * What the page before left by {@link CampaignMemory.leave}; undefined when it left nothing. Stays
 * until {@link forgetLeft}.
 */
export function leftBehind(store: TabStorage | undefined, who: string): SavedVersion | undefined {
  const value: unknown = tryTo(() => JSON.parse(store?.getItem(keyOfLeft(who)) ?? "null"));
  if (!isObject(value)) return undefined;
  const { id, revision, name, draft } = value;
  if (
    typeof id !== "string" ||
    typeof revision !== "number" ||
    typeof name !== "string" ||
    typeof draft !== "string"
  )
    return undefined;
  return { id, revision, name, draft };
}

/** Forgets what the page before left. */
export function forgetLeft(store: TabStorage | undefined, who: string): void {
  store?.removeItem(keyOfLeft(who));
}

/**
 * What this tab has saved. Outlives the composer: the page of another draft may be between two
 * looks at one.
 */
export const savedHere = new SavedVersions();
