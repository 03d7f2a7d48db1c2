import { once } from "@/lib/runtime/once";
import { TtlCache } from "@/lib/runtime/ttl-cache";
import { asWork } from "@/lib/runtime/work-class";
import { changeNumber, cacheMs } from "./changes";
import { database, type Database } from "./sql";

const entriesLimit = 10_000;

interface Copy {
  /** The change number it was read under. */
  number: number;
  /** What was read, or a promise of it. */
  value: unknown;
}

/**
 * Caches look-ups of the hot path in this process for `ttlMs`, or until rows of the kind change
 * (`changes`): a change counts once this process is notified of it, a moment after its commit.
 * Without notifications they are cached for a quarter of a second. Stores at most 10,000 entries
 * per cache and no failed look-ups. Concurrent callers of one key share one look-up: it runs as
 * interactive work, in the class of any caller, and must not run in a transaction, because the
 * other callers would wait for its end.
 */
export function cached<T>(
  name: string,
  key: string,
  ttlMs: number,
  load: () => Promise<T>,
): Promise<T> {
  const cache = store(name);
  const cachedCopy = current(cache, key);
  if (cachedCopy) return cachedCopy.value as Promise<T>;
  const number = changeNumber();
  const value = asWork("interactive", load);
  const copy = { number, value };
  cache.set(key, copy, cacheMs(ttlMs));
  value.catch(() => cache.get(key) === copy && cache.delete(key));
  return value;
}

/**
 * Works as {@link cached} for several keys at once, in a transaction too: looks up the missing ones
 * in one go, and caches those that exist.
 *
 * @param load returns the existing values, by key
 */
export async function cachedAll<T>(
  name: string,
  keys: Iterable<string>,
  ttlMs: number,
  load: (missing: string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<Map<string, T>> {
  const cache = store(name);
  const values = new Map<string, T>();
  const missing: string[] = [];
  for (const key of new Set(keys)) {
    const cachedCopy = current(cache, key);
    if (cachedCopy) values.set(key, cachedCopy.value as T);
    else missing.push(key);
  }
  if (missing.length === 0) return values;
  const number = changeNumber();
  for (const [key, value] of await load(missing)) {
    cache.set(key, { number, value }, cacheMs(ttlMs));
    values.set(key, value);
  }
  return values;
}

/** Forgets one entry, or the whole cache. */
export function forgetCached(name: string, key?: string): void {
  if (key === undefined) store(name).clear();
  else store(name).delete(key);
}

function current(cache: TtlCache<Copy>, key: string): Copy | undefined {
  const copy = cache.get(key);
  return copy?.number === changeNumber() ? copy : undefined;
}

/**
 * Returns the cache of a name for the open database: another database, opened later in this
 * process, has its own.
 */
function store(name: string): TtlCache<Copy> {
  const all = once("caches", () => new WeakMap<Database, Map<string, TtlCache<Copy>>>());
  const ofDatabase = all.get(database()) ?? new Map<string, TtlCache<Copy>>();
  all.set(database(), ofDatabase);
  const cache = ofDatabase.get(name) ?? new TtlCache<Copy>(entriesLimit);
  ofDatabase.set(name, cache);
  return cache;
}
