/**
 * Calls `each` with every item, four at a time. Rejects with the first failure; later batches are
 * not begun then.
 */
export async function inBatches<T>(
  items: readonly T[],
  each: (item: T) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += 4) await Promise.all(items.slice(at, at + 4).map(each));
}
