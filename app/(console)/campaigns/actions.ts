"use server";

import { decideApproval } from "@/lib/campaign/approve";
import { withdrawApproval } from "@/lib/campaign/ask";
import { changeCampaign, duplicateCampaign, stopCampaign, unscheduleCampaign } from "@/lib/campaign/change";
import { releaseSend, undoSend } from "@/lib/campaign/send";
import { sendApproved } from "@/lib/campaign/send-approved";
import { answer, answerEach } from "@/lib/verb/answer";

const changes = ["/campaigns"];
/** Home shows orders in their undo window too. */
const held = ["/campaigns", "/"];

export const change = answer(changeCampaign, { changes });
export const changeEach = answerEach(changeCampaign, { changes });
export const takeBack = answer(undoSend, { changes: held });
export const sendNow = answer(releaseSend, { changes: held });
export const unschedule = answer(unscheduleCampaign, { changes });
export const stop = answer(stopCampaign, { changes });
export const duplicate = answer(duplicateCampaign);
export const decide = answer(decideApproval, { changes });
export const withdraw = answer(withdrawApproval, { changes });
export const sendWhatWasApproved = answer(sendApproved, { changes: held });
