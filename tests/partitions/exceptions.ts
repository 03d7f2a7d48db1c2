/**
 * Statements over hot tables that name no message, by file and function, each with the reason why
 * that is right. On tables that are divided among servers, each asks all of them.
 */
export const ofAllMessages: Readonly<Record<string, string>> = {
  "lib/dispatch/queues.ts openQueues":
    "finds which queues have rows that wait: of what waits alone, by an index of it",
  "lib/dispatch/queues.ts claim":
    "claims rows that wait, whichever message they are of: what goes well was never a row that waits",
  "lib/dispatch/queues.ts endLeases": "runs at the start on the local database, which is one",
  "lib/dispatch/clock-jumps.ts pullBack": "runs at the start on the local database, which is one",
  "lib/dispatch/endings.ts": "a sweep of receipts that came too late, of days ago",
  "lib/dispatch/tidy-up.ts finishAll":
    "sweeps messages that a crash left open, once a minute, by an index of those that are open",
  "lib/updates/claim.ts claim":
    "claims updates that wait, whichever message they are of: first updates are claimed by slice",
  "lib/updates/claim.ts endUpdateLeases": "runs at the start on the local database, which is one",
  "lib/updates/record.ts parkGone":
    "parks what waits for a receiver that is gone: once for each receiver",
  "lib/updates/old-exchanges.ts forgetOldExchanges":
    "a sweep of old exchanges, by an index of them",
  "lib/updates/missing.ts newestMessages":
    "begins a search that a user asked for, in the newest messages of a service",
  "lib/updates/replay-steps.ts makeParkedDue":
    "makes parked updates due that a user chose by time or by receiver",
  "lib/updates/replay-steps.ts stepOfIds": "makes single updates due that a user named by id",
  "lib/updates/replay-steps.ts countIds": "counts single updates that a user named by id",
  "lib/updates/replay-steps.ts countParked":
    "counts parked updates that a user chose by time or by receiver",
};

/**
 * Statements that name their messages by a join with the values that they are given. PostgreSQL
 * leaves the other partitions out as it runs them, not when it plans them. The planner of Citus
 * would see no single shard: on its tables they need the ids in a condition of their own, too.
 */
export const namedByJoin: readonly string[] = [
  "lib/dispatch/early-receipts.ts changesOf",
  "lib/dispatch/early-receipts.ts recordEarlyReceipts",
  "lib/dispatch/early-receipts.ts storeEarlyReceipts",
  "lib/dispatch/new-delivery.ts insertDeliveries",
  "lib/dispatch/new-delivery.ts waitingInPlace",
  "lib/dispatch/queues.ts renew",
  "lib/dispatch/record.ts finishMessages",
  "lib/dispatch/record.ts move",
  "lib/dispatch/slice.ts beginParts",
  "lib/dispatch/slice.ts moveCursors",
  "lib/dispatch/slice.ts reachedUsers",
  "lib/dispatch/slice.ts storedAmong",
  "lib/updates/claim.ts lockUpdates",
  "lib/updates/record.ts moveStored",
];
