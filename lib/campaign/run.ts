import { randomUUID } from "node:crypto";
import { config } from "@/lib/config/config";
import { database, type Sql } from "@/lib/database/sql";
import { acceptTogether, mustWait, type AcceptReply } from "@/lib/dispatch/accept";
import { composedOf } from "@/lib/inputs/compose";
import { log } from "@/lib/log/log";
import { startLoop } from "@/lib/work/loop";
import { changed } from "@/lib/work/wake";
import { takeApproved } from "./approval/due";
import { finish, takeDue } from "./order/move";
import {
  patienceSeconds,
  recordSlice,
  renewLease,
  stall,
  touchCampaign,
  untilNextDue,
  type Due,
  type Slice,
} from "./order/progress";
import { requestsOf, type OrderedRequest } from "./order/requests";
import { isUnevaluated, resolve } from "./order/resolve";

const lookMs = 2_000;
/** Requests that are accepted in one transaction; more of them while they have few recipients. */
const sliceRequests = 16;
const sliceRecipients = 100;
/** A lease lasts thirty seconds. */
const renewMs = 10_000;
/** Campaigns that one worker has under way. */
const atOnce = 20;

/**
 * What a worker that is gone had leased is due at once, orders in their undo window when it ends:
 * on the local database there is no other one. No undo window is longer than it can be from now on,
 * although a clock that was ahead said so.
 */
export async function endCampaignLeases(tx: Sql): Promise<void> {
  await tx.query(
    "UPDATE campaign_order SET undo_until = least(undo_until, now() + make_interval(secs => $1)) WHERE state = 'sending' AND undo_until IS NOT NULL",
    [config().UNDO_SECONDS],
  );
  await tx.query(
    "UPDATE campaign_order SET due_at = greatest(now(), undo_until) WHERE state = 'sending'",
  );
}

/**
 * Sends what is due, here and at other workers, until the returned function is called; that
 * resolves once the requests under way are answered.
 */
export function startCampaigns(): () => Promise<void> {
  let stopped = false;
  // A large one holds up no other: looking goes on while it is under way.
  const running = new Map<string, Promise<void>>();
  const loop = startLoop({
    of: "campaigns that are due",
    lane: "campaigns",
    look: async () => {
      for (const order of await due(atOnce - running.size)) {
        // Its lease ended here: the worker that has it, or a later poll, goes on with it.
        if (running.has(order.id)) continue;
        const sending = send(order, () => stopped).finally(() => running.delete(order.id));
        running.set(order.id, sending);
      }
      // An order that is due waits until a slot is free.
      return running.size < atOnce ? untilNextDue(database(), lookMs) : lookMs;
    },
    failedMs: lookMs,
  });
  return async () => {
    stopped = true;
    await loop.stop();
    await Promise.all(running.values());
    loop.end();
  };
}

/**
 * Sends the campaigns whose time has come, by the clock of the database, and goes on with those
 * that another worker left. Each request is one message, however many workers see it and however
 * long it rests in between: a slice is marked as done in the transaction that stores its messages.
 *
 * @internal
 */
export async function sendDue(stopped: () => boolean = () => false): Promise<void> {
  await Promise.all((await due(atOnce)).map((order) => send(order, stopped)));
}

async function due(most: number): Promise<Due[]> {
  if (most <= 0) return [];
  const { claimedOrders, stalledOrders } = await takeApproved(most);
  for (const { campaignId, serviceId } of stalledOrders) {
    await touchCampaign(database(), { campaignId });
    changed({ transid: campaignId, serviceId });
  }
  return most > claimedOrders.length
    ? [...claimedOrders, ...(await takeDue(database(), most - claimedOrders.length))]
    : claimedOrders;
}

async function send(order: Due, stopped: () => boolean): Promise<void> {
  const at: Due = { ...order };
  try {
    await touchCampaign(database(), at);
    await sendRequests(at, stopped);
  } catch (error) {
    const id = randomUUID();
    log().warn(
      { err: error, id, campaign: at.campaignId },
      "a campaign stopped on its way; it goes on in half a minute",
    );
    await stall(
      database(),
      at,
      `Something went wrong while sending (log id ${id}). Clarion tries again every 30 seconds.`,
    ).catch((stalled: unknown) =>
      log().warn(
        { err: stalled, campaign: at.campaignId },
        "the reason could not be stored with the campaign either",
      ),
    );
  }
}

