/** One member of a request, as the reference lists it. */
export interface FieldRow {
  /** Members parted by dots; `[]` for the elements of an array. */
  path: string;
  depth: number;
  type: string;
  required: boolean;
  deprecated: boolean;
  description: string;
  /** Bounds and choices, in words. */
  limits: string;
}

interface Schema {
  type?: string;
  description?: string;
  deprecated?: boolean;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  maxBytes?: number;
  unit?: string;
}

/** The members of a JSON schema in the order it has them, each followed by its own. */
export function fieldRows(schema: unknown, prefix = "", depth = 0): FieldRow[] {
  const { properties = {}, required = [] } = schema as Schema;
  return Object.entries(properties).flatMap(([name, member]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const inner = member.items ?? member;
    const row: FieldRow = {
      path,
      depth,
      type: typeOf(member),
      required: required.includes(name),
      deprecated: member.deprecated === true,
      description: member.description ?? "",
      limits: limitsOf(member),
    };
    return [row, ...fieldRows(inner, member.items ? `${path}[]` : path, depth + 1)];
  });
}

function typeOf(schema: Schema): string {
  if (schema.type === "array")
    return `array of ${schema.items ? typeOf(schema.items) : "anything"}`;
  if (schema.type) return schema.type;
  const choices = [...new Set((schema.anyOf ?? []).map(typeOf))];
  if (choices.length > 0) return choices.join(" or ");
  return schema.enum ? "string" : "anything";
}

function limitsOf(schema: Schema): string {
  const said: string[] = [];
  const choices = schema.enum ?? schema.items?.enum;
  if (choices && choices.length <= 20) said.push(choices.map(String).join(", "));
  if (schema.minimum !== undefined && schema.maximum !== undefined)
    said.push(
      `${schema.minimum} to ${schema.maximum.toLocaleString("en")}${schema.unit ? ` ${schema.unit}` : ""}`,
    );
  if (schema.maxBytes !== undefined)
    said.push(`at most ${schema.maxBytes.toLocaleString("en")} bytes`);
  if (schema.maxItems !== undefined) said.push(`at most ${schema.maxItems.toLocaleString("en")}`);
  return said.join("; ");
}
