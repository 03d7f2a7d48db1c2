import { isObject } from "@/lib/lab/exchange";

/** A complaint in the form of `google.rpc.BadRequest`. `field` is absent for the root. */
export interface Violation {
  field?: string;
  description: string;
}

/** The type of a field of a protocol buffer, as far as messages to FCM use them. */
export type Proto =
  | {
      type:
        | "string"
        | "bool"
        | "int32"
        | "double"
        | "duration"
        | "timestamp"
        | "strings"
        | "struct";
    }
  | { type: "enum"; name: string; values: ReadonlySet<string> }
  | { type: "repeated"; of: Proto }
  | { type: "message"; name: string; fields: ReadonlyMap<string, { name: string; proto: Proto }> };

/**
 * A message type. Each field is found by its snake_case and by its lowerCamelCase name, as Google's
 * parser does.
 */
export function messageType(name: string, fields: Record<string, Proto>): Proto {
  const byName = new Map<string, { name: string; proto: Proto }>();
  for (const [field, proto] of Object.entries(fields)) {
    byName.set(field, { name: field, proto });
    byName.set(
      field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      { name: field, proto },
    );
  }
  return { type: "message", name, fields: byName };
}

/** An enumeration; its values are compared without case. */
export function enumType(name: string, ...values: string[]): Proto {
  return { type: "enum", name, values: new Set(values) };
}

const google = "type.googleapis.com/google.";
const at = (path: string) => (path === "" ? "" : ` at '${path}'`);
const member = (path: string, name: string) => (path === "" ? name : `${path}.${name}`);
const duration = /^-?\d{1,12}(?:\.\d{1,9})?s$/;

/**
 * Reads JSON as Google's parser reads it into a protocol buffer: unknown names, lists and objects
 * in the wrong place and values of the wrong type are each complained about in its words. Answers
 * the value with all names in snake_case; null counts as absent.
 */
export function readProto(
  proto: Proto,
  value: unknown,
  path: string,
  violations: Violation[],
): unknown {
  const complain = (description: string) =>
    void violations.push({ ...(path !== "" && { field: path }), description });
  const wrong = (type: string) =>
    complain(`Invalid value${at(path)} (${type}), ${JSON.stringify(value)}`);
  switch (proto.type) {
    case "string":
      return typeof value === "string" ? value : wrong("TYPE_STRING");
    case "bool":
      if (value === "true" || value === "false") return value === "true";
      return typeof value === "boolean" ? value : wrong("TYPE_BOOL");
    case "int32": {
      const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
      return Number.isInteger(number) && Math.abs(number as number) < 2 ** 31
        ? number
        : wrong("TYPE_INT32");
    }
    case "double":
      return typeof value === "number" ? value : wrong("TYPE_DOUBLE");
    case "duration":
      if (typeof value === "string" && duration.test(value)) return value;
      return complain(
        `Invalid value${at(path)} (${google}protobuf.Duration), Field '${path.slice(path.lastIndexOf(".") + 1)}', Illegal duration format; duration must end with 's'`,
      );
    case "timestamp":
      if (
        typeof value === "string" &&
        /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
        !Number.isNaN(Date.parse(value))
      )
        return value;
      return wrong(`${google}protobuf.Timestamp`);
    case "enum": {
      const isMember = typeof value === "string" && proto.values.has(value.toUpperCase());
      return isMember ? value.toUpperCase() : wrong(`${google}firebase.fcm.v1.${proto.name}`);
    }
    case "struct":
      return isObject(value) ? value : wrong(`${google}protobuf.Struct`);
    case "strings":
      return readStrings(value, path, violations);
    case "repeated":
      if (!Array.isArray(value)) return wrong(`${google}protobuf.ListValue`);
      return value.map((entry, index) =>
        readProto(proto.of, entry, `${path}[${index}]`, violations),
      );
    case "message":
      if (!isObject(value)) return wrong(`${google}firebase.fcm.v1.${proto.name}`);
      return readMessage(proto.fields, value, path, violations);
  }
}

function readMessage(
  fields: ReadonlyMap<string, { name: string; proto: Proto }>,
  value: Record<string, unknown>,
  path: string,
  violations: Violation[],
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  const complain = (name: string, why: string) =>
    void violations.push({
      ...(path !== "" && { field: path }),
      description: `Invalid JSON payload received. Unknown name ${JSON.stringify(name)}${at(path)}: ${why}`,
    });
  for (const name of Object.keys(value)) {
    const field = fields.get(name);
    const memberValue = value[name];
    if (!field) complain(name, "Cannot find field.");
    else if (memberValue === null) continue;
    else if (Array.isArray(memberValue) && field.proto.type !== "repeated")
      complain(name, "Proto field is not repeating, cannot start list.");
    else if (isObject(memberValue) && !holdsMembers(field.proto))
      complain(name, "Starting an object on a scalar field.");
    else
      read[field.name] = readProto(field.proto, memberValue, member(path, field.name), violations);
  }
  return read;
}

/**
 * A map of strings to strings. An object as a value is complained about by the names of its
 * members, as the service does.
 */
function readStrings(
  value: unknown,
  path: string,
  violations: Violation[],
): Record<string, string> | undefined {
  if (!isObject(value)) {
    violations.push({
      field: path,
      description: `Invalid value${at(path)} (Map), Cannot bind a scalar to a map.`,
    });
    return undefined;
  }
  let index = 0;
  for (const key in value) {
    const text = value[key];
    const entry = `${path}[${index}].value`;
    index += 1;
    if (typeof text === "string") continue;
    if (isObject(text))
      for (const name of Object.keys(text))
        violations.push({
          field: entry,
          description: `Invalid JSON payload received. Unknown name ${JSON.stringify(name)} at '${entry}': Cannot find field.`,
        });
    if (!isObject(text) || Object.keys(text).length === 0)
      violations.push({
        field: entry,
        description: `Invalid value at '${entry}' (TYPE_STRING), ${JSON.stringify(text)}`,
      });
  }
  return value as Record<string, string>;
}

function holdsMembers(proto: Proto): boolean {
  return proto.type === "message" || proto.type === "struct" || proto.type === "strings";
}
