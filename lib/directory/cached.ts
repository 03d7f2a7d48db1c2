import { changeNumber, keptMs } from "@/lib/database/changes";
import { database, type Database } from "@/lib/database/sql";
import { once } from "@/lib/runtime/once";

const entriesLimit = 10_000;

interface Entry {
  until: number;
  /** The change number it was read under. */
  number: number;
  value: Promise<unknown>;
}

/**
 * Look-ups on the hot path, kept for `ttlMs` in this process, and no longer than until something of the kind changes (`lib/database/changes`): a change
 * counts once this process was told of it, which is a moment after its commit. While nobody would tell, they are kept for a quarter of a second.
 * At most 10,000 entries a cache, the oldest go first. Failed look-ups are not kept.
 */
export function cached<T>(name: string, key: string, ttlMs: number, load: () => Promise<T>): Promise<T> {
  const cache = store(name);
  const known = cache.get(key);
  const number = changeNumber();
  if (known && known.number === number && known.until > performance.now()) return known.value as Promise<T>;
  const value = load();
  const entry = { until: performance.now() + keptMs(ttlMs), number, value };
  cache.delete(key);
  cache.set(key, entry);
  if (cache.size > entriesLimit)
    for (const oldest of cache.keys()) {
      cache.delete(oldest);
      break;
    }
  value.catch(() => cache.get(key) === entry && cache.delete(key));
  return value;
}

/** Forgets one entry, or the whole cache. */
export function forgetCached(name: string, key?: string): void {
  if (key === undefined) store(name).clear();
  else store(name).delete(key);
}

/** What is kept belongs to the database it was read from: another one, opened later in this process, has its own. */
function store(name: string): Map<string, Entry> {
  const all = once("caches", () => new WeakMap<Database, Map<string, Map<string, Entry>>>());
  const ofDatabase = all.get(database()) ?? new Map<string, Map<string, Entry>>();
  all.set(database(), ofDatabase);
  const known = ofDatabase.get(name) ?? new Map<string, Entry>();
  ofDatabase.set(name, known);
  return known;
}
