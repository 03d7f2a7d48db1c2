"use server";

import { readPlan } from "@/lib/campaign/read-plan";
import { saveCampaign } from "@/lib/campaign/save";
import { scheduleCampaign } from "@/lib/campaign/schedule";
import { sendMessage } from "@/lib/campaign/send";
import { openAudience } from "@/lib/directory/audience/list";
import { checkNotifyurlOf } from "@/lib/dispatch/check-notifyurl";
import { answer } from "@/lib/verb/answer";

export const send = answer(sendMessage);
export const plan = answer(readPlan);
export const openList = answer(openAudience);
export const saveDraft = answer(saveCampaign);
export const scheduleDraft = answer(scheduleCampaign);
export const callNotifyurl = answer(checkNotifyurlOf);
