import { assertRole, type Member } from "@/lib/auth/member";
import { keepSent } from "./change";
import type { CampaignDraft } from "@/lib/compose/campaign-draft";
import { CampaignError } from "./save";
import { problem, type Problem } from "@/lib/interface/problem";
import { log } from "@/lib/log/log";
import { acceptRequest } from "@/lib/dispatch/accept";
import { orderCampaign } from "./order";
import { takesOneRequest, type Order } from "./plan";
import { requestOf } from "@/lib/campaign/plan";
import { serviceOfAppid } from "@/lib/dispatch/read-request";

/**
 * What the console is answered: the transid; the campaign that is under way when it takes several requests; or everything that is wrong. `obstacle` is what stands
 * in the way although no rule of the interface is broken.
 */
export type ConsoleReply =
  | { ok: true; transid: string; warnings: Problem[] }
  | { ok: true; campaignId: string; requests: number; warnings: Problem[] }
  | { ok: false; problems: Problem[]; obstacle?: string };

const unkept =
  "It takes several requests, and its draft cannot be kept while they are made. Keep its recipients as a list under Audiences.";

/**
 * Sends what was composed: the same acceptance as for programs, of the very bytes that the JSON tab shows. The same nonce twice is one message, or one campaign, so
 * that a double click or a second try after a broken line is harmless. Throws `ForbiddenError` below the role marketer.
 *
 * @param campaign the draft that it was; kept as a sent campaign with the message. What takes several requests cannot do without one
 */
export async function sendFromConsole(member: Member, order: Order, nonce: string, campaign?: CampaignDraft): Promise<ConsoleReply> {
  assertRole(member, "marketer");
  try {
    const service = await serviceOfAppid(requestOf(order).appid);
    if (!service) return { ok: false, problems: [problem("appid.unknown", "/appid")] };
    if (!service.active) return { ok: false, problems: [problem("service.inactive", "")] };
    if (!takesOneRequest(order, service)) {
      if (!campaign) return { ok: false, problems: [], obstacle: unkept };
      const ordered = await orderCampaign(member, order, nonce, campaign);
      return ordered.ok ? { ok: true, campaignId: ordered.campaignId, requests: ordered.requests, warnings: [] } : ordered;
    }
    const bytes = new TextEncoder().encode(order.body);
    const reply = await acceptRequest({ service, bytes, source: "console", idempotencyKey: `console ${member.id} ${nonce.slice(0, 64)}` });
    if (reply.ok && campaign) await keep(member, campaign, reply.transid);
    return reply.ok ? { ok: true, transid: reply.transid, warnings: reply.warnings } : { ok: false, problems: reply.problems };
  } catch (error) {
    if (error instanceof CampaignError) return { ok: false, problems: [], obstacle: error.message };
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
