import { once } from "@/lib/runtime/once";
import { TtlCache } from "@/lib/runtime/ttl-cache";
import { asWork } from "@/lib/runtime/work-class";
import { changeNumber, keptMs } from "./changes";
import { database, type Database } from "./sql";

const entriesLimit = 10_000;

interface Copy {
  /** The change number it was read under. */
  number: number;
  /** What was read, or a promise of it. */
  value: unknown;
}

/**
 * Look-ups on the hot path, kept for `ttlMs` in this process, and no longer than until something of
 * the kind changes (`changes`): a change counts once this process was notified of it, which is a
 * moment after its commit. Without notifications, they are kept for a quarter of a second. At most
 * 10,000 a cache. Failed look-ups are not kept. Those who want the same at once share one look-up:
 * it is interactive, in any caller's class, and must not be made in a transaction, whose end others
 * would wait for.
 */
export function cached<T>(
  name: string,
  key: string,
  ttlMs: number,
  load: () => Promise<T>,
): Promise<T> {
  const cache = store(name);
  const known = current(cache, key);
  if (known) return known.value as Promise<T>;
  const number = changeNumber();
  const value = asWork("interactive", load);
  const copy = { number, value };
  cache.set(key, copy, keptMs(ttlMs));
  value.catch(() => cache.get(key) === copy && cache.delete(key));
  return value;
}

/**
 * Like {@link cached} for several at once, in a transaction too: what is missing is looked up in
 * one go, and kept when it is there.
 *
 * @param load answers what it found, by key
 */
export async function cachedAll<T>(
  name: string,
  keys: Iterable<string>,
  ttlMs: number,
  load: (missing: string[]) => Promise<ReadonlyMap<string, T>>,
): Promise<Map<string, T>> {
  const cache = store(name);
  const found = new Map<string, T>();
  const missing: string[] = [];
  for (const key of new Set(keys)) {
    const known = current(cache, key);
    if (known) found.set(key, known.value as T);
    else missing.push(key);
  }
  if (missing.length === 0) return found;
  const number = changeNumber();
  for (const [key, value] of await load(missing)) {
    cache.set(key, { number, value }, keptMs(ttlMs));
    found.set(key, value);
  }
  return found;
}

/** Forgets one entry, or the whole cache. */
export function forgetCached(name: string, key?: string): void {
  if (key === undefined) store(name).clear();
  else store(name).delete(key);
}

function current(cache: TtlCache<Copy>, key: string): Copy | undefined {
  const known = cache.get(key);
  return known?.number === changeNumber() ? known : undefined;
}

/**
 * What is kept belongs to the database it was read from: another one, opened later in this process,
 * has its own.
 */
function store(name: string): TtlCache<Copy> {
  const all = once("caches", () => new WeakMap<Database, Map<string, TtlCache<Copy>>>());
  const ofDatabase = all.get(database()) ?? new Map<string, TtlCache<Copy>>();
  all.set(database(), ofDatabase);
  const known = ofDatabase.get(name) ?? new TtlCache<Copy>(entriesLimit);
  ofDatabase.set(name, known);
  return known;
}
