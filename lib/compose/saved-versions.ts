/** A version of a campaign's draft, as the server has it. */
export interface SavedVersion {
  id: string;
  revision: number;
  name: string;
  draft: string;
}

const mostKept = 20;

/**
 * The last versions of drafts that a tab has saved: on the way back the router shows a page as it
 * was when it was opened, with the draft of then.
 */
export class SavedVersions {
  readonly #kept = new Map<string, SavedVersion>();

  /** Keeps a version; those of the last twenty campaigns. */
  keep(version: SavedVersion): void {
    this.#kept.delete(version.id);
    this.#kept.set(version.id, version);
    for (const [id] of this.#kept) if (this.#kept.size > mostKept) this.#kept.delete(id);
  }

  /**
   * Returns the last version of a campaign: the router may show the page of before the campaign had
   * one.
   */
  of(id: string | null | undefined): SavedVersion | undefined {
    return this.#kept.get(id ?? "");
  }

  /** Returns the newer one of a version that a page brought and of the kept one. */
  newest<T extends SavedVersion>(version: T): T {
    const known = this.#kept.get(version.id);
    return known && known.revision > version.revision ? { ...version, ...known } : version;
  }
}
