/** A version of a campaign's draft, as the server has it. */
export interface SavedVersion {
  id: string;
  revision: number;
  name: string;
  draft: string;
}

const kept = new Map<string, SavedVersion>();
const mostKept = 20;

/** Keeps what this tab saved: on the way back the router shows a page as it was when it was opened, with the draft of then. */
export function keepVersion(version: SavedVersion): void {
  kept.delete(version.id);
  kept.set(version.id, version);
  for (const [id] of kept) if (kept.size > mostKept) kept.delete(id);
}

/** What this tab saved last of a campaign: on the way back the router may show the page of before it had one. */
export function versionOf(id: string | null | undefined): SavedVersion | undefined {
  return kept.get(id ?? "");
}

/** The newer one of a version that a page brought and of what this tab saved since. */
export function newestOf<T extends SavedVersion>(version: T): T {
  const known = kept.get(version.id);
  return known && known.revision > version.revision ? { ...version, ...known } : version;
}
