"use server";

import { changePassword as changePasswordVerb, renameSelf as renameSelfVerb } from "@/lib/directory/member/change-self";
import { endOwnSession as endOwnSessionVerb } from "@/lib/directory/member/sessions";
import {
  beginOwnApp as beginOwnAppVerb,
  confirmOwnApp as confirmOwnAppVerb,
  removeOwnApp as removeOwnAppVerb,
} from "@/lib/directory/second-factor/app";
import {
  addOwnPasskey as addOwnPasskeyVerb,
  askOwnPasskey as askOwnPasskeyView,
  beginOwnPasskey as beginOwnPasskeyVerb,
  removeOwnPasskey as removeOwnPasskeyVerb,
  renameOwnPasskey as renameOwnPasskeyVerb,
} from "@/lib/directory/second-factor/passkeys";
import { renewRecoveryCodes as renewRecoveryCodesVerb } from "@/lib/directory/second-factor/recovery";
import { chooseNotices as chooseNoticesVerb, forgetNoticeWebhook as forgetNoticeWebhookVerb } from "@/lib/notices/settings";
import { tryNotice as tryNoticeView } from "@/lib/notices/try";
import { answer } from "@/lib/verb/answer";

const changes = ["/account"];

/** Renames the signed-in member. */
export const renameSelf = answer(renameSelfVerb, { changes: ["/"] });

/** Sets another password for the signed-in member, who gives the present one. */
export const changePassword = answer(changePasswordVerb, { changes });

/** Ends another session of the signed-in member. */
export const endOwnSession = answer(endOwnSessionVerb, { changes });

/** Begins to set up an authenticator app of the signed-in member. Returns its secret, once. */
export const beginOwnApp = answer(beginOwnAppVerb);

/** Turns it on by its first code. */
export const confirmOwnApp = answer(confirmOwnAppVerb, { changes });

/** Turns it off. */
export const removeOwnApp = answer(removeOwnAppVerb, { changes });

/** Returns the options with which the browser of the signed-in member creates a passkey. */
export const beginOwnPasskey = answer(beginOwnPasskeyVerb);

/** Keeps the passkey that it made. */
export const addOwnPasskey = answer(addOwnPasskeyVerb, { changes });

/** Calls it something else. */
export const renameOwnPasskey = answer(renameOwnPasskeyVerb, { changes });

/** Removes it. */
export const removeOwnPasskey = answer(removeOwnPasskeyVerb, { changes });

/** Returns the challenge that a passkey of the signed-in member signs in place of a code. */
export const askOwnPasskey = answer(askOwnPasskeyView);

/** Replaces the recovery codes of the signed-in member. Returns them, once. */
export const renewRecoveryCodes = answer(renewRecoveryCodesVerb, { changes });

/** Saves how the signed-in member gets notices. */
export const chooseNotices = answer(chooseNoticesVerb, { changes });

/** Stops posting notices of the signed-in member to a webhook. */
export const forgetNoticeWebhook = answer(forgetNoticeWebhookVerb, { changes });

/** Sends the signed-in member a test notice. */
export const tryNotice = answer(tryNoticeView, { changes });
