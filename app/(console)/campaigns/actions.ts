"use server";

import { decideApproval } from "@/lib/campaign/approve";
import { withdrawApproval } from "@/lib/campaign/ask";
import { changeCampaign, duplicateCampaign, stopCampaign, unscheduleCampaign } from "@/lib/campaign/change";
import { releaseSend, undoSend } from "@/lib/campaign/send";
import { sendApproved } from "@/lib/campaign/send-approved";
import { answer, answerEach } from "@/lib/verb/answer";

const changes = ["/campaigns"];
/** Home lists approved drafts that can be sent, too. */
const sent = ["/campaigns", "/"];

export const change = answer(changeCampaign, { changes });
export const changeEach = answerEach(changeCampaign, { changes });
/** The page refreshes itself: to refresh it here would make `/compose` redirect to the campaign while the composer still shows the send. */
export const undo = answer(undoSend);
/** Refreshes no page, as {@link undo}. */
export const release = answer(releaseSend);
export const unschedule = answer(unscheduleCampaign, { changes });
export const stop = answer(stopCampaign, { changes });
export const duplicate = answer(duplicateCampaign);
export const decide = answer(decideApproval, { changes });
export const withdraw = answer(withdrawApproval, { changes });
export const sendWhatWasApproved = answer(sendApproved, { changes: sent });
