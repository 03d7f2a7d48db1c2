import { followers, type SharedPart, type SharedText } from "@/lib/compose/shared-text";
import { stepsOf } from "@/lib/interface/pointer";
import type { PushRequestInput } from "@/lib/interface/request";
import { isObject } from "@/lib/interface/value-shape";

/**
 * One change of a request: the value that a pointer (RFC 6901) gets. Without a value, the member is
 * removed.
 */
export interface Edit {
  pointer: string;
  value?: unknown;
}

/** A change that mends one problem. */
export interface Fix {
  /** What the button says: "Add https://". */
  label: string;
  /** In this order; empty where the user has to choose: the button then leads to the field. */
  edits: readonly Edit[];
  /** What is written for all changes along with the platforms that follow it. */
  shared?: { part: SharedPart; value: string };
}

/** The pointers of the fields that say what is written for all platforms in a part. */
export function pointersOfPart(
  request: PushRequestInput,
  shared: SharedText,
  part: SharedPart,
): string[] {
  return followers(request.channels?.push, part, shared[part]).map(
    ({ path }) => `/${path.replaceAll(".", "/")}`,
  );
}

/** Writes something else for all platforms in a part, and in every field that follows it. */
export function editsForAll(
  request: PushRequestInput,
  shared: SharedText,
  part: SharedPart,
  value: string,
): Omit<Fix, "label"> {
  return {
    edits: pointersOfPart(request, shared, part).map((pointer) => ({ pointer, value })),
    shared: { part, value },
  };
}

/** What stands at a pointer; undefined where nothing does. */
export function valueAt(request: unknown, pointer: string): unknown {
  return stepsOf(pointer).reduce(
    (holder, step) =>
      (typeof holder === "object" && holder !== null && Object.hasOwn(holder, step)
        ? Reflect.get(holder, step)
        : undefined) as unknown,
    request,
  );
}

/**
 * A request and what is written for all, with a fix applied. Everything else stays the very same.
 */
export function applyFix<T extends { request: PushRequestInput; shared: SharedText }>(
  version: T,
  { edits, shared }: Fix,
): T {
  return {
    ...version,
    request: edits.reduce<unknown>(
      (request, edit) => edited(request, stepsOf(edit.pointer), edit),
      version.request,
    ) as PushRequestInput,
    shared: shared ? { ...version.shared, [shared.part]: shared.value } : version.shared,
  };
}

function edited(holder: unknown, [step, ...rest]: readonly string[], edit: Edit): unknown {
  if (step === undefined) return edit.value;
  const takesOut = rest.length === 0 && !Object.hasOwn(edit, "value");
  if (Array.isArray(holder)) {
    const at = Number(step);
    if (!Number.isInteger(at) || at >= holder.length) return holder as unknown;
    return takesOut ? holder.toSpliced(at, 1) : holder.with(at, edited(holder[at], rest, edit));
  }
  if (!isObject(holder)) return holder;
  if (takesOut) return Object.fromEntries(Object.entries(holder).filter(([name]) => name !== step));
  return { ...holder, [step]: edited(holder[step], rest, edit) };
}
