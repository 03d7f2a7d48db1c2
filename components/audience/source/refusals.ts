import { misfitOf } from "@/lib/template/parameter-value";
import type { TemplateParameter } from "@/lib/template/parameters";
import { valueFault } from "./value-check";
import { dateOrders, isoDate, type DateOrder } from "./written-dates";

/** Values of one parameter that a template does not take for one reason. */
export interface Refusal {
  parameter: string;
  /** In the words that follow its name; of lengths that of the first. */
  why: string;
  count: number;
  /** The first of them. */
  line: number;
  value: string;
  /** Orders in which all of them are dates. */
  orders: readonly DateOrder[];
}

/** Collects values that a template does not take, by their parameter and the kind of reason. */
export class Refusals {
  readonly #groups = new Map<string, Refusal>();

  /** Why a template does not take a value, counted; undefined where it does. */
  note(parameter: TemplateParameter, value: string | undefined, line: number): string | undefined {
    const why = valueFault(parameter, value);
    if (why === undefined) return undefined;
    const text = value ?? "";
    const key = `${(text !== "" && misfitOf(parameter, text)?.kind) || "missing"} ${parameter.name}`;
    const group = this.#groups.get(key);
    const candidates = group?.orders ?? (parameter.type === "date" ? dateOrders : []);
    const orders = candidates.filter((order) => isoDate(text, order) !== undefined);
    if (group) this.#groups.set(key, { ...group, count: group.count + 1, orders });
    else
      this.#groups.set(key, {
        parameter: parameter.name,
        why,
        count: 1,
        line,
        value: text,
        orders,
      });
    return why;
  }

  /** Those so far, the most frequent first. */
  list(): Refusal[] {
    return [...this.#groups.values()].toSorted((one, other) => other.count - one.count);
  }
}
