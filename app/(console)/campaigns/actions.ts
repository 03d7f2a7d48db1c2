"use server";

import { withdrawApproval as withdrawApprovalVerb } from "@/lib/campaign/ask";
import {
  changeCampaign as changeCampaignVerb,
  duplicateCampaign as duplicateCampaignVerb,
  unscheduleCampaign as unscheduleCampaignVerb,
} from "@/lib/campaign/change";
import { changeContinuation as changeContinuationVerb } from "@/lib/campaign/change-continuation";
import { decideApproval as decideApprovalVerb } from "@/lib/campaign/decide";
import {
  endRecurrence as endRecurrenceVerb,
  skipRun as skipRunVerb,
} from "@/lib/campaign/recurrence";
import { rescheduleCampaign as rescheduleCampaignVerb } from "@/lib/campaign/reschedule";
import { releaseSend as releaseSendVerb, undoSend as undoSendVerb } from "@/lib/campaign/send";
import { sendApproved as sendApprovedVerb } from "@/lib/campaign/send-approved";
import { startCampaign as startCampaignVerb } from "@/lib/campaign/start";
import {
  pauseCampaign as pauseCampaignVerb,
  resumeCampaign as resumeCampaignVerb,
  stopCampaign as stopCampaignVerb,
} from "@/lib/campaign/steer";
import { paths } from "@/lib/inputs/paths";
import { answer, answerEach } from "@/lib/verb/answer";

const changes = [paths.campaigns(), paths.calendar()];
/** Home lists approved drafts that can be sent, too. */
const sent = [paths.campaigns(), "/"];

export const changeCampaign = answer(changeCampaignVerb, { changes });
export const changeEachCampaign = answerEach(changeCampaignVerb, { changes });
/** Refreshes no page: those that show an order in its undo window refresh themselves. */
export const undoSend = answer(undoSendVerb);
/**
 * Refreshes no page, as {@link undoSend}: `/compose` would redirect to the campaign while the
 * composer still shows the send.
 */
export const releaseSend = answer(releaseSendVerb);
export const rescheduleCampaign = answer(rescheduleCampaignVerb, { changes });
export const unscheduleCampaign = answer(unscheduleCampaignVerb, { changes });
export const startCampaign = answer(startCampaignVerb, { changes });
export const skipRun = answer(skipRunVerb, { changes });
export const endRecurrence = answer(endRecurrenceVerb, { changes });
export const pauseCampaign = answer(pauseCampaignVerb, { changes });
export const resumeCampaign = answer(resumeCampaignVerb, { changes });
export const stopCampaign = answer(stopCampaignVerb, { changes });
export const changeContinuation = answer(changeContinuationVerb, { changes });
export const duplicateCampaign = answer(duplicateCampaignVerb);
export const decideApproval = answer(decideApprovalVerb, { changes });
export const withdrawApproval = answer(withdrawApprovalVerb, { changes });
export const sendApproved = answer(sendApprovedVerb, { changes: sent });
