import { SavedVersions } from "@/lib/compose/saved-versions";

/**
 * What this tab has saved. Outlives the composer: the page of another draft may be between two
 * looks at one.
 */
export const savedHere = new SavedVersions();
