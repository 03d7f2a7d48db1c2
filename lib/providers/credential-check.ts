import type { OpenProvider } from "./provider";
import type { Refusal } from "./provider-credential";

/** The members of a credential, after the check of their description. */
export type Members = Readonly<Record<string, string>>;

/** How a credential is checked before it is stored. */
export interface CredentialCheck {
  /** Finds what keeps a credential from being used, apart from its key. */
  fault?: (members: Members) => Required<Refusal> | undefined;
  /** Does with the key what the adapter does. Throws for a key that it cannot sign with. */
  sign?: (members: Members) => unknown;
  /** How its provider is asked; absent for one that knows no accounts. */
  account?: {
    open: OpenProvider;
    /** Returns a device token of no device. */
    nobody: () => string;
    /** Returns a message that no device would show. */
    probe: (members: Members) => { headers?: Record<string, string>; body: string };
    /** The answer to a wrong message, which shows that the provider accepted the credential. */
    ownWords: RegExp;
    /** It names the messages that it accepts: what does not is another server. */
    namesMessages: boolean;
  };
}
