"use server";

import { askApproval as askApprovalVerb } from "@/lib/campaign/ask";
import { readPlan as readPlanView } from "@/lib/campaign/read-plan";
import { saveCampaign as saveCampaignVerb } from "@/lib/campaign/save";
import { scheduleCampaign as scheduleCampaignVerb } from "@/lib/campaign/schedule";
import { sendCampaign as sendCampaignVerb } from "@/lib/campaign/send";
import { checkNotifyurl as checkNotifyurlVerb } from "@/lib/check/check-notifyurl";
import { lookAtImage as lookAtImageView } from "@/lib/check/image";
import { countCoverage as countCoverageView } from "@/lib/directory/audience/count-coverage";
import { openAudience as openAudienceView } from "@/lib/directory/audience/list";
import { findTemplateChoices as findTemplateChoicesView } from "@/lib/directory/template/choices";
import { paths } from "@/lib/inputs/paths";
import { findCampaign as findCampaignView } from "@/lib/results/campaign-list";
import { readSendProgress as readSendProgressView } from "@/lib/results/send-progress";
import { answer } from "@/lib/verb/answer";

export const sendCampaign = answer(sendCampaignVerb);
export const readSendProgress = answer(readSendProgressView);
export const readPlan = answer(readPlanView);
export const countCoverage = answer(countCoverageView);
export const openAudience = answer(openAudienceView);
export const findTemplateChoices = answer(findTemplateChoicesView);
export const findCampaign = answer(findCampaignView);
export const saveCampaign = answer(saveCampaignVerb);
export const scheduleCampaign = answer(scheduleCampaignVerb);
export const askApproval = answer(askApprovalVerb, { changes: [paths.campaigns()] });
export const lookAtImage = answer(lookAtImageView);
export const checkNotifyurl = answer(checkNotifyurlVerb);
