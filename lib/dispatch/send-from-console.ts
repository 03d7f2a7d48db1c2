import { assertRole, type Member } from "@/lib/auth/member";
import { appOfAppid } from "@/lib/directory/app/find";
import { keepSent } from "@/lib/directory/campaign/change";
import type { CampaignDraft } from "@/lib/directory/campaign/save";
import { findService } from "@/lib/directory/service/find";
import { problem, type Problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import { log } from "@/lib/log/log";
import { acceptRequest } from "./accept";

/** What the console is answered: the transid, or everything that is wrong. */
export type ConsoleReply = { ok: true; transid: string; warnings: Problem[] } | { ok: false; problems: Problem[] };

/**
 * Sends what was composed: the same acceptance as for programs, of the same bytes that the JSON tab shows. The same nonce twice is one message,
 * so that a double click or a second try after a broken line is harmless. Throws `ForbiddenError` below the role marketer.
 *
 * @param campaign the draft that it was; kept as a sent campaign with the message
 */
export async function sendFromConsole(
  member: Member,
  request: PushRequestInput,
  nonce: string,
  campaign?: CampaignDraft,
): Promise<ConsoleReply> {
  assertRole(member, "marketer");
  try {
    const app = typeof request.appid === "string" ? await appOfAppid(request.appid) : undefined;
    const service = app && (await findService(app.serviceId));
    if (!service) return { ok: false, problems: [problem("appid.unknown", "/appid")] };
    if (!service.active) return { ok: false, problems: [problem("service.inactive", "")] };
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const reply = await acceptRequest({ service, bytes, source: "console", idempotencyKey: `console ${member.id} ${nonce.slice(0, 64)}` });
    if (reply.ok && campaign) await keep(member, campaign, reply.transid);
    return reply.ok ? { ok: true, transid: reply.transid, warnings: reply.warnings } : { ok: false, problems: reply.problems };
  } catch (error) {
    log().error({ err: error, member: member.id }, "a message from the console was not accepted");
    return { ok: false, problems: [problem("internal.error", "")] };
  }
}

/** The message is on its way whether or not the list of campaigns can be kept. */
async function keep(member: Member, campaign: CampaignDraft, transid: string): Promise<void> {
  try {
    await keepSent(member, campaign, transid);
  } catch (error) {
    log().error({ err: error, member: member.id, transid }, "a message was sent, but not kept as a campaign");
  }
}
