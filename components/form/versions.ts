/** A leaf of a form's values by its path, such as `fields.username`. */
type Leaf = readonly [path: string, value: unknown];

/** Two writers' versions of one form. */
interface Versions {
  /** What was changed here and stays. */
  own: readonly Leaf[];
  /** What both changed, to different values, with the other's. */
  overlaps: readonly Leaf[];
}

/**
 * Compares what was typed with another writer's version, by what both began from. Only members that
 * the other version has are compared. Where a nested member is missing in it, because it is a
 * secret, a value that was typed overlaps: whether the other changed it too cannot be determined.
 */
export function compareVersions(
  base: unknown,
  mine: unknown,
  theirs: Readonly<Record<string, unknown>>,
): Versions {
  const own: Leaf[] = [];
  const overlaps: Leaf[] = [];
  const walk = (
    path: string,
    [began, here, theirValue]: readonly [unknown, unknown, unknown],
    hidden: boolean,
  ) => {
    if (isRecord(theirValue)) {
      const names = new Set(
        [began, here, theirValue].flatMap((one) => (isRecord(one) ? Object.keys(one) : [])),
      );
      for (const name of names)
        walk(
          `${path}.${name}`,
          [memberOf(began, name), memberOf(here, name), theirValue[name]],
          !Object.hasOwn(theirValue, name),
        );
      return;
    }
    if (isSame(began, here) || (!hidden && isSame(here, theirValue))) return;
    own.push([path, here]);
    if (hidden || !isSame(began, theirValue)) overlaps.push([path, theirValue]);
  };
  for (const [name, theirValue] of Object.entries(theirs))
    walk(name, [memberOf(base, name), memberOf(mine, name), theirValue], false);
  return { own, overlaps };
}

/**
 * The values of a form with another version in their place; members that it does not have stay,
 * nested ones are emptied.
 */
export function withVersion<V extends object>(
  values: V,
  theirs: Readonly<Record<string, unknown>>,
): V {
  const theirEntries = Object.entries(theirs).map(([name, theirValue]): [string, unknown] => {
    if (!isRecord(theirValue)) return [name, theirValue ?? undefined];
    const emptied = Object.keys((memberOf(values, name) as object | undefined) ?? {}).map(
      (member) => [member, ""],
    );
    return [name, { ...Object.fromEntries(emptied), ...theirValue }];
  });
  return { ...values, ...Object.fromEntries(theirEntries) };
}

/** What another writer did to a field, in a sentence. */
export function changedTo(by: string, value: unknown): string {
  if (typeof value === "boolean")
    return `${by} turned this ${value ? "on" : "off"} while you were editing.`;
  const text = Array.isArray(value)
    ? value.join(", ")
    : typeof value === "string" || typeof value === "number"
      ? String(value)
      : "";
  return text === ""
    ? `${by} changed this while you were editing.`
    : `${by} changed this to “${text.length > 100 ? `${text.slice(0, 100)}…` : text}” while you were editing.`;
}

/** Nothing is written in several ways. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? "") === JSON.stringify(other ?? "");
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
