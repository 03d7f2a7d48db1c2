"use server";

import { changePassword, renameSelf } from "@/lib/directory/member/change-self";
import { endOwnSession } from "@/lib/directory/member/sessions";
import { beginApp, confirmApp, removeApp } from "@/lib/directory/second-factor/app";
import { addPasskey, askOwnPasskey, beginPasskey, removePasskey, renamePasskey } from "@/lib/directory/second-factor/passkeys";
import { renewRecoveryCodes } from "@/lib/directory/second-factor/recovery";
import { chooseNotices, forgetNoticeWebhook } from "@/lib/notices/settings";
import { tryNotice } from "@/lib/notices/try";
import { answer } from "@/lib/verb/answer";

const changes = ["/account"];

/** Renames the signed-in member. */
export const renameAccount = answer(renameSelf, { changes: ["/"] });

/** Sets another password for the signed-in member, who gives the present one. */
export const setOwnPassword = answer(changePassword, { changes });

/** Ends another session of the signed-in member. */
export const endOtherSession = answer(endOwnSession, { changes });

/** Begins to set up an authenticator app of the signed-in member. Returns its secret, once. */
export const beginOwnApp = answer(beginApp);

/** Turns it on by its first code. */
export const confirmOwnApp = answer(confirmApp, { changes });

/** Turns it off. */
export const removeOwnApp = answer(removeApp, { changes });

/** Returns the options with which the browser of the signed-in member creates a passkey. */
export const beginOwnPasskey = answer(beginPasskey);

/** Keeps the passkey that it made. */
export const addOwnPasskey = answer(addPasskey, { changes });

/** Calls it something else. */
export const renameOwnPasskey = answer(renamePasskey, { changes });

/** Removes it. */
export const removeOwnPasskey = answer(removePasskey, { changes });

/** Returns the challenge that a passkey of the signed-in member signs in place of a code. */
export const askForOwnPasskey = answer(askOwnPasskey);

/** Replaces the recovery codes of the signed-in member. Returns them, once. */
export const renewOwnCodes = answer(renewRecoveryCodes, { changes });

/** Saves how the signed-in member gets notices. */
export const chooseOwnNotices = answer(chooseNotices, { changes });

/** Stops posting notices of the signed-in member to a webhook. */
export const forgetOwnWebhook = answer(forgetNoticeWebhook, { changes });

/** Sends the signed-in member a test notice. */
export const tryOwnNotice = answer(tryNotice, { changes });
