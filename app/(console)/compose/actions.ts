"use server";

import type { SendResult } from "@/components/composer/use-send";
import { requireRole } from "@/lib/auth/session";
import { CampaignError, saveCampaign, type CampaignDraft, type SaveResult } from "@/lib/directory/campaign/save";
import { checkNotifyurlOf, type NotifyurlCheck } from "@/lib/dispatch/check-notifyurl";
import { scheduleCampaign } from "@/lib/dispatch/campaigns";
import { sendFromConsole } from "@/lib/dispatch/send-from-console";
import type { PushRequestInput } from "@/lib/interface/request";

/** Sends what was composed, as the endpoint would accept it, and keeps the draft that it was as sent. The same nonce twice is one message. */
export async function sendMessage(request: PushRequestInput, nonce: string, campaign?: CampaignDraft): Promise<SendResult> {
  const member = await requireRole("marketer");
  return sendFromConsole(member, request, String(nonce), campaign && plain(campaign));
}

/** Keeps a draft; a version that somebody else replaced is not overwritten. */
export async function saveDraft(campaign: CampaignDraft): Promise<SaveResult> {
  const member = await requireRole("marketer");
  return saveCampaign(member, plain(campaign));
}

/** Sets when a draft is sent; says what is wrong with it otherwise. */
export async function scheduleDraft(
  id: string,
  schedule: { revision: number; startsAt: string; timezone: string; body: string },
): Promise<{ ok: true } | { ok: false; message: string }> {
  const member = await requireRole("marketer");
  try {
    const result = await scheduleCampaign(member, String(id), {
      revision: Math.trunc(Number(schedule.revision)) || 0,
      startsAt: String(schedule.startsAt),
      timezone: String(schedule.timezone),
      body: String(schedule.body),
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

/** What came over the line may be anything. */
function plain({ id, revision, name, appid, draft }: CampaignDraft): CampaignDraft {
  return {
    id: id === null ? null : String(id),
    revision: Math.trunc(Number(revision)) || 0,
    name: String(name),
    appid: String(appid),
    draft: String(draft),
  };
}