async function sendRequests(at: Due, stopped: () => boolean): Promise<void> {
  // Stored before there was a place: the requests up to its cursor are passed over, once.
  let repeated = at.nextApp === null ? at.answered : 0;
  let group: OrderedRequest[] = [];
  let renewedAt = performance.now();
  /** False when this worker has to leave it, to another time or for good. */
  const flush = async () => {
    while (group.length > 0) {
      const before = at.answered;
      const wait = await sendSlice(at, group);
      group = group.slice(at.answered - before);
      if (wait === undefined || stopped() || wait > patienceSeconds) return false;
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
    }
    renewedAt = performance.now();
    return !stopped();
  };
  const pattern = composedOf(at.request);
  const isOpen = at.follows || at.recount || isUnevaluated(at);
  if (isOpen && !(await resolve(at, pattern))) return;
  const { audienceId, moreAppids, cuts, versions } = at;
  const order = { pattern, audienceId, moreAppids, cuts, versions };
  const from = { app: at.nextApp ?? 0, recipient: at.nextRecipient ?? 0 };
  for await (const request of requestsOf(order, from)) {
    if (repeated > 0) {
      repeated -= 1;
      // The way to where it was may be long, and it is this worker's all the while.
      if (performance.now() - renewedAt < renewMs) continue;
      if (stopped() || !(await renewLease(database(), at))) return;
      renewedAt = performance.now();
      continue;
    }
    group.push(request);
    if (isFull(group) && !(await flush())) return;
  }
  if (!(await flush())) return;
  await finish(database(), at);
  await touchCampaign(database(), at);
}

function isFull(group: readonly OrderedRequest[]): boolean {
  const sum = group.reduce((all, { recipients }) => all + recipients, 0);
  return group.length >= sliceRequests && sum >= sliceRecipients;
}

/** It was stopped, or another worker has it: nothing of the slice may be stored. */
class LostError extends Error {}

/**
 * Has a slice of requests accepted and marked as done in one transaction, and moves the cursor.
 * Answers after how many seconds the next ones may come: 0, or more when the rest of the slice has
 * to wait; undefined when another worker has it.
 */
async function sendSlice(
  order: Due,
  slice: readonly OrderedRequest[],
): Promise<number | undefined> {
  const inactive = slice.some(({ service }) => !service.active);
  const sliceOf = (replies: readonly AcceptReply[]): Slice => {
    const waiting = replies.find(mustWait);
    const refused = replies.filter((reply) => !reply.ok && !mustWait(reply));
    const answered = waiting ? replies.indexOf(waiting) : slice.length;
    return {
      answered,
      next: slice[answered - 1]?.next ?? null,
      refused: refused.length,
      transid: replies.find(({ ok }) => ok)?.transid ?? null,
      problem: refused[0] ? (refused[0].problems[0]?.message ?? "It was refused") : null,
      wait: waiting ? Number(waiting.headers["retry-after"]) || 2 : null,
    };
  };
  const record = async (sql: Sql, answered: Slice) => {
    if (!(await recordSlice(sql, order, answered))) throw new LostError();
  };
  try {
    if (inactive) {
      const all = slice.length;
      await record(database(), {
        answered: all,
        next: slice.at(-1)?.next ?? null,
        refused: all,
        transid: null,
        problem: "The service is inactive",
        wait: null,
      });
      order.answered += all;
      return 0;
    }
    const inputs = slice.map(({ service, bytes, templateVersion }) => ({
      service,
      bytes,
      source: "console" as const,
      campaignId: order.campaignId,
      language: order.language,
      templateVersion,
    }));
    const replies = await acceptTogether(
      inputs,
      (tx, all) => record(tx, sliceOf(all)),
      order.transid !== null,
    );
    const { answered, wait, transid } = sliceOf(replies);
    order.answered += answered;
    order.transid ??= transid;
    return wait ?? 0;
  } catch (error) {
    if (error instanceof LostError) return undefined;
    throw error;
  }
}
