import type { z } from "zod";
import type { Verdict } from "@/lib/check/ask-provider";
import type { SavedCredential } from "@/lib/check/credential";
import type { Answer } from "@/lib/inputs/answer";
import type {
  namedCredentialSchema,
  webPushKeysSchema,
  WrittenCredential,
} from "@/lib/inputs/credential";

export type SaveCredential = (input: WrittenCredential) => Promise<Answer<SavedCredential>>;

/** What can be done to the credentials of an app. */
export interface CredentialActions {
  save: SaveCredential;
  check: (input: z.input<typeof namedCredentialSchema>) => Promise<Answer<Verdict>>;
  remove: (input: z.input<typeof namedCredentialSchema>) => Promise<Answer<unknown>>;
  createKeys: (input: z.input<typeof webPushKeysSchema>) => Promise<Answer<{ publicKey: string }>>;
}
