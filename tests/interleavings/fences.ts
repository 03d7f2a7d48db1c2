import type { LeasedRow, Observation } from "./observation";
import { drawerOf, type SimulatedProcess } from "./simulated-process";

/** When something is observed. */
export interface Moment {
  /** Milliseconds. */
  utc: number;
  /** Who stored something since the observation before. */
  writers: ReadonlySet<SimulatedProcess>;
  /** Whether the process with a number lives. */
  lives: (process: number) => boolean;
}

/** A leased row, with a text that says what must not change of it. */
type GuardedRow = LeasedRow & { what: string; facts: string };

/**
 * What was changed although a living process has it leased, and none of those that stored something
 * is that one. A device may report at any time.
 */
export function fenceFaults(before: Observation, now: Observation, moment: Moment): string[] {
  const rows = new Map(guardedRows(now).map((row) => [row.id, row]));
  return guardedRows(before).flatMap((row) => {
    const owner = ownerOf(row, moment);
    if (owner === undefined) return [];
    const after = rows.get(row.id);
    const isUnchanged = after?.leaseToken === row.leaseToken && after.facts === row.facts;
    if (isUnchanged || isReported(after)) return [];
    return [`${row.what} was changed while process ${owner} had it leased`];
  });
}

/** The process that has a row leased, where it lives and has changed nothing just now. */
function ownerOf({ leaseToken, until }: LeasedRow, moment: Moment): number | undefined {
  if (leaseToken === null || (until ?? 0) <= moment.utc) return undefined;
  const owner = drawerOf(leaseToken);
  const hasWritten = [...moment.writers].some(({ number }) => number === owner);
  return moment.lives(owner) && !hasWritten ? owner : undefined;
}

const reported = ["delivered", "read"];

function isReported(after: GuardedRow | undefined): boolean {
  return after?.what.startsWith("the delivery") === true && reported.includes(after.facts);
}

function guardedRows({ messages, deliveries, updates, jobs, slices }: Observation): GuardedRow[] {
  const cursors = new Map(messages.map((message) => [message.id, message]));
  return [
    ...deliveries.map((row) => ({
      ...row,
      what: `the delivery of ${row.name}`,
      facts: row.state,
    })),
    ...updates.map((row) => ({ ...row, what: `an update of ${row.messageId}`, facts: row.state })),
    ...slices.map((row) => ({ ...row, what: "a slice of updates", facts: "" })),
    // Who has the job moves the cursors.
    ...jobs.map((row) => ({
      ...row,
      what: "a job",
      facts: row.transids
        .map((id) => cursors.get(id))
        .map((message) => (message?.state === "accepted" ? message.expanded : "expanded"))
        .join(),
    })),
  ];
}
