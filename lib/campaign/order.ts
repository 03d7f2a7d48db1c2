import { assertRole, type Member } from "@/lib/auth/member";
import { isId, newId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import type { CampaignDraft } from "@/lib/compose/campaign-draft";
import { CampaignError } from "./save";
import { campaignName, draftProblem } from "@/lib/inputs/campaign";
import type { Problem } from "@/lib/interface/problem";
import { now } from "@/lib/runtime/clock";
import { planCampaign, type Order } from "./plan";
import { checkValues, columnsOf } from "./schedule";
import { requestOf } from "@/lib/campaign/plan";
import { wake } from "@/lib/dispatch/wake";

/** The campaign that is under way, and in how many requests; or why it cannot be sent. */
export type OrderResult = { ok: true; campaignId: string; requests: number; recipients: number } | { ok: false; problems: Problem[] };

/**
 * Sends what takes several requests: it is durable and under way when this resolves, and a worker makes the requests. The same nonce twice is one campaign. What was
 * sent is the draft that it was, else a campaign of its own when somebody else went on with that. Throws `ForbiddenError` below marketer, `CampaignError` when a
 * recipient lacks a value or the draft cannot be kept.
 */
export async function orderCampaign(member: Member, order: Order, nonce: string, campaign: CampaignDraft): Promise<OrderResult> {
  assertRole(member, "marketer");
  const unkept = draftProblem(campaign);
  if (unkept !== undefined) throw new CampaignError(unkept);
  const name = `${member.id} ${nonce.slice(0, 64)}`;
  const earlier = await orderedAs(name);
  if (earlier) return earlier;
  const plan = await planCampaign(member, order, now());
  if (plan.problems.length > 0) return { ok: false, problems: plan.problems };
  checkValues(plan);
  const id = newId();
  const values = [...columnsOf(order, plan), campaignName(campaign.name), campaign.draft, name, member.id];
  await database().transaction(async (tx) => {
    const updated =
      campaign.id !== null && isId(campaign.id)
        ? await tx.query(
            `UPDATE campaign SET state = 'sending', starts_at = now(), timezone = NULL, request = $1, audience_id = $2, more_appids = $3, requests = $4,
               recipients = $5, plan = $6::jsonb, name = $7, draft = $8, nonce = $9, answered = 0, refused = 0, transid = NULL, problem = NULL, revision = revision + 1,
               updated_by = $10, updated_at = now()
             WHERE id = $11 AND revision = $12 AND state = 'draft' RETURNING 1`,
            [...values, campaign.id, campaign.revision],
          )
        : [];
    if (updated.length > 0) return;
    await tx.query(
      `INSERT INTO campaign (id, service_id, app_id, request, audience_id, more_appids, requests, recipients, plan, name, draft, nonce, revision, state, starts_at,
         created_by, updated_by, updated_at)
       SELECT $11, a.service_id, a.id, $1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, 1, 'sending', now(), $10, $10, now() FROM app a WHERE a.appid = $12
       ON CONFLICT (nonce) DO NOTHING`,
      [...values, id, requestOf(order).appid],
    );
  });
  wake("campaigns");
  const ordered = await orderedAs(name);
  if (!ordered) throw new Error("The campaign was not kept.");
  return ordered;
}

async function orderedAs(nonce: string): Promise<Extract<OrderResult, { ok: true }> | undefined> {
  const [row] = await database().query<{ campaignId: string; requests: number; recipients: number }>(
    `SELECT id AS "campaignId", requests, coalesce(recipients, 0) AS recipients FROM campaign WHERE nonce = $1`,
    [nonce],
  );
  return row && { ok: true, ...row };
}
