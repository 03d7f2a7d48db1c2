/**
 * One value per process, however many bundles load this module.
 *
 * Under a custom server, `server.ts`, a page and a route handler each get their own copy of every
 * module, so a module-level constant would exist three times. What may exist only once (database,
 * pools, event bus) is stored on `globalThis` under a registered symbol, in production too.
 *
 * @param name a stable name, e.g. "database"
 * @param make called at most once per process; if it throws, the next call tries again
 */
export function once<T>(name: string, make: () => T): T {
  const key = Symbol.for(`clarion.${name}`);
  const store = globalThis as Record<symbol, unknown>;
  if (!(key in store)) store[key] = make();
  return store[key] as T;
}

/**
 * Forgets a value of {@link once}, so that the next call creates a new one. For tests. @internal
 */
export function forget(name: string): void {
  delete (globalThis as Record<symbol, unknown>)[Symbol.for(`clarion.${name}`)];
}
