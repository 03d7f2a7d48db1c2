import type { beginOwnApp, confirmOwnApp, removeOwnApp } from "@/lib/directory/second-factor/app";
import type {
  addOwnPasskey,
  askOwnPasskey,
  beginOwnPasskey,
  removeOwnPasskey,
  renameOwnPasskey,
} from "@/lib/directory/second-factor/passkeys";
import type { renewRecoveryCodes } from "@/lib/directory/second-factor/renew-recovery-codes";
import type { ActionOf } from "@/lib/verb/answer";

/** Recovery codes, returned once; null where some were given before. */
export interface NewCodes {
  codes: string[] | null;
}

/** What one does to one's own second factors. */
export interface FactorActions {
  beginApp: ActionOf<typeof beginOwnApp>;
  confirmApp: ActionOf<typeof confirmOwnApp>;
  removeApp: ActionOf<typeof removeOwnApp>;
  beginPasskey: ActionOf<typeof beginOwnPasskey>;
  addPasskey: ActionOf<typeof addOwnPasskey>;
  renamePasskey: ActionOf<typeof renameOwnPasskey>;
  removePasskey: ActionOf<typeof removeOwnPasskey>;
  /** What a passkey is to sign in place of a code. */
  askPasskey: ActionOf<typeof askOwnPasskey>;
  renewCodes: ActionOf<typeof renewRecoveryCodes>;
}

/** The dialog that adds a factor. */
export interface FactorAdditionProps {
  actions: FactorActions;
  onClose: () => void;
  onDone: (answer: NewCodes) => void;
}
