import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser";
import type { z } from "zod";
import type { AskPasskey } from "@/components/sign-in/passkey-call";
import type { AppSetup } from "@/lib/directory/second-factor/app";
import type { Answer } from "@/lib/inputs/answer";
import type {
  addPasskeySchema,
  confirmAppSchema,
  currentPasswordSchema,
  proofSchema,
  removePasskeySchema,
  renamePasskeySchema,
} from "@/lib/inputs/second-factor";

/** Recovery codes, returned once; null where some were given before. */
export interface GivenCodes {
  codes: string[] | null;
}

/** What one does to one's own second factors. */
export interface FactorActions {
  beginApp: (input: z.input<typeof currentPasswordSchema>) => Promise<Answer<AppSetup>>;
  confirmApp: (input: z.input<typeof confirmAppSchema>) => Promise<Answer<GivenCodes>>;
  removeApp: (input: z.input<typeof proofSchema>) => Promise<Answer<unknown>>;
  beginPasskey: (
    input: z.input<typeof currentPasswordSchema>,
  ) => Promise<Answer<PublicKeyCredentialCreationOptionsJSON>>;
  addPasskey: (input: z.input<typeof addPasskeySchema>) => Promise<Answer<GivenCodes>>;
  renamePasskey: (input: z.input<typeof renamePasskeySchema>) => Promise<Answer<unknown>>;
  removePasskey: (input: z.input<typeof removePasskeySchema>) => Promise<Answer<unknown>>;
  /** What a passkey is to sign in place of a code. */
  askPasskey: AskPasskey;
  renewCodes: (input: z.input<typeof proofSchema>) => Promise<Answer<GivenCodes>>;
}
