"use server";

import { noReach, type Reach } from "@/components/composer/reach";
import type { SendPlan } from "@/components/composer/use-plan";
import type { SendResult } from "@/components/composer/use-send";
import { requireRole } from "@/lib/auth/session";
import { openAudience } from "@/lib/directory/audience/list";
import type { OpenAudience } from "@/lib/directory/audience/rows";
import { CampaignError, saveCampaign, type CampaignDraft, type SaveResult } from "@/lib/directory/campaign/save";
import { checkNotifyurlOf, type NotifyurlCheck } from "@/lib/dispatch/check-notifyurl";
import { planCampaign, type Order } from "@/lib/dispatch/plan-campaign";
import { scheduleCampaign, unfitSentence } from "@/lib/dispatch/schedule-campaign";
import { sendFromConsole } from "@/lib/dispatch/send-from-console";
import type { PushRequestInput } from "@/lib/interface/request";

/** Sends what was composed, as the endpoint would accept it, and keeps the draft that it was as sent. The same nonce twice is one message. */
export async function sendMessage(request: PushRequestInput, nonce: string, campaign?: CampaignDraft, reach?: Reach): Promise<SendResult> {
  const member = await requireRole("marketer");
  return sendFromConsole(member, orderOf(request, reach), String(nonce), campaign && plain(campaign));
}

/** What sending would amount to: how many people, apps and requests, and what stands in the way. */
export async function planMessage(request: PushRequestInput, reach: Reach): Promise<SendPlan> {
  const member = await requireRole("marketer");
  const { problems, unfit, lost, requests, recipients, appids, audience } = await planCampaign(member, orderOf(request, reach), Date.now());
  const plan = { requests, recipients, appids, audience };
  if (lost)
    return { ...plan, obstacles: ["The list was removed, or belongs to another service. Choose another one, or type the recipients."] };
  return { ...plan, obstacles: [...problems.map(({ message }) => message), ...unfit.map((one) => unfitSentence(one, plan.audience))] };
}

/** A saved list with what is drawn and counted of it; undefined when there is none. */
export async function openList(id: string): Promise<OpenAudience | undefined> {
  const member = await requireRole("viewer");
  return openAudience(member, String(id));
}

/** Keeps a draft; a version that somebody else replaced is not overwritten. */
export async function saveDraft(campaign: CampaignDraft): Promise<SaveResult> {
  const member = await requireRole("marketer");
  return saveCampaign(member, plain(campaign));
}

/** Sets when a draft is sent; says what is wrong with it otherwise. */
export async function scheduleDraft(
  id: string,
  schedule: { revision: number; startsAt: string; timezone: string; request: PushRequestInput; reach: Reach },
): Promise<{ ok: true } | { ok: false; message: string }> {
  const member = await requireRole("marketer");
  try {
    const result = await scheduleCampaign(member, String(id), {
      revision: Math.trunc(Number(schedule.revision)) || 0,
      startsAt: String(schedule.startsAt),
      timezone: String(schedule.timezone),
      order: orderOf(schedule.request, schedule.reach),
    });
    return result.ok ? result : { ok: false, message: result.problems[0]?.message ?? "The request cannot be sent as it stands." };
  } catch (error) {
    if (error instanceof CampaignError) return { ok: false, message: error.message };
    throw error;
  }
}

/** Calls a notify URL once, as a delivery update would, and tells what it answered. */
export async function checkNotifyurl(request: {
  appid: string;
  notifyurl?: string | undefined;
  notifyurlAuthId?: string | undefined;
  callbackData?: string | undefined;
  correlationid?: string | undefined;
}): Promise<NotifyurlCheck> {
  const member = await requireRole("marketer");
  const { appid, notifyurl, notifyurlAuthId, callbackData, correlationid } = request;
  return checkNotifyurlOf(member, {
    appid: String(appid),
    notifyurl: String(notifyurl ?? ""),
    notifyurlAuthId: String(notifyurlAuthId ?? ""),
    callbackData: String(callbackData ?? ""),
    correlationid: String(correlationid ?? ""),
  });
}

/** What came over the line may be anything; the request itself is judged as any other. */
function orderOf(pattern: PushRequestInput, reach?: Reach): Order {
  const { audienceId, moreAppids } = reach ?? noReach;
  return {
    pattern,
    audienceId: audienceId === null ? null : String(audienceId),
    moreAppids: Array.isArray(moreAppids) ? moreAppids.map(String) : [],
  };
}

function plain({ id, revision, name, appid, draft }: CampaignDraft): CampaignDraft {
  return {
    id: id === null ? null : String(id),
    revision: Math.trunc(Number(revision)) || 0,
    name: String(name),
    appid: String(appid),
    draft: String(draft),
  };
}
