import { tryTo } from "@/components/ui/browser/try-to";
import { membersOf } from "@/lib/interface/value-shape";
import { remembered, type FormerNames } from "./parameter-names";

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
