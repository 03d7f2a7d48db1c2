import { z } from "zod";
import { tryTo } from "@/components/editor/try-to";
import { remembered, type FormerNames } from "./parameter-names";

const kept = "clarion.columns";
const keptSchema = z.record(z.string().max(200), z.string().regex(/^\w{0,64}$/));

/** What this browser remembers of the columns of earlier files; nothing where it keeps nothing. */
export function formerNames(): FormerNames {
  const text = tryTo(() => localStorage.getItem(kept)) ?? "{}";
  return keptSchema.safeParse(tryTo(() => JSON.parse(text) as unknown)).data ?? {};
}

/** Remembers what a column is called as a parameter; "" where it was left out. */
export function rememberName(column: string, name: string): void {
  const names = remembered(formerNames(), column, name);
  tryTo(() => localStorage.setItem(kept, JSON.stringify(names)));
}
