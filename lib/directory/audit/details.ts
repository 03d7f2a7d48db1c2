/**
 * One thing that an event keeps: what it was, and what it became where it was changed. Null for
 * nothing.
 */
export interface AuditDetail {
  label: string;
  before: string | null;
  after: string | null;
}

/**
 * What an event keeps, a line each: first what was changed, with what it was before; then all else.
 */
export function detailsOf(snapshot: Readonly<Record<string, unknown>>): AuditDetail[] {
  const { before, after, ...rest } = snapshot;
  const [was, is] = [membersOf(before), membersOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return [
    ...names
      .map((name) => ({
        label: labelOf(name),
        before: valueText(was[name]),
        after: valueText(is[name]),
      }))
      .filter((detail) => detail.before !== detail.after),
    ...Object.entries(rest).map(([name, value]) => ({
      label: labelOf(name),
      before: null,
      after: valueText(value),
    })),
  ];
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** `templateId` as "Template ID". */
function labelOf(name: string): string {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  const text = spaced.replace(/\b(id|url|ip)\b/g, (word) => word.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function valueText(value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return value.toLocaleString("en");
  if (typeof value === "string") return value;
  if (Array.isArray(value))
    return value.length === 0 ? null : value.map((item) => valueText(item) ?? "none").join(", ");
  return JSON.stringify(value);
}
