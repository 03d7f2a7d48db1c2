import { isDataFault, outlastRestart, repeatRolledBack } from "@/lib/database/repeat";
import { database } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { rowsAtOnce } from "@/lib/runtime/attended";
import { inGroups } from "@/lib/runtime/in-groups";
import { once } from "@/lib/runtime/once";
import { persist } from "@/lib/runtime/persist";
import { asWork } from "@/lib/runtime/work-class";
import { changed, wake } from "@/lib/work/wake";
import type { Change } from "./change";
import { outcomeJournal } from "./outcome-journal";
import { finishMessages, record } from "./record";

/** Changes that are recorded together at most. */
const groupRows = 2_000;
/** Outcomes that are recorded together at most: as many as a slice has. */
const groupOutcomes = 1_000;
/**
 * Outcomes that come within this time are recorded together (milliseconds): the more of them are
 * awaited, the longer, since a transaction costs many times what a delivery does.
 */
const gatherMs = (awaited: number) => (awaited < 24 ? 5 : awaited < 250 ? 40 : 500);
/**
 * Once no outcome has come for so long (milliseconds), those at hand are recorded: the awaited ones
 * may belong to a provider that does not answer.
 */
const quietMs = 25;
const finishGatherMs = 10;
/**
 * Retries while the database is away: the lease of an answered delivery may outlive a restart.
 */
const holdOn = {
  forMs: 60_000,
  onFailure: (error: unknown) =>
    log().warn({ err: error }, "the database did not take what became of deliveries; trying again"),
};
const parallel = 3;

/**
 * Records changes, for a device or a program that waits for it, in one transaction with those that
 * come at the same moment, and notifies their callers. A database that restarts is waited for.
 */
export function recordChanges(changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return Promise.resolve();
  return once("recorder", () =>
    inGroups<readonly Change[], void>(
      {
        workClass: "interactive",
        items: 64,
        parallel,
        weight: { of: (item) => item.length, most: groupRows },
      },
      async (groups) => {
        await outlastRestart(() => recordGroup(groups.flat()));
        return groups.map(() => undefined);
      },
    ),
  )(changes);
}

/**
 * Records what processes that died were answered, and notifies its callers; what was recorded
 * before is passed over.
 */
export function recordLeft(changes: readonly Change[]): Promise<void> {
  return asWork("recording", async () => {
    for (let from = 0; from < changes.length; from += groupRows)
      await recordGroup(changes.slice(from, from + groupRows));
  });
}

/** Stores deliveries that are being sent, as leased: their outcomes are waited for. */
export async function recordLeased(changes: readonly Change[]): Promise<void> {
  await asWork("recording", () => recordApart(changes));
}

/**
 * Records the outcome of one delivery in hand, with the others of the same few milliseconds; until
 * then it stands in the journal of this process. A database that is away is waited for, for a
 * minute: it would be sent again otherwise.
 */
export async function recordOutcome(change: Change): Promise<void> {
  const settled = outcomeJournal()?.note(change);
  try {
    await outcomeGroups()(change);
  } finally {
    settled?.();
    leasedDeliveries().count -= 1;
  }
}

/**
 * So many deliveries more, or fewer, are leased: {@link recordOutcome} is going to be called for
 * each of them, and counts it off.
 */
export function expectOutcomes(count: number): void {
  leasedDeliveries().count += count;
}

const leasedDeliveries = () => once("held-deliveries", () => ({ count: 0 }));

function outcomeGroups(): (change: Change) => Promise<void> {
  return once("outcome-recorder", () =>
    inGroups<Change, void>(
      {
        workClass: "recording",
        get items() {
          return rowsAtOnce(groupOutcomes);
        },
        parallel,
        gatherMs: () => gatherMs(leasedDeliveries().count),
        quietMs: () => quietMs,
        expected: () => leasedDeliveries().count,
      },
      async (changes) => {
        await recordApart(changes);
        return changes.map(() => undefined);
      },
    ),
  );
}

/**
 * Records changes, of which one that cannot be stored is left out: it keeps no other from being
 * recorded, and its delivery is not sent again.
 */
async function recordApart(changes: readonly Change[]): Promise<void> {
  try {
    await persist(() => recordGroup(changes), {
      ...holdOn,
      mayPass: (error) => !isDataFault(error),
    });
  } catch (error) {
    if (!isDataFault(error)) throw error;
    if (changes.length === 1) {
      const [change] = changes;
      log().error(
        { err: error, transid: change?.messageId, delivery: change?.deliveryId },
        "an outcome cannot be stored",
      );
      return;
    }
    const half = Math.ceil(changes.length / 2);
    await recordApart(changes.slice(0, half));
    await recordApart(changes.slice(half));
  }
}

async function recordGroup(changes: readonly Change[]): Promise<void> {
  const recorded = await repeatRolledBack(() =>
    database().transaction((tx) => record(tx, changes)),
  );
  if (recorded.updates > 0) wake("update");
  for (const { transid, serviceId, hasMoved } of recorded.messages) {
    // One whose deliveries are being stored is ended by who expands it.
    const ending = (hasMoved ? finish(transid) : Promise.resolve())
      .catch((error: unknown) =>
        log().warn({ err: error }, "a message was not set to done; the next sweep does it"),
      )
      .then(() => changed({ transid, serviceId }))
      .catch((error: unknown) =>
        log().debug({ err: error }, "pages were not told of a message that changed"),
      )
      .finally(() => endings().delete(ending));
    endings().add(ending);
  }
}

const endings = () => once("message-endings", () => new Set<Promise<void>>());

/**
 * Resolves when what follows from the records so far has been done. To be called before the
 * database is closed.
 */
export async function recordsSettled(): Promise<void> {
  while (endings().size > 0) await Promise.all(endings());
}

/** A message of many devices is asked after once in a while, not with each group of them. */
function finish(transid: string): Promise<void> {
  return once("finisher", () =>
    inGroups<string, void>(
      { workClass: "recording", items: groupRows, parallel: 1, gatherMs: () => finishGatherMs },
      async (transids) => {
        await finishMessages(database(), [...new Set(transids)]);
        return transids.map(() => undefined);
      },
    ),
  )(transid);
}
