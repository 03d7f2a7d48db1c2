import { tryTo } from "@/components/ui/browser/try-to";
import { membersOf } from "@/lib/interface/value-shape";
import { plainName } from "@/lib/plan/own-values";
import type { Mapping } from "./columns";

/**
 * What columns of earlier files were called as parameters, by {@link plainName} of their own name;
 * "" for one that was left out.
 */
export type FormerNames = Readonly<Record<string, string>>;

/** Column names that are remembered at most. */
const mostRemembered = 200;

/**
 * Why a parameter cannot be called so next to the other columns of a file; undefined when it can.
 */
export function nameFault(name: string, others: readonly string[]): string | undefined {
  if (!/^\w{1,64}$/.test(name)) return "Letters, digits and _ only, at most 64.";
  return others.includes(name) ? "Another column has this name." : undefined;
}

/**
 * A mapping whose columns are called as they were in an earlier file, else as the parameter that
 * differs from their name in capitals, blanks and `_` alone. Who was left out the last time is left
 * out. No two columns get one name.
 *
 * @param header the names of the columns
 * @param proposedNames parameters of templates and of the list
 */
export function withKnownNames(
  mapping: Mapping,
  header: readonly string[],
  proposedNames: readonly string[],
  former: FormerNames,
): Mapping {
  const usedNames = new Set<string>();
  // A column that is really called so keeps the name.
  const isAnothers = (name: string, column: number) =>
    header.some((other, at) => at !== column && other.trim() === name);
  const parameters = mapping.parameters.flatMap(({ column, name }) => {
    const plain = plainName(header[column] ?? "");
    const before = Object.hasOwn(former, plain) ? former[plain] : undefined;
    if (before === "") return [];
    const alike = proposedNames.filter((one) => plainName(one) === plain);
    const preferredName =
      before ?? (alike.includes(name) || alike.length !== 1 ? name : (alike[0] ?? name));
    const free = [preferredName, name].find(
      (one) => !usedNames.has(one) && (one === name || !isAnothers(one, column)),
    );
    if (free === undefined) return [];
    usedNames.add(free);
    return [{ column, name: free }];
  });
  return { ...mapping, parameters };
}

/** What is remembered once a column was given a name, or was left out (""): the latest last. */
export function remembered(former: FormerNames, column: string, name: string): FormerNames {
  const plain = plainName(column);
  if (plain === "") return former;
  const { [plain]: _, ...others } = former;
  return Object.fromEntries([...Object.entries(others), [plain, name]].slice(-mostRemembered));
}

const storageKey = "clarion.columns";

const isName = (value: unknown) => typeof value === "string" && /^\w{0,64}$/.test(value);

/** What this browser remembers of the columns of earlier files; nothing where it keeps nothing. */
export function formerNames(): FormerNames {
  const text = tryTo(() => localStorage.getItem(storageKey)) ?? "{}";
  const members = Object.entries(membersOf(tryTo(() => JSON.parse(text) as unknown)));
  return Object.fromEntries(
    members.filter((member): member is [string, string] => isName(member[1])),
  );
}

/** Remembers what a column is called as a parameter; "" where it was left out. */
export function rememberName(column: string, name: string): void {
  const names = remembered(formerNames(), column, name);
  tryTo(() => localStorage.setItem(storageKey, JSON.stringify(names)));
}
