import type { z } from "zod";
import type { LeastRole, Scope } from "../roles";

/**
 * One action: a right alone, a write that leaves no event with the reason for it (`unaudited`), or
 * a write whose `event` the audit log has.
 */
export type ActionEntry = { least: LeastRole; scope?: Scope } & (
  | object
  | { unaudited: string }
  | { event: z.ZodObject; words: string | ((event: never) => string) }
);

/**
 * An audited action. `event`: what the log stores, only what may be seen later; the schema must be
 * strict, so that an undeclared member, above all a secret, makes the write fail. `words`: what was
 * done, as it follows the name of the actor. Where they are no function, the name of the object
 * follows them.
 */
export function audited<E extends z.ZodObject>(
  entry: { least: LeastRole; scope?: Scope } & {
    event: E;
    words: string | ((event: z.output<E>) => string);
  },
) {
  return entry;
}

/** “ and a name in quotation marks; "" for none. */
export function quoted(name: string | null | undefined): string {
  return name ? ` “${name}”` : "";
}

/** "1 recipient", "2,500 recipients". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** "renamed the list “Spring” to “Summer”"; undefined where the name is the same. */
export function renamed(
  noun: string,
  { before, after }: { before: { name: string }; after: { name: string } },
): string | undefined {
  return before.name === after.name
    ? undefined
    : `renamed the ${noun}${quoted(before.name)} to${quoted(after.name)}`;
}
