"use server";

import { askApproval } from "@/lib/campaign/ask";
import { readPlan } from "@/lib/campaign/read-plan";
import { saveCampaign } from "@/lib/campaign/save";
import { scheduleCampaign } from "@/lib/campaign/schedule";
import { sendMessage } from "@/lib/campaign/send";
import { lookAtImage } from "@/lib/check/image";
import { countCoverage } from "@/lib/directory/audience/count-coverage";
import { openAudience } from "@/lib/directory/audience/list";
import { findTemplateChoices } from "@/lib/directory/template/choices";
import { checkNotifyurlOf } from "@/lib/check/check-notifyurl";
import { findCampaign } from "@/lib/results/campaign-list";
import { readSendFate } from "@/lib/results/send-fate";
import { answer } from "@/lib/verb/answer";

export const send = answer(sendMessage);
export const readFate = answer(readSendFate);
export const plan = answer(readPlan);
export const countDevices = answer(countCoverage);
export const openList = answer(openAudience);
export const findTemplate = answer(findTemplateChoices);
export const findDraft = answer(findCampaign);
export const saveDraft = answer(saveCampaign);
export const scheduleDraft = answer(scheduleCampaign);
export const askForApproval = answer(askApproval, { changes: ["/campaigns"] });
export const lookAt = answer(lookAtImage);
export const callNotifyurl = answer(checkNotifyurlOf);
