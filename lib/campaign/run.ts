import { database, type Sql } from "@/lib/database/sql";
import { acceptTogether, mustWait, type AcceptReply } from "@/lib/dispatch/accept";
import { log } from "@/lib/log/log";
import { startLoop } from "@/lib/work/loop";
import { requestsOf, type OrderedRequest } from "./plan";
import { acceptedBefore, finish, recordSlice, takeDue, type Due, type Slice } from "./progress";

const lookMs = 2_000;
/** Requests that are accepted in one transaction. */
const side = 16;
/** After each of these groups people who use the console have their turn. */
const breathMs = 10;
/** Campaigns that one worker has under way. */
const atOnce = 20;

/** Sends what is due, here and at other workers, until the returned function is called; that resolves once the requests under way are answered. */
export function startCampaigns(): () => Promise<void> {
  let stopped = false;
  // A large one holds up no other: looking goes on while it is under way.
  const running = new Set<Promise<void>>();
  const loop = startLoop({
    of: "campaigns that are due",
    lane: "campaigns",
    look: async () => {
      for (const campaign of await due(atOnce - running.size)) {
        const sending = send(campaign, () => stopped).finally(() => running.delete(sending));
        running.add(sending);
      }
      return lookMs;
    },
    failedMs: lookMs,
  });
  return async () => {
    stopped = true;
    await loop.stop();
    await Promise.all(running);
    loop.end();
  };
}

/**
 * Sends the campaigns whose time has come, by the clock of the database, and goes on with those that another worker left. Each request is one message, however
 * many workers see it and however long it rests in between: a slice is marked as done in the transaction that stores its messages.
 *
 * @internal
 */
export async function sendDue(stopped: () => boolean = () => false): Promise<void> {
  await Promise.all((await due(atOnce)).map((campaign) => send(campaign, stopped)));
}

async function due(most: number): Promise<Due[]> {
  return most > 0 ? takeDue(database(), most) : [];
}

async function send(campaign: Due, stopped: () => boolean): Promise<void> {
  try {
    await sendRequests(campaign, stopped);
  } catch (error) {
    log().warn({ err: error, campaign: campaign.id }, "a campaign stopped on its way; it goes on in half a minute");
  }
}

async function sendRequests(campaign: Due, stopped: () => boolean): Promise<void> {
  const at = { ...campaign };
  let position = -1;
  let group: OrderedRequest[] = [];
  /** False when this worker has to leave it, to another time or for good. */
  const flush = async () => {
    const went = group.length === 0 || (await sendSlice(at, group));
    group = [];
    await new Promise((resolve) => setTimeout(resolve, breathMs));
    return went && !stopped();
  };
  const { request: body, audienceId, moreAppids, cuts } = campaign;
  for await (const request of requestsOf({ body, audienceId, moreAppids, cuts })) {
    position += 1;
    if (position < campaign.answered) continue;
    group.push(request);
    if (group.length === side && !(await flush())) return;
  }
  if (await flush()) await finish(database(), at);
}

/** It was stopped, or another worker has it: nothing of the slice may be stored. */
class LostError extends Error {}

/** Has a slice of requests accepted and marked as done in one transaction, and moves the cursor; false when the rest has to wait, or somebody else has it. */
async function sendSlice(campaign: Due, slice: readonly OrderedRequest[]): Promise<boolean> {
  const inactive = slice.some(({ service }) => !service.active);
  const before = inactive ? new Set<number>() : await acceptedBefore(database(), campaign, slice);
  const left = slice.flatMap((request, place) => (before.has(place) ? [] : [{ ...request, place }]));
  const sliceOf = (replies: readonly AcceptReply[]): Slice => {
    const waiting = replies.find(mustWait);
    const refused = replies.filter((reply) => !reply.ok && !mustWait(reply));
    return {
      // What was accepted behind one that waits is found again.
      answered: waiting ? (left[replies.indexOf(waiting)]?.place ?? 0) : slice.length,
      refused: refused.length,
      transid: replies.find(({ ok }) => ok)?.transid ?? null,
      problem: refused[0] ? (refused[0].problems[0]?.message ?? "It was refused") : null,
      wait: waiting ? Number(waiting.headers["retry-after"]) || 2 : null,
    };
  };
  const record = async (sql: Sql, answered: Slice) => {
    if (!(await recordSlice(sql, campaign, answered))) throw new LostError();
  };
  try {
    if (inactive) {
      const all = slice.length;
      await record(database(), { answered: all, refused: all, transid: null, problem: "The service is inactive", wait: null });
      campaign.answered += all;
      return true;
    }
    const inputs = left.map(({ service, bytes }) => ({ service, bytes, source: "console" as const, campaignId: campaign.id }));
    const { answered, wait } = sliceOf(await acceptTogether(inputs, (tx, replies) => record(tx, sliceOf(replies))));
    campaign.answered += answered;
    return wait === null;
  } catch (error) {
    if (error instanceof LostError) return false;
    throw error;
  }
}
