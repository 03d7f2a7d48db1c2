import { database, type Sql } from "@/lib/database/sql";
import type { ComposedRequest } from "@/lib/inputs/compose";
import { choicesIn } from "@/lib/plan/own-values";
import { now } from "@/lib/runtime/clock";
import { placeholderOf } from "@/lib/template/placeholder";
import { RefusedError } from "@/lib/verb/errors";
import { fail } from "./move";
import { planCampaign, type CampaignPlan } from "./plan";
import { touchCampaign, type Due } from "./progress";
import { assertSendable } from "./sendable";
import { keepVersions } from "./templates";

const actor = { kind: "job", name: "campaigns" } as const;

/**
 * Resolves an order that follows its template, or whose list changed, once, when it starts: by
 * the version that it stores, or that is published now, it is counted and split again, and all of
 * it goes out by that one. One that this version does not take fails as a whole, with the reason.
 * False when there is nothing to go on with: it failed, or another worker has it.
 */
export async function resolve(at: Due, pattern: ComposedRequest): Promise<boolean> {
  const { audienceId, moreAppids, language, cuts } = at;
  if (at.answered > 0) {
    Object.assign(at, { recount: false });
    return true;
  }
  const choices = choicesIn(Object.values(cuts));
  const order = {
    pattern,
    audienceId,
    moreAppids,
    language,
    ...choices,
    versions: at.follows ? null : at.versions,
  };
  const plan = await planCampaign({ actor, serviceId: at.serviceId }, order, now(), true);
  const why = refusalOf(plan) ?? unconfirmed(plan);
  if (why !== undefined) {
    await fail(database(), at, why);
    await touchCampaign(database(), at);
    return false;
  }
  const isOurs = await database().transaction((tx) => keep(tx, at, plan));
  Object.assign(at, { cuts: plan.cuts, versions: plan.versions, follows: false, recount: false });
  return isOurs;
}

/**
 * False where another worker has it, or resolved it meanwhile, perhaps by another version: what
 * that one counted and cut stands.
 */
async function keep(
  tx: Sql,
  { id, follows }: Due,
  { cuts, requests, recipients, versions }: CampaignPlan,
): Promise<boolean> {
  const [ours] = await tx.query(
    "SELECT 1 FROM campaign_order WHERE id = $1 AND state = 'sending' AND answered = 0 FOR UPDATE",
    [id],
  );
  if (!ours || (follows && !(await keepVersions(tx, id, versions)))) return false;
  await tx.query(
    "UPDATE campaign_order SET plan = $2::jsonb, requests = $3, recipients = $4, recount = false WHERE id = $1",
    [id, JSON.stringify(cuts), requests, recipients],
  );
  return true;
}

/**
 * Why it is not sent: how many read a placeholder was confirmed for another list, or for the list
 * as it was.
 */
function unconfirmed({ unfit }: CampaignPlan): string | undefined {
  const read = unfit.find(({ why }) => why === "as written");
  return read
    ? `Its list was changed: ${read.recipients.toLocaleString("en")} recipients would read ${placeholderOf(read.parameter)}. Confirm it again.`
    : undefined;
}

function refusalOf(plan: CampaignPlan): string | undefined {
  try {
    assertSendable(plan);
    return undefined;
  } catch (error) {
    if (error instanceof RefusedError) return error.problems[0]?.message ?? "It was refused";
    throw error;
  }
}
