import { asFarAsComplete, checkContent } from "@/lib/compose/unfinished";
import type { EffectiveRequest } from "@/lib/interface/effective";
import { pointerOf } from "@/lib/interface/pointer";
import type { PushBlocksInput } from "@/lib/interface/request";
import { isDateFormat, longestDate, shownValues } from "@/lib/template/date-format";
import { sampleValues, type TemplateParameter } from "@/lib/template/parameters";
import { FilledTooLargeError, placeholdersIn, substitute } from "@/lib/template/placeholder";
import { declaredOf } from "./template-draft";
import { countingValue, plainValue, widestValue, widestWebAddress } from "./worst-values";

/** What stands in place of parameters, by name. */
export type Values = ReadonlyMap<string, string>;

/**
 * Returns what stands in texts of a language in place of the parameters, the widest first, the
 * samples last.
 */
export function fillingsOf(parameters: readonly TemplateParameter[], language: string): Values[] {
  const dates = new Map(
    parameters.flatMap(({ name, type, format }) =>
      type === "date" && format !== undefined && isDateFormat(format)
        ? [[name, longestDate(format, [language])]]
        : [],
    ),
  );
  const widest = [widestValue, widestWebAddress, plainValue, countingValue].map(
    (valueOf) => new Map(parameters.map((one) => [one.name, dates.get(one.name) ?? valueOf(one)])),
  );
  const samples = new Map(Object.entries(sampleValues(parameters.map(declaredOf))));
  return [...widest, shownValues(parameters, samples, language)];
}

/**
 * Returns which values are tried first: an address may weigh more as one of a web page, although it
 * takes fewer bytes itself.
 */
export function ordersOf(
  parameters: readonly TemplateParameter[],
  fillings: readonly Values[],
): (readonly Values[])[] {
  const [widest, address, ...rest] = fillings;
  if (!widest || !address || parameters.every(({ type }) => type !== "url" && type !== "text"))
    return [fillings];
  return [fillings, [address, widest, ...rest]];
}

/** Returns the blocks with the first valid of the values in each text. */
export function filledAsWideAsPossible(
  blocks: PushBlocksInput,
  tries: readonly Values[],
): EffectiveRequest | undefined {
  const turn = new Map<string, number>();
  const gaps: string[] = [];
  mapTexts(blocks, "", (text, pointer) => {
    if (placeholdersIn(text).length > 0) gaps.push(pointer);
    return text;
  });
  for (let attempt = 0; ; attempt += 1) {
    const push = mapTexts(blocks, "", (text, pointer) =>
      filledOrWritten(text, tries[turn.get(pointer) ?? 0]),
    );
    const result = checkContent({ channels: { push } });
    if ("effective" in result) return result.effective;
    const faults = result.wrong.map((path) => pointerOf(path.slice(2)));
    const wrong = gaps.filter(
      (gap) =>
        (turn.get(gap) ?? 0) < tries.length - 1 &&
        faults.some((at) => gap === at || gap.startsWith(`${at}/`)),
    );
    // Parts that are invalid with any value are left out, as in previews.
    if (wrong.length === 0 || attempt > gaps.length * tries.length)
      return asFarAsComplete({ channels: { push } }, undefined)?.effective;
    for (const gap of wrong) turn.set(gap, (turn.get(gap) ?? 0) + 1);
  }
}

/** A sample of a draft may be of any length. */
function filledOrWritten(text: string, values: Values = new Map()): string {
  try {
    return substitute(text, values);
  } catch (error) {
    if (error instanceof FilledTooLargeError) return text;
    throw error;
  }
}

/** The same JSON value with each text replaced; `map` gets its pointer. */
function mapTexts(
  value: unknown,
  pointer: string,
  map: (text: string, pointer: string) => string,
): unknown {
  if (typeof value === "string") return map(value, pointer);
  if (Array.isArray(value))
    return value.map((element, index) => mapTexts(element, pointer + pointerOf([index]), map));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      mapTexts(member, pointer + pointerOf([name]), map),
    ]),
  );
}
