/** A version of a campaign's draft, as the server has it. */
export interface SavedVersion {
  id: string;
  revision: number;
  name: string;
  draft: string;
}

const mostVersions = 20;

/**
 * The last versions of drafts that a tab has saved: on the way back the router shows a page as it
 * was when it was opened, with the draft of then.
 */
export class SavedVersions {
  readonly #versions = new Map<string, SavedVersion>();

  /** Stores a version. Versions of the last twenty campaigns are stored. */
  keep(version: SavedVersion): void {
    this.#versions.delete(version.id);
    this.#versions.set(version.id, version);
    for (const [id] of this.#versions)
      if (this.#versions.size > mostVersions) this.#versions.delete(id);
  }

  /**
   * Returns the last version of a campaign: the router may show the page of before the campaign had
   * one.
   */
  of(id: string | null | undefined): SavedVersion | undefined {
    return this.#versions.get(id ?? "");
  }

  /** Returns the newer one of the version that a page loaded and the stored version. */
  newest<T extends SavedVersion>(version: T): T {
    const storedVersion = this.#versions.get(version.id);
    return storedVersion && storedVersion.revision > version.revision
      ? { ...version, ...storedVersion }
      : version;
  }
}
