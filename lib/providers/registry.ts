import { z } from "zod";
import { KeyError } from "@/lib/describe/key-text";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { adapters } from "./adapters";
import type { Provider, Watch } from "./provider";

/** The credential cannot be used. The message names the members and never repeats a value. */
export class CredentialError extends Error {}

/**
 * Opens a provider with a credential. Its addresses are checked by the guard when they are
 * connected to. Throws {@link CredentialError}; connects only when something is sent.
 *
 * @param lab `host:port` of the lab, which may be reached although it is private
 * @param watch receives what the console shows of it
 */
export function openProvider(
  kind: ProviderKind,
  credential: unknown,
  lab: readonly string[] = [],
  watch?: Watch,
): Provider {
  try {
    return adapters[kind](credential, lab, watch);
  } catch (error) {
    const words =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")
        : error instanceof KeyError
          ? error.message
          : "it cannot be opened";
    throw new CredentialError(`The ${kind} credential cannot be used: ${words}`);
  }
}
