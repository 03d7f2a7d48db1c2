/**
 * A function that computes its value once for each object. The object is never changed in place.
 */
export function memoized<K extends object, V>(compute: (of: K) => V): (of: K) => V {
  const values = new WeakMap<K, V>();
  return (of) => {
    const cached = values.get(of);
    if (cached !== undefined) return cached;
    const value = compute(of);
    values.set(of, value);
    return value;
  };
}
