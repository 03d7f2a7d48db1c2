import { utf8Bytes } from "@/lib/interface/text";
import { longestNumber } from "@/lib/template/parameter-value";
import type { TemplateParameter } from "@/lib/template/parameters";
import { longestValue, unlimited } from "./template-draft";

/** Whether a parameter takes a value of any length. */
export function isUnlimited({ type, maxLength }: TemplateParameter): boolean {
  return maxLength === undefined && (type === "text" || type === "url");
}

/**
 * The value that takes the most bytes once it stands in JSON, of those that `misfitOf` takes: a
 * quotation mark takes two.
 */
export function widestValue(parameter: TemplateParameter): string {
  const { type, choices = [], maxLength } = parameter;
  const most = maxLength ?? unlimited;
  if (type === "text") return '"'.repeat(most);
  if (type === "number") return "9".repeat(Math.min(most, longestNumber));
  if (type === "choice")
    return choices.toSorted((one, other) => jsonBytes(other) - jsonBytes(one))[0] ?? "";
  // Every app has a scheme of its own, and what stands behind a colon may be anything.
  if (type === "url") return `a:${'"'.repeat(most)}`.slice(0, most);
  return longestValue(parameter);
}

const webAddress = "https://a.a/";
/** As long as a time to live can be, in seconds; every number that a request holds takes it. */
const digits = "2419200";

/** The widest value that is a web page's address: those are sent twice to some devices. */
export function widestWebAddress(parameter: TemplateParameter): string {
  const most = parameter.maxLength ?? unlimited;
  if ((parameter.type !== "url" && parameter.type !== "text") || most <= webAddress.length)
    return widestValue(parameter);
  return `${webAddress}${'"'.repeat(most)}`.slice(0, most);
}

/** The longest value that stands where letters and digits alone may. */
export function plainValue(parameter: TemplateParameter): string {
  const { type, maxLength = unlimited } = parameter;
  if (type === "text") return "a".repeat(maxLength);
  return type === "number" ? digits.slice(0, maxLength) : longestValue(parameter);
}

/** A value that stands where a number may. */
export function countingValue(parameter: TemplateParameter): string {
  return parameter.type === "text" || parameter.type === "number"
    ? digits.slice(0, parameter.maxLength)
    : longestValue(parameter);
}

/** Bytes of a text as JSON writes it, quotation marks around it included. */
export function jsonBytes(text: string): number {
  return utf8Bytes(JSON.stringify(text));
}
