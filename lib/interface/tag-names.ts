import type { ProviderFacts } from "@/lib/providers/provider-facts";

/** Prefix of a custom tag whose own name is reserved. */
export const tagPrefix = "customtags.";

/**
 * Whether a custom tag of this name gets {@link tagPrefix} at a provider: the name is ours or the
 * provider's, or begins with the prefix itself.
 */
export function isPrefixed(tags: NonNullable<ProviderFacts["tags"]>, name: string): boolean {
  return (
    tags.own.includes(name) || tags.reserved?.test(name) === true || name.startsWith(tagPrefix)
  );
}
