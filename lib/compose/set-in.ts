/**
 * Names what is written in an object, for a folded group: "collapse_key, time_to_live"; undefined
 * when nothing is.
 */
export function setIn(
  value: unknown,
  names?: readonly string[],
  without: readonly string[] = [],
): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const setNames = Object.entries(value)
    .filter(
      ([name, member]) =>
        member !== undefined &&
        member !== "" &&
        !without.includes(name) &&
        (names === undefined || names.includes(name)),
    )
    .map(([name]) => name);
  return setNames.length === 0 ? undefined : setNames.join(", ");
}
