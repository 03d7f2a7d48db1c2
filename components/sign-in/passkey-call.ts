import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { Answer } from "@/lib/inputs/answer";

/** What a passkey is to sign, as the server asks for it. */
export type AskPasskey = (
  input: Record<string, never>,
) => Promise<Answer<PublicKeyCredentialRequestOptionsJSON>>;

/** Whether this browser has passkeys at this address. */
export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === "function";
}

/**
 * Has a passkey sign. Resolves to its answer as JSON, or to undefined where the person left it or
 * the browser has none. What it takes is loaded only now.
 */
export async function signWithPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<string | undefined> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return startAuthentication({ optionsJSON: options }).then(JSON.stringify, () => undefined);
}

/**
 * Makes a passkey. Resolves to its answer as JSON, `exists` where the authenticator has one of this
 * account, or undefined where the person left it.
 */
export async function makePasskey(
  options: PublicKeyCredentialCreationOptionsJSON,
): Promise<{ answer: string } | "exists" | undefined> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  try {
    return { answer: JSON.stringify(await startRegistration({ optionsJSON: options })) };
  } catch (error) {
    return error instanceof Error && error.name === "InvalidStateError" ? "exists" : undefined;
  }
}
