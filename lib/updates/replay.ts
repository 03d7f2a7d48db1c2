import { database, type Database, type Sql } from "@/lib/database/sql";
import { countMissingSchema, mostReplayed, replayInServiceSchema } from "@/lib/inputs/update-list";
import { asWork } from "@/lib/runtime/work-class";
import { serviceNamed, serviceOfMessage } from "@/lib/verb/service-of";
import { verb, type Verb } from "@/lib/verb/verb";
import { view } from "@/lib/verb/view";
import { wake } from "@/lib/work/wake";
import { countNeverMade, type MissingUpdates, type MissingIn } from "./missing";
import {
  countIds,
  countParked,
  searchOf,
  sliceUpdates,
  stepOf,
  type Replay,
  type Step,
} from "./replay-steps";

/** The service of a replay: the one that it names, else the one of its message. */
async function serviceOfReplay(
  sql: Sql,
  { serviceId, transid = "" }: { serviceId?: string | undefined; transid?: string },
) {
  return serviceId === undefined
    ? serviceOfMessage(sql, { transid })
    : serviceNamed(sql, { serviceId });
}

/**
 * Does the first part of a replay, with its one event: what was counted beforehand, where more
 * parts follow.
 */
const beginReplay = verb({
  action: "update.replay",
  input: replayInServiceSchema,
  service: serviceOfReplay,
  run: async ({ tx, serviceId }, what) => {
    const step = stepOf(serviceId, what);
    const { count, more } = await step(tx, sliceUpdates);
    const rest = more ? step : undefined;
    const all = more ? count + (await countReplayed(tx, serviceId, what)) : count;
    if (all === 0) return { unchanged: { count, rest } };
    const entity =
      "transid" in what ? what.transid : "ids" in what ? (what.ids[0] ?? serviceId) : serviceId;
    return { row: { count, rest }, entity, event: { count: Math.min(all, mostReplayed) } };
  },
  after: ({ count }) => {
    if (count > 0) wake("update");
  },
});

/**
 * Sends delivery updates of a service again, {@link mostReplayed} at most; see {@link Replay}.
 * Answers how many. It works in parts, between which other calls are served: what it has not
 * reached when its process dies is still parked, and the same call sends that.
 */
export const replayUpdates: Verb<typeof replayInServiceSchema, number> = async (context, input) => {
  const { count, rest } = await beginReplay(context, input);
  if (!rest) return count;
  const { tx } = context;
  const others = await asWork("bulk", () =>
    allOf(rest, tx ? (part) => part(tx) : (part) => database().transaction(part)),
  );
  wake("update");
  return count + others;
};

/**
 * Counts the updates that a replay of all missing ones of a message, or of a service's newest
 * messages, sends in one go. `more`: there may be others; `next`: where to go on searching.
 */
export const countMissingUpdates = view({
  action: "update.replay",
  input: countMissingSchema,
  service: serviceOfReplay,
  run: ({ sql, serviceId }, where): Promise<MissingUpdates> => {
    const [transid, after] =
      "transid" in where ? [where.transid, undefined] : [undefined, where.after];
    return countMissing(sql, { serviceId, transid, after }, mostReplayed);
  },
});

/** Counts the updates that a replay sends again, as many as it sends at most. */
export async function countReplayed(sql: Sql, serviceId: string, what: Replay): Promise<number> {
  if ("ids" in what) return countIds(sql, serviceId, what.ids);
  const most = what.most ?? mostReplayed;
  const where = searchOf(serviceId, what);
  return where
    ? (await countMissing(sql, where, most)).count
    : countParked(sql, serviceId, what, most);
}

/**
 * Counts the updates that a replay of all missing ones sends again, up to `most`; see {@link
 * Replay}.
 */
export async function countMissing(
  sql: Sql,
  where: MissingIn,
  most: number,
): Promise<MissingUpdates> {
  const { serviceId, transid } = where;
  const parked = await countParked(
    sql,
    serviceId,
    transid === undefined ? { missing: true, most } : { transid },
    most + 1,
  );
  if (parked > most) return { count: most, more: true };
  // One more than fits, so that "more" is said of updates and not of the bound.
  const { count, more, next } = await countNeverMade(sql, where, most - parked + 1);
  if (parked + count > most) return { count: most, more: true };
  return { count: parked + count, more, ...(next && { next }) };
}

/**
 * Makes updates of a service due now, with all their retries before them again; the attempts so far
 * stay on record. Receivers recognise a repeat by its `webhook-id`. Updates that are being sent at
 * this moment are left alone.
 *
 * @returns how many will be sent
 * @internal
 */
export function makeUpdatesDue(sql: Database, serviceId: string, what: Replay): Promise<number> {
  return allOf(stepOf(serviceId, what), (part) => sql.transaction(part));
}

/**
 * Does the parts of a replay that are left, each by `run`; returns how many updates they make due.
 */
export async function allOf(
  step: Step,
  run: <T>(part: (tx: Sql) => Promise<T>) => Promise<T>,
): Promise<number> {
  for (let all = 0; ;) {
    const { count, more } = await run((tx) => step(tx, sliceUpdates));
    all += count;
    if (!more) return all;
  }
}
