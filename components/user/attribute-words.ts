import { absoluteText } from "@/components/ui/time-text";
import type { AttributeType, AttributeValue } from "@/lib/inputs/attribute";

/** What the value of an attribute is, in plain words. */
export const typeWords: Readonly<Record<AttributeType, string>> = {
  text: "Text",
  number: "Number",
  boolean: "Yes or no",
  date: "Date",
};
/** The same, to choose from. */
export const typeOptions = Object.entries(typeWords).map(([value, label]) => ({ value, label }));

/** A value as people read it; a moment with its zone, which is UTC as programs sent it. */
export function valueText(type: AttributeType, value: AttributeValue): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return value.toLocaleString("en", { maximumFractionDigits: 20 });
  if (type !== "date") return value;
  if (value.length > 10) return absoluteText(Date.parse(value), "UTC");
  return new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(
    Date.parse(value),
  );
}
