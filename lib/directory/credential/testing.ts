import type { Field } from "@/lib/describe/description";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { providers, type CredentialInput } from "@/lib/providers/credentials";

/** A closed port, and the guard lets no call through. */
const nowhere = "https://127.0.0.1:9";

/**
 * A credential for tests of what only wants an app to have one: complete, and nothing can be sent
 * with it.
 */
export function idleCredential(provider: ProviderKind): CredentialInput<ProviderKind> {
  const entries = Object.entries<Field>(providers[provider].fields).map(
    ([name, { type, example }]) => [name, type === "url" ? nowhere : example],
  );
  return providers[provider].schema.parse(Object.fromEntries(entries));
}
