import { randomUUID } from "node:crypto";
import { config } from "@/lib/config/config";
import { database, type Sql } from "@/lib/database/sql";
import { findService } from "@/lib/directory/service/find";
import { acceptTogether, mustWait, type AcceptReply } from "@/lib/dispatch/accept";
import { composedOf, type ComposedRequest } from "@/lib/inputs/compose";
import { log } from "@/lib/log/log";
import { messagesAtOnce, recipientsAtRate } from "@/lib/plan/rate";
import { isSpread } from "@/lib/plan/waves";
import { now } from "@/lib/runtime/clock";
import { startLoop } from "@/lib/work/loop";
import { changed } from "@/lib/work/wake";
import { takeApproved } from "./approval/due";
import { arrange } from "./order/arrange";
import { Backlog } from "./order/backlog";
import { finish, standForCampaign, takeDue } from "./order/move";
import { askWhereLate, hiddenRuns } from "./order/overdue";
import { appidsOf } from "./order/plan";
import {
  giveBack,
  patienceSeconds,
  recordSlice,
  renewLease,
  stall,
  touchCampaign,
  untilNextDue,
  type Due,
  type Slice,
} from "./order/progress";
import { followProviders, pauseForProviders } from "./order/provider-pauses";
import { requestsOf, type OrderedRequest } from "./order/requests";
import { isUnevaluated, resolve } from "./order/resolve";
import { createNextRun, delayRuns } from "./order/runs";
import { placeIn, takeTurn, type TurnOutcome, type Underway } from "./order/turn";

const lookMs = 2_000;
/** Requests that are accepted in one transaction; more of them while they have few recipients. */
const sliceRequests = 16;
const sliceRecipients = 100;
/** A lease lasts thirty seconds. */
const renewMs = 10_000;
/**
 * Recipients whose requests are accepted before a worker has looked up those before: as many as
 * keep the workers of a machine busy for seconds.
 */
const mostAhead = 64_000;
/** So few are on their way at once. */
const fewAhead = 1_000;
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
    "UPDATE campaign_order SET due_at = greatest(now(), undo_until) WHERE state = 'sending' AND overdue_at IS NULL",
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
      for (const { campaignId, serviceId } of await followProviders(database()))
        changed({ transid: campaignId, serviceId });
      for (const order of await due(atOnce - running.size)) {
        // Its lease ended here, or it was resumed: it is left once that is seen, and a later poll
        // goes on with it.
        if (running.has(order.id)) {
          await giveBack(database(), order);
          continue;
        }
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
  await delayRuns(database());
  // Those that the loop below left behind when its process ended.
  const hiddenOrders = await hiddenRuns(database(), most);
  const overdueOrders = await askWhereLate(database(), most);
  const { claimedOrders, stalledOrders } = await takeApproved(most);
  for (const { id, campaignId, serviceId } of [
    ...hiddenOrders,
    ...overdueOrders,
    ...stalledOrders,
  ]) {
    await standForCampaign(database(), { id, campaignId });
    await touchCampaign(database(), { campaignId });
    changed({ transid: campaignId, serviceId });
  }
  return most > claimedOrders.length
    ? [...claimedOrders, ...(await takeDue(database(), most - claimedOrders.length))]
    : claimedOrders;
}

async function send(order: Due, stopped: () => boolean): Promise<void> {
  const at: Underway = { ...order, pacedUntil: performance.now() + order.pacedMs };
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

async function sendRequests(at: Underway, stopped: () => boolean): Promise<void> {
  const pattern = composedOf(at.request);
  // Both were done before its first slice. A run stands also when its recurrence ended since.
  if (at.answered === 0) {
    await standForCampaign(database(), at);
    await createNextRun(at, pattern);
  }
  const isOpen = at.follows || at.recount || isUnevaluated(at);
  if (isOpen && !(await resolve(at, pattern))) return;
  if (!(await arrange(at, pattern))) return;
  const backlog = new Backlog();
  // Another wave goes first: its requests begin at its own place.
  while ((await sendFrom(at, pattern, backlog, stopped)) === "moved");
}

/** Sends from the place of an order on, until this worker has to leave it or all of it is sent. */
async function sendFrom(
  at: Underway,
  pattern: ComposedRequest,
  backlog: Backlog,
  stopped: () => boolean,
): Promise<Exclude<TurnOutcome, "go">> {
  // Stored before there was a place: the requests up to its cursor are passed over, once.
  let repeated = at.nextApp === null ? at.answered : 0;
  let group: OrderedRequest[] = [];
  let renewedAt = performance.now();
  const { moreAppids, cuts, versions, waves, places } = at;
  const audienceId = at.waveAudienceId ?? at.audienceId;
  const order = { pattern, audienceId, moreAppids, cuts, versions, waves, places };
  const apps = appidsOf(order).length;
  const isOurs = async () => !stopped() && (await renewLease(database(), at));
  /** Whether it goes on, with what is behind the group. */
  const flush = async (): Promise<TurnOutcome> => {
    while (group.length > 0) {
      if (!(await backlog.shrink(mostAhead, isOurs)) || (await isHeldUp(at))) return "left";
      const outcome = await takeTurn(at, apps, group[0]?.wave ?? 0);
      if (outcome !== "go") return outcome;
      const before = at.answered;
      const wait = await sendSlice(at, group, backlog);
      group = group.slice(at.answered - before);
      if (wait === undefined || stopped() || wait > patienceSeconds) return "left";
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait * 1_000));
    }
    renewedAt = performance.now();
    return stopped() ? "left" : "go";
  };
  for await (const request of requestsOf(order, placeIn(at))) {
    if (repeated > 0) {
      repeated -= 1;
      // The way to where it was may be long, and it is this worker's all the while.
      if (performance.now() - renewedAt < renewMs) continue;
      if (stopped() || !(await renewLease(database(), at))) return "left";
      renewedAt = performance.now();
      continue;
    }
    if (group[0] && group[0].wave !== request.wave) {
      const outcome = await flush();
      if (outcome !== "go") return outcome;
    }
    group.push(request);
    if (!isFull(group, at)) continue;
    const outcome = await flush();
    if (outcome !== "go") return outcome;
  }
  const outcome = await flush();
  if (outcome !== "go") return outcome;
  if (!(await backlog.shrink(fewAhead, isOurs)) || (await isHeldUp(at))) return "left";
  await finish(database(), at);
  await touchCampaign(database(), at);
  return "left";
}

