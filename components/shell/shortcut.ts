/** What a key press means: go somewhere, open the help, or wait for the second key. */
export type Shortcut =
  | { kind: "go"; key: string }
  | { kind: "help" }
  | { kind: "wait" }
  | { kind: "nothing" };

/** How long a `g` waits for its second key, in ms. */
export const waitMs = 1200;

/**
 * Reads one key of a shortcut such as `g m`.
 *
 * @param key `KeyboardEvent.key`
 * @param waitedMs time since a `g` was pressed; undefined when none was
 * @param secondKeys keys that navigate after a `g`
 */
export function readShortcut(
  key: string,
  waitedMs: number | undefined,
  secondKeys: readonly string[],
): Shortcut {
  if (waitedMs !== undefined && waitedMs <= waitMs && secondKeys.includes(key))
    return { kind: "go", key };
  if (key === "g") return { kind: "wait" };
  if (key === "?") return { kind: "help" };
  return { kind: "nothing" };
}
