interface Entry<V> {
  value: V;
  /** By `performance.now()`: a clock that is put right makes nothing older. */
  until: number;
}

/**
 * Caches values by name, each for a time of its own, in the memory of this process. Their number is
 * limited: the one used longest ago is dropped first.
 */
export class TtlCache<V> {
  readonly #most: number;
  readonly #entries = new Map<string, Entry<V>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The value, unless its time is over. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.until <= performance.now()) return undefined;
    // The one used last stands last.
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value for so many milliseconds. */
  set(key: string, value: V, ms: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: performance.now() + ms });
    if (this.#entries.size <= this.#most) return;
    for (const oldest of this.#entries.keys()) {
      this.#entries.delete(oldest);
      break;
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** The number of stored values, with expired ones that were not read since. */
  get size(): number {
    return this.#entries.size;
  }
}
