/**
 * Statements over hot tables that name no message, by file and function, each with the reason why
 * that is right. On tables that are divided among servers, each asks all of them.
 */
export const ofAllMessages: Readonly<Record<string, string>> = {
  "lib/dispatch/queues.ts openQueues":
    "finds which queues have rows that wait: of what waits alone, by an index of it",
  "lib/dispatch/queues.ts claim":
    "claims rows that wait, whichever message they are of: what goes well was never a row that waits",
  "lib/dispatch/quiet.ts recipientsOf":
    "is asked where a service has sending times, for deliveries and messages that it names",
  "lib/dispatch/release-campaign.ts openMessages":
    "finds the open messages of a campaign that a user resumed or stopped, by an index of those of campaigns",
  "lib/dispatch/release-campaign.ts releaseAll": "runs for these messages, which it names",
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
  "lib/dispatch/open-work.ts openWork":
    "finds what is open in a week that is to be removed, once a minute, by indexes of what is open",
  "lib/dispatch/open-work.ts closedMessages": "is asked before old rows of a service are removed",
  "lib/dispatch/remove-expired.ts removeDeliveries": "removes what is past its time, a few at once",
  "lib/dispatch/remove-expired.ts removeMessages": "removes what is past its time, a few at once",
  "lib/dispatch/remove-expired.ts removeAttempts": "removes what is past its time, a few at once",
  "lib/dispatch/remove-expired.ts deleteDeliveries": "removes what is past its time, a few at once",
  "lib/dispatch/remove-expired.ts deleteUpdates": "removes what is past its time, a few at once",
};
