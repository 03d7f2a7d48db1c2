"use server";

import { changeCampaign, duplicateCampaign, stopCampaign, unscheduleCampaign } from "@/lib/campaign/change";
import { answer } from "@/lib/verb/answer";

const changes = ["/campaigns"];

export const change = answer(changeCampaign, { changes });
export const unschedule = answer(unscheduleCampaign, { changes });
export const stop = answer(stopCampaign, { changes });
export const duplicate = answer(duplicateCampaign);
