import { PAYLOAD_BYTES } from "@/lib/interface/limits";
import type { PushBlocksInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { longestDate } from "./date-format";
import { blocksIn, type TemplateLanguage } from "./languages";
import { longestValueBytes } from "./parameter-value";
import type { TemplateParameter } from "./parameters";
import { makingsOf, mostFilledBytes, placeholderOf } from "./placeholder";

/**
 * Placeholders in the texts of one language of a template at most. A message has some thirty texts.
 */
export const mostPlaceholders = 1_000;
/**
 * Values in the blocks of one language of a template at most: each takes six bytes of the 4,096
 * that a provider carries to a platform.
 */
const mostMembers = 2_000;
/**
 * Bytes of its blocks at most, each language with what it shares with the default text: all of them
 * are read whenever it is looked at.
 */
const mostBytesInAll = 1_048_576;

/**
 * Why a template is refused with any values: it has too many placeholders or members, or grows
 * beyond {@link mostFilledBytes} with the longest values that a request can bring. Sizes are
 * counted, and nothing is filled.
 */
export function ceilingMessage(
  blocks: PushBlocksInput,
  parameters: readonly TemplateParameter[],
  languages: readonly TemplateLanguage[],
): string | undefined {
  let all = 0;
  for (const language of ["", ...languages.map((one) => one.language)]) {
    const { times, literalBytes, members } = makingsOf(blocksIn(blocks, languages, language));
    const where = language === "" ? "" : ` in ${language}`;
    const placeholders = [...times.values()].reduce((sum, one) => sum + one, 0);
    if (placeholders > mostPlaceholders)
      return `It has ${number(placeholders)} placeholders${where}, and a template takes at most ${number(mostPlaceholders)}.`;
    if (members > mostMembers)
      return `Its blocks have ${number(members)} members${where}, and a template takes at most ${number(mostMembers)}. Take some out.`;
    all += literalBytes;
    if (all > mostBytesInAll)
      return `With its languages its blocks take more than ${number(mostBytesInAll)} bytes, which is the most that a template takes. Shorten what they share, or take some out.`;
    const { bytes, most } = longest(times, parameters, language);
    if (literalBytes + bytes <= mostFilledBytes) continue;
    const size = `With the longest values its blocks take ${number(literalBytes + bytes)} bytes${where}, and a template takes at most ${number(mostFilledBytes)}.`;
    return most === undefined
      ? `${size} Shorten them.`
      : `${size} Set a maximum length for ${placeholderOf(most)}, or use it less often.`;
  }
  return undefined;
}

/**
 * Bytes that values take at most, with the parameter that most of them are of: what a request
 * brings shares its 4,096 bytes, defaults come in addition.
 */
function longest(
  times: ReadonlyMap<string, number>,
  parameters: readonly TemplateParameter[],
  language: string,
): { bytes: number; most: string | undefined } {
  let room = PAYLOAD_BYTES;
  let bytes = 0;
  let most: { name: string; bytes: number } | undefined;
  const used = parameters.filter(({ name }) => times.has(name));
  for (const parameter of used.toSorted(
    (one, other) => (times.get(other.name) ?? 0) - (times.get(one.name) ?? 0),
  )) {
    const valueBytes = Math.min(room, longestValueBytes(parameter));
    room -= valueBytes;
    const { type, format, default: otherwise = "" } = parameter;
    // What a date is shown as may be longer than what was given, and a default is shown so, too.
    const shownBytes =
      type === "date" && format !== undefined
        ? utf8Bytes(longestDate(format, [language]))
        : valueBytes + utf8Bytes(otherwise);
    const own = (times.get(parameter.name) ?? 0) * shownBytes;
    bytes += own;
    if (own > (most?.bytes ?? 0)) most = { name: parameter.name, bytes: own };
  }
  return { bytes, most: most?.name };
}

function number(count: number): string {
  return count.toLocaleString("en");
}
