import type { JsonValue } from "@/lib/interface/effective";
import { tagPrefix } from "@/lib/interface/tag-names";
import { jsonIn, membersOf } from "@/lib/interface/value-shape";
import type { Appearance } from "./appearance";

type Members = Readonly<Record<string, unknown>>;

/**
 * Returns the buttons of a payload. A reply belongs to the category: on a single button the caller
 * may choose the identifier (contract 5).
 */
export function buttonsIn(value: unknown, category: unknown): Appearance["buttons"] {
  if (!Array.isArray(value)) return [];
  return value.map(membersOf).map((button) => {
    const identifier = text(button["identifier"]) ?? "";
    return {
      identifier,
      label: text(button["label"]) ?? identifier,
      ...optional("action", text(button["action"])),
      ...optional("value", text(button["value"])),
      ...(category === "SINGLE_REPLY" ? { reply: true } : {}),
    };
  });
}

/** Returns what a tap does. */
export function tapIn(data: Members): Appearance["tap"] {
  return { action: text(data["action"]) ?? "OPEN_APP", ...optional("value", text(data["value"])) };
}

/** Returns the custom tags among members, under the names that the caller gave them. */
export function tagsIn(data: Members, own: readonly string[]): Record<string, JsonValue> {
  const tags = Object.entries(data).filter(([name]) => !own.includes(name));
  return Object.fromEntries(
    tags.map(([name, value]) => [
      name.startsWith(tagPrefix) ? name.slice(tagPrefix.length) : name,
      value as JsonValue,
    ]),
  );
}

/** Returns an object with one member, or with none for an undefined value. */
export function optional<Name extends string, T>(
  name: Name,
  value: T | undefined,
): { [key in Name]?: T } {
  return (value === undefined ? {} : { [name]: value }) as { [key in Name]?: T };
}

/** Returns a text; undefined for any other value. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Returns the seconds of a duration like "60s". */
export function secondsIn(value: unknown): number | undefined {
  const digits = typeof value === "string" ? /^(\d+)(?:\.\d+)?s$/.exec(value)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the value of a text that is JSON. */
export function valueOfJson(value: unknown): unknown {
  return typeof value === "string" ? jsonIn(value) : undefined;
}
