import { digitsOf } from "@/lib/interface/exact-json";
import { pointerOf } from "@/lib/interface/pointer";
import type { PushBlocksInput } from "@/lib/interface/request";
import { isObject } from "@/lib/interface/value-shape";
import { placeOf } from "./place";

/** A member that a message says in place of its template. */
export interface Override {
  /** Its way within `channels.push`. */
  steps: readonly string[];
  /** In words. */
  label: string;
  /** What the template says there, as it stands in it; undefined where it says nothing. */
  before: string | undefined;
  after: string;
}

/**
 * What a message says in place of its template, member by member: objects go together, lists and
 * texts replace (contract 6).
 *
 * @param blocks as they are sent: without members that say nothing
 */
export function overridesOf(
  template: PushBlocksInput,
  blocks: PushBlocksInput | undefined,
): Override[] {
  const overrides: Override[] = [];
  const walk = (before: unknown, after: unknown, steps: readonly string[]) => {
    if (after === undefined) return;
    if (isObject(after) && (isObject(before) || before === undefined)) {
      for (const [name, member] of Object.entries(after))
        walk(isObject(before) ? before[name] : undefined, member, [...steps, name]);
      return;
    }
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    const label = placeOf(pointerOf(["channels", "push", ...steps])).label;
    overrides.push({
      steps,
      label,
      before: before === undefined ? undefined : valueText(before),
      after: valueText(after),
    });
  };
  walk(template, blocks ?? {}, []);
  return overrides;
}

/** The blocks without a member; what holds nothing then goes, too. */
export function without(blocks: PushBlocksInput, steps: readonly string[]): PushBlocksInput {
  const take = (
    holder: Record<string, unknown>,
    [step = "", ...rest]: readonly string[],
  ): Record<string, unknown> => {
    const { [step]: member, ...others } = holder;
    if (rest.length === 0 || !isObject(member)) return others;
    const left = take(member, rest);
    return Object.keys(left).length === 0 ? others : { ...holder, [step]: left };
  };
  return take(blocks, steps);
}

function valueText(value: unknown): string {
  return digitsOf(value) ?? (typeof value === "string" ? value : JSON.stringify(value));
}
