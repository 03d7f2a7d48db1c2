"use server";

import {
  changePassword as changePasswordVerb,
  renameSelf as renameSelfVerb,
} from "@/lib/directory/member/change-self";
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
import { renewRecoveryCodes as renewRecoveryCodesVerb } from "@/lib/directory/second-factor/renew-recovery-codes";
import { paths } from "@/lib/inputs/paths";
import {
  chooseNotices as chooseNoticesVerb,
  forgetNoticeWebhook as forgetNoticeWebhookVerb,
} from "@/lib/notices/settings";
import { tryNotice as tryNoticeView } from "@/lib/notices/try";
import { answer } from "@/lib/verb/answer";

const changes = [paths.account()];

export const renameSelf = answer(renameSelfVerb, { changes: ["/"] });
export const changePassword = answer(changePasswordVerb, { changes });
export const endOwnSession = answer(endOwnSessionVerb, { changes });
export const beginOwnApp = answer(beginOwnAppVerb);
export const confirmOwnApp = answer(confirmOwnAppVerb, { changes });
export const removeOwnApp = answer(removeOwnAppVerb, { changes });
export const beginOwnPasskey = answer(beginOwnPasskeyVerb);
export const addOwnPasskey = answer(addOwnPasskeyVerb, { changes });
export const renameOwnPasskey = answer(renameOwnPasskeyVerb, { changes });
export const removeOwnPasskey = answer(removeOwnPasskeyVerb, { changes });
export const askOwnPasskey = answer(askOwnPasskeyView);
export const renewRecoveryCodes = answer(renewRecoveryCodesVerb, { changes });
export const chooseNotices = answer(chooseNoticesVerb, { changes });
export const forgetNoticeWebhook = answer(forgetNoticeWebhookVerb, { changes });
export const tryNotice = answer(tryNoticeView, { changes });
