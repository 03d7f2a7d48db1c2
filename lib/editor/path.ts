/**
 * A value that is written at a path. The members of a path are separated by dots; undefined takes
 * away what is there.
 */
export interface Edit {
  path: string;
  value: unknown;
}

/** Returns the value at a path; undefined where there is none. */
export function valueAt(content: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((part, name) => memberOf(part, name), content);
}

/**
 * Returns the content with a value at a path. Everything off the path stays the same object, so
 * that a component that shows it sees no change. Creates missing objects on the way, and lists
 * where the next member is a number; a removed member keeps its place, so that it comes back where
 * it was.
 */
export function withValue<C>(content: C, { path, value }: Edit): C {
  return put(content, path.split("."), value) as C;
}

function put(into: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const container = isContainer(into) ? into : isIndex(name) ? [] : {};
  const next = put(memberOf(into, name), rest, value);
  if (!Array.isArray(container)) return { ...container, [name]: next };
  const list: unknown[] = [...(container as unknown[])];
  list[Number(name)] = next;
  return list;
}

const memberOf = (of: unknown, name: string): unknown =>
  isContainer(of) && Object.hasOwn(of, name) ? of[name] : undefined;

const isIndex = (name: string): boolean => /^\d+$/.test(name);

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
