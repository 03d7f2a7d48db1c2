/** A field's value by its path, such as `fields.username`. A list is one value. */
export type TypedValue = readonly [path: string, value: unknown];

/** Paths whose values are, or may be, secret: those are never stored in a browser. */
const secretPath =
  /secret|password|passphrase|token|credential|private|key|code|^fields\b|headers?\b/i;

/**
 * What users name themselves: values of a recipient, of a sample, for parameters. No name makes one
 * secret.
 */
const ownNames = /(?:^|\.)(?:parameters|samples)\./;

/**
 * Returns what a form's values have that the values at first have not; without secrets, and without
 * files.
 */
export function typedValues(initial: unknown, values: unknown): TypedValue[] {
  const typed: TypedValue[] = [];
  const walk = (path: string, before: unknown, now: unknown) => {
    if (secretPath.test(path) && !ownNames.test(path)) return;
    if (isRecord(now)) {
      for (const [name, value] of Object.entries(now))
        walk(
          path === "" ? name : `${path}.${name}`,
          isRecord(before) ? before[name] : undefined,
          value,
        );
      return;
    }
    if (isPlain(now) && JSON.stringify(now ?? "") !== JSON.stringify(before ?? ""))
      typed.push([path, now ?? ""]);
  };
  walk("", initial, values);
  return typed;
}

/** Reads what {@link typedValues} returned, from JSON; nothing of a text that is something else. */
export function readTypedValues(text: string | null): TypedValue[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value)
      ? value.filter(
          (one): one is TypedValue =>
            Array.isArray(one) && one.length === 2 && typeof one[0] === "string",
        )
      : [];
  } catch {
    return [];
  }
}

/** Whether JSON carries a value, and no member of it may be secret. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (isRecord(value))
    return Object.entries(value).every(
      ([name, member]) => !secretPath.test(name) && isPlain(member),
    );
  return value === null || ["string", "number", "boolean", "undefined"].includes(typeof value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
