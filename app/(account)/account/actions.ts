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

/** Gives whoever asks another name. */
export const renameAccount = answer(renameSelf, { changes: ["/"] });

/** Sets another password for whoever asks and knows the present one. */
export const setOwnPassword = answer(changePassword, { changes });

/** Ends another session of whoever asks. */
export const endOtherSession = answer(endOwnSession, { changes });

/** Begins to set up an authenticator app of whoever asks; its secret is told this once. */
export const beginOwnApp = answer(beginApp);

/** Turns it on by its first code. */
export const confirmOwnApp = answer(confirmApp, { changes });

/** Turns it off. */
export const removeOwnApp = answer(removeApp, { changes });

/** What the browser of whoever asks is to make a passkey with. */
export const beginOwnPasskey = answer(beginPasskey);

/** Keeps the passkey that it made. */
export const addOwnPasskey = answer(addPasskey, { changes });

/** Calls it something else. */
export const renameOwnPasskey = answer(renamePasskey, { changes });

/** Removes it. */
export const removeOwnPasskey = answer(removePasskey, { changes });

/** What a passkey of whoever asks is to sign in place of a code. */
export const askForOwnPasskey = answer(askOwnPasskey);

/** Gives whoever asks new recovery codes; they are told this once. */
export const renewOwnCodes = answer(renewRecoveryCodes, { changes });

/** Keeps how whoever asks is told of notices. */
export const chooseOwnNotices = answer(chooseNotices, { changes });

/** Posts notices of whoever asks nowhere any more. */
export const forgetOwnWebhook = answer(forgetNoticeWebhook, { changes });

/** Sends whoever asks a test notice. */
export const tryOwnNotice = answer(tryNotice, { changes });