/** Pauses an order whose deliveries wait for a provider that takes none; whether it did. */
async function isHeldUp({ id }: Due): Promise<boolean> {
  const paused = await pauseForProviders(database(), id);
  for (const { campaignId, serviceId } of paused) changed({ transid: campaignId, serviceId });
  return paused.length > 0;
}

/** Whether no further request fits into a slice. */
function isFull(group: readonly OrderedRequest[], { rate, waves }: Underway): boolean {
  const wave = waves?.[group[0]?.wave ?? 0];
  if (wave && isSpread(wave, now())) return true;
  const sum = recipientsIn(group);
  if (rate !== null) return sum + recipientsAtRate(rate) > messagesAtOnce(rate);
  return group.length >= sliceRequests && sum >= sliceRecipients;
}

function recipientsIn(requests: readonly OrderedRequest[]): number {
  return requests.reduce((sum, { recipients }) => sum + recipients, 0);
}

/** A slice of a service that was deactivated: none of its requests is accepted. */
function refusedSlice(slice: readonly OrderedRequest[]): Slice {
  return {
    answered: slice.length,
    recipients: recipientsIn(slice),
    next: slice.at(-1)?.next ?? null,
    refused: slice.length,
    transid: null,
    problem: "The service is inactive",
    wait: null,
  };
}

/** It was paused or stopped, or another worker has it: nothing of the slice may be stored. */
class LostError extends Error {}

/** How a slice of requests was answered. */
function sliceOf(slice: readonly OrderedRequest[], replies: readonly AcceptReply[]): Slice {
  const waiting = replies.find(mustWait);
  const refused = replies.filter((reply) => !reply.ok && !mustWait(reply));
  const answered = waiting ? replies.indexOf(waiting) : slice.length;
  return {
    answered,
    recipients: recipientsIn(slice.slice(0, answered)),
    next: slice[answered - 1]?.next ?? null,
    refused: refused.length,
    transid: replies.find(({ ok }) => ok)?.transid ?? null,
    problem: refused[0] ? (refused[0].problems[0]?.message ?? "It was refused") : null,
    wait: waiting ? Number(waiting.headers["retry-after"]) || 2 : null,
  };
}

/**
 * Has a slice of requests accepted and marked as done in one transaction, moves the cursor, and
 * adds what was accepted to the backlog. Answers after how many seconds the next ones may come: 0,
 * or more when the rest of the slice has to wait; undefined when another worker has it.
 */
async function sendSlice(
  order: Underway,
  slice: readonly OrderedRequest[],
  backlog: Backlog,
): Promise<number | undefined> {
  // A service that is switched off, or whose rate is changed, is so from this slice on.
  const service = await findService(order.serviceId);
  const record = async (sql: Sql, answered: Slice) => {
    const recorded = await recordSlice(sql, order, answered);
    if (!recorded) throw new LostError();
    order.pacedUntil = performance.now() + recorded.pacedMs;
  };
  try {
    if (!service?.active) {
      const all = refusedSlice(slice);
      await record(database(), all);
      order.answered += all.answered;
      Object.assign(order, { nextApp: all.next?.app, nextRecipient: all.next?.recipient });
      return 0;
    }
    const inputs = slice.map(({ bytes, templateVersion }) => ({
      service,
      bytes,
      source: "console" as const,
      campaignId: order.campaignId,
      language: order.language,
      ...(!order.necessary && { capOrderId: order.id }),
      templateVersion,
    }));
    const replies = await acceptTogether(
      inputs,
      (tx, all) => record(tx, sliceOf(slice, all)),
      order.transid !== null,
    );
    const { answered, wait, transid, next } = sliceOf(slice, replies);
    order.answered += answered;
    if (next) Object.assign(order, { nextApp: next.app, nextRecipient: next.recipient });
    order.transid ??= transid;
    for (const [n, { ok, transid: accepted }] of replies.entries())
      if (ok) backlog.add(accepted, slice[n]?.recipients ?? 0);
    return wait ?? 0;
  } catch (error) {
    if (error instanceof LostError) return undefined;
    throw error;
  }
}
