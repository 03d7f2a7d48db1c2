"use server";

import { changeCampaign, duplicateCampaign, stopCampaign, unscheduleCampaign } from "@/lib/campaign/change";
import { releaseSend, undoSend } from "@/lib/campaign/send";
import { answer, answerEach } from "@/lib/verb/answer";

const changes = ["/campaigns"];

export const change = answer(changeCampaign, { changes });
export const changeEach = answerEach(changeCampaign, { changes });
export const takeBack = answer(undoSend, { changes });
export const sendNow = answer(releaseSend, { changes });
export const unschedule = answer(unscheduleCampaign, { changes });
export const stop = answer(stopCampaign, { changes });
export const duplicate = answer(duplicateCampaign);
