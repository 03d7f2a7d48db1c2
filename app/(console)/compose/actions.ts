"use server";

import { noReach, type Reach } from "@/lib/compose/reach";
import type { SendPlan } from "@/components/composer/send/use-plan";
import type { SendResult } from "@/components/composer/send/use-send";
import { requireRole } from "@/lib/auth/session";
import { openAudience } from "@/lib/directory/audience/list";
import type { OpenAudience } from "@/lib/directory/audience/rows";
import type { CampaignDraft } from "@/lib/compose/campaign-draft";
import { CampaignError, saveCampaign, type SaveResult } from "@/lib/campaign/save";
import { checkNotifyurlOf, type NotifyurlCheck } from "@/lib/dispatch/check-notifyurl";
import { planCampaign, type Order } from "@/lib/campaign/plan";
import { scheduleCampaign, unfitSentence } from "@/lib/campaign/schedule";
import { sendFromConsole } from "@/lib/campaign/send-from-console";
import { readArguments } from "@/lib/inputs/arguments";
import { saveDraftSchema } from "@/lib/inputs/campaign";
import { notifyurlCheckSchema, planSchema, scheduleSchema, sendSchema } from "@/lib/inputs/compose";
import { idSchema } from "@/lib/inputs/id";

/** Sends what was composed, a request as JSON text, as the endpoint would accept it, and keeps the draft that it was as sent. The same nonce twice is one message. */
export async function sendMessage(request: string, nonce: string, campaign?: CampaignDraft, reach?: Reach): Promise<SendResult> {
  const member = await requireRole("marketer");
  const read = readArguments(sendSchema, { request, nonce, campaign, reach });
  if (!read.ok) return { ok: false, problems: [], obstacle: read.message };
  const given = read.value;
  return sendFromConsole(member, orderOf(given), given.nonce, given.campaign);
}

/** What sending would amount to: how many people, apps and requests, and what stands in the way. */
export async function planMessage(request: string, reach: Reach): Promise<SendPlan> {
  const member = await requireRole("marketer");
  const read = readArguments(planSchema, { request, reach });
  if (!read.ok) return { requests: 0, recipients: 0, appids: [], audience: null, obstacles: [read.message] };
  const { problems, unfit, lost, requests, recipients, appids, audience } = await planCampaign(member, orderOf(read.value), Date.now());
  const plan = { requests, recipients, appids, audience };
  if (lost)
    return { ...plan, obstacles: ["The list was removed, or belongs to another service. Choose another one, or type the recipients."] };
  return { ...plan, obstacles: [...problems.map(({ message }) => message), ...unfit.map((one) => unfitSentence(one, plan.audience))] };
}

/** A saved list with what is drawn and counted of it; undefined when there is none. */
export async function openList(id: string): Promise<OpenAudience | undefined> {
  const member = await requireRole("viewer");
  const read = readArguments(idSchema, { id });
  return read.ok ? openAudience(member, read.value.id) : undefined;
}

/** Keeps a draft; a version that somebody else replaced is not overwritten. */
export async function saveDraft(campaign: CampaignDraft): Promise<SaveResult> {
  const member = await requireRole("marketer");
  const read = readArguments(saveDraftSchema, { campaign });
  return read.ok ? saveCampaign(member, read.value.campaign) : { kind: "refused", message: read.message };
}

/** Sets when a draft is sent; says what is wrong with it otherwise. */
export async function scheduleDraft(
  id: string,
  schedule: { revision: number; startsAt: string; timezone: string; request: string; reach: Reach },
): Promise<{ ok: true } | { ok: false; message: string }> {
  const member = await requireRole("marketer");
  const read = readArguments(scheduleSchema, { id, schedule });
  if (!read.ok) return read;
  const { revision, startsAt, timezone, ...what } = read.value.schedule;
  try {
    const result = await scheduleCampaign(member, read.value.id, { revision, startsAt, timezone, order: orderOf(what) });
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
  const read = readArguments(notifyurlCheckSchema, { request });
  return read.ok ? checkNotifyurlOf(member, read.value.request) : { called: false, reason: read.message };
}

function orderOf({ request, reach = noReach }: { request: string; reach?: Reach | undefined }): Order {
  return { body: request, ...reach };
}
