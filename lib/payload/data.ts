import { captionOf } from "@/lib/interface/categories";
import type { EffectiveBlocks, JsonValue, NotificationAction } from "@/lib/interface/effective";
import { digitsOf, writeJson } from "@/lib/interface/exact-json";
import { isPrefixed, tagPrefix } from "@/lib/interface/tag-names";
import type { ProviderFacts } from "@/lib/providers/provider-facts";
import type { IgnoredField } from "./provider-request";

/** A button as devices get it. */
export interface ButtonData {
  pos: number;
  identifier: string;
  label: string;
  action?: string;
  value?: string;
}

/** The buttons of a message by position, with their captions (contract 5). */
export function buttonsOf(interactive: NonNullable<EffectiveBlocks["interactive"]>): ButtonData[] {
  return [...interactive.actions]
    .sort((one, other) => one.pos - other.pos)
    .map(({ pos, identifier, action, value }) => {
      return {
        pos,
        identifier,
        // A button without a caption is refused, and an identifier of underscores alone has none.
        label: captionOf(identifier) || identifier,
        ...(action === undefined ? {} : { action }),
        ...(value === undefined ? {} : { value }),
      };
    });
}

/** `action` and `value` of a tap; nothing for opening the app, which is what a tap does anyway. */
export function tapData(tap: NotificationAction | undefined): Record<string, string> {
  if (tap?.action === undefined || tap.action === "OPEN_APP") return {};
  return { action: tap.action, ...(tap.value === undefined ? {} : { value: tap.value }) };
}

/**
 * Returns custom tags under names that are not reserved: a tag with a reserved name gets a prefix
 * and a warning. No tag is dropped.
 */
export function tagsUnder(
  tags: Readonly<Record<string, JsonValue>> | undefined,
  names: NonNullable<ProviderFacts["tags"]>,
  block: string,
  ignored: IgnoredField[],
): [name: string, value: JsonValue][] {
  return Object.entries(tags ?? {}).map(([name, value]) => {
    if (!isPrefixed(names, name)) return [name, value];
    ignored.push({
      field: `${block}.extras.customtags.${name}`,
      reason: `The name is reserved; it is sent as “${tagPrefix}${name}”.`,
    });
    return [`${tagPrefix}${name}`, value];
  });
}

/**
 * A value as text: providers of Android take nothing else. Objects and lists become JSON, numbers
 * their digits as written.
 */
export function asText(value: JsonValue): string {
  return digitsOf(value) ?? (typeof value === "string" ? value : writeJson(value));
}

/** An object whose members are data, with any names: `__proto__` is one like any other. */
export function dataObject<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  return Object.fromEntries(entries) as Record<string, T>;
}
