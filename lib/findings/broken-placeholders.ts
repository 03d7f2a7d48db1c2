import type { SharedText } from "@/lib/compose/shared-text";
import type { PushRequestInput } from "@/lib/interface/request";
import { isParameterName, placeholderOf } from "@/lib/template/placeholder";
import type { Doubt } from "./doubt";
import { editsForAll, type Fix } from "./edits";
import { textsOf, type BlockText } from "./texts";

/**
 * Left to right: a literal `$${`, a placeholder, braces around something else, an opening brace
 * that is never closed, and the placeholders of other products (`{{name}}`, `{{${name}}}`, `{{
 * user.name | default: "x" }}`, `%name%`, `%%name%%`, `*|NAME|*`).
 */
const token =
  /\$\$\{|\$\{[A-Za-z0-9_]+\}|\$\{(?<inner>[^{}\n]{0,60})\}|\$\{(?<open>[A-Za-z0-9_]*)|\{\{\s*(?:\$\{\s*)?(?<foreign>[A-Za-z0-9_.]+)\s*\}?\s*(?:\|[^{}\n]*)?\}\}|(?<![\w%])%(?![\da-fA-F]{2}%)%?(?<percent>[A-Za-z_][A-Za-z0-9_]{0,60})%%?(?![\w%])|\*\|(?<bars>[A-Za-z0-9_.]{1,60})\|\*/g;

/** Tags and HTML belong to the app: braces there may be intended. */
const ofTheApp = /\/customtags\/|\/html$/;

/**
 * Returns a doubt for each text with a malformed placeholder, which devices would show as written.
 * Where the intended parameters are clear, the doubt has a fix that writes all of the text's
 * placeholders as `${name}` (contract 6).
 */
export function brokenPlaceholderDoubts(request: PushRequestInput, shared: SharedText): Doubt[] {
  const blocks = request.channels?.push;
  const done = new Set<string>();
  return textsOf(blocks).flatMap((place): Doubt[] => {
    const { pointer, text, part } = place;
    const first = brokenIn(text)[0];
    const ofAll = part !== undefined && shared[part] === text;
    if (first === undefined || ofTheApp.test(pointer) || (ofAll && done.has(part))) return [];
    if (ofAll) done.add(part);
    const fix = fixOf(request, shared, place);
    return [
      { pointer, ...first, rule: "text.unfilled", ...(ofAll && { part }), ...(fix && { fix }) },
    ];
  });
}

function brokenIn(text: string): Pick<Doubt, "headline" | "text">[] {
  return [...text.matchAll(token)].flatMap(({ 0: whole, groups }) => {
    const name = intendedName(groups);
    if (name === undefined) return [];
    const replacement =
      name === ""
        ? `the name of a parameter, for example ${placeholderOf("name")}`
        : placeholderOf(name);
    return [
      {
        headline: `“${whole}” is not a parameter`,
        text: `Devices show it as written. Type ${replacement}.`,
      },
    ];
  });
}

/**
 * Returns the parameter that a malformed placeholder stands for: "" where that is unclear,
 * undefined for a well-formed one.
 */
function intendedName(groups: Record<string, string | undefined> | undefined): string | undefined {
  const brokenName =
    groups?.["inner"] ??
    groups?.["open"] ??
    groups?.["foreign"] ??
    groups?.["percent"] ??
    groups?.["bars"];
  if (brokenName === undefined) return undefined;
  const name = brokenName.trim().replace(/[\s.-]+/g, "_");
  return isParameterName(name) ? name : "";
}

/**
 * Returns the fix that corrects every malformed placeholder of a text, in every place that follows
 * the text; undefined where the intended parameter of one is unclear.
 */
function fixOf(
  request: PushRequestInput,
  shared: SharedText,
  { pointer, text, part }: BlockText,
): Fix | undefined {
  let hasAllNames = true;
  const value = text.replace(token, (whole: string, ...rest: unknown[]) => {
    const name = intendedName(rest.at(-1) as Record<string, string | undefined>);
    if (name === "") hasAllNames = false;
    return name === undefined ? whole : placeholderOf(name);
  });
  if (!hasAllNames || value === text) return undefined;
  const label = "Write it as a parameter";
  if (part === undefined || shared[part] !== text) return { label, edits: [{ pointer, value }] };
  return { label, ...editsForAll(request, shared, part, value) };
}
