import { database } from "@/lib/database/sql";
import { rowsAtOnce } from "@/lib/runtime/attended";
import { unfinished, type JobLease, type Postponement } from "@/lib/work/jobs";
import { loadMessages, UnreadableMessageError } from "./message";
import { asideFor, restsOf } from "./rest";
import { beginSlice, endSlices, openOf, type Open, type Slice } from "./slice";

/** Messages that are read together. */
const messagesAtOnce = 50;
/** Recipients of one slice. */
const sliceRecipients = () => rowsAtOnce(1_000);
/**
 * Slices of one turn of a service, whose next one comes after those of the services that wait:
 * bounds what a crash makes us look up again.
 */
export const slicesInTurn = 4;
/** A turn is over after so many milliseconds, too: its slices may have waited for slots. */
const turnMs = 500;

/**
 * Turns accepted messages into deliveries, one for each device that they are for, and sends them as
 * far as this process delivers and has room: each is stored once then, with its outcome. What
 * cannot be sent at all (unknown user, dead device, no content for the platform, expired) is stored
 * as such, and what cannot be sent now as waiting.
 *
 * A transaction finds those of some recipients; once all of them are stored the message's cursor
 * moves past them, and the message is sending or done with the last. Until then it is accepted, so
 * that a worker that continues after a death begins where the cursor stands, and passes over what
 * is stored behind it. Harmless when repeated.
 *
 * Messages of a campaign that is paused are set aside; those of a stopped one are stored as left
 * out.
 *
 * @param turn slices at most
 * @param room recipients of one slice
 * @param lease of the job: without it no other worker can have it
 * @returns `unfinished` when there is more to expand than so many slices take, or than there are
 *   free slots to send; otherwise after how long those that were set aside are due
 */
export async function expand(
  transids: readonly string[],
  turn = Infinity,
  room = sliceRecipients(),
  lease?: JobLease,
): Promise<void | typeof unfinished | Postponement> {
  // Those that were expanded in earlier turns take no slice of this one: otherwise the first
  // of many would use it up, each time, and the last never have one.
  const open = transids.length > 1 ? await stillAccepted(transids) : transids;
  const begun: Slice[] = [];
  const began = performance.now();
  const isOver = () =>
    begun.length >= turn || (begun.length > 0 && performance.now() - began > turnMs);
  // A device that two users share, or an id given twice, gets the message once.
  const seen = new Set<string>();
  let asideMs = Infinity;
  try {
    for (let from = 0; from < open.length;) {
      if (turn < Infinity && isOver()) return unfinished;
      let left: Open[] = [];
      // Those of few recipients share a slice; one of many fills it, and is in memory alone.
      for (; from < open.length && recipientsOf(left) < room; from += messagesAtOnce) {
        const group = await openMessages(open.slice(from, from + messagesAtOnce));
        left.push(...group.open);
        asideMs = Math.min(asideMs, group.asideMs);
      }
      while (left.length > 0) {
        if (turn < Infinity && isOver()) return unfinished;
        const { slice, rest } = await beginSlice(left, { room, seen, lease });
        begun.push(slice);
        if (slice.unbegun.size > 0) return unfinished;
        left = rest;
      }
    }
  } finally {
    lease?.leaveSlot();
    await endSlices(begun, lease);
  }
  return asideMs < Infinity ? { afterMs: asideMs } : undefined;
}

/**
 * Reads messages; `asideMs`: after how long those are due that are not to be sent now, Infinity
 * where there are none.
 */
async function openMessages(
  transids: readonly string[],
): Promise<{ open: Open[]; asideMs: number }> {
  const messages = await loadMessages(database(), transids);
  const rests = await restsOf(database(), messages.values());
  let asideMs = Infinity;
  const open = transids.flatMap((transid): Open[] => {
    const message = messages.get(transid);
    const rest = rests.get(transid);
    if (rest !== "paused" || message === undefined || message instanceof UnreadableMessageError)
      return [{ ...openOf(transid, message), isStopped: rest === "stopped" }];
    asideMs = Math.min(asideMs, asideFor(message));
    return [];
  });
  return { open, asideMs };
}

function recipientsOf(some: readonly Open[]): number {
  return some.reduce((sum, { recipients }) => sum + Math.max(1, recipients.length), 0);
}

/** Those of some messages that are not expanded yet. */
export async function stillAccepted(transids: readonly string[]): Promise<string[]> {
  const rows = await database().query<{ id: string }>(
    "SELECT id FROM message WHERE id = ANY($1::uuid[]) AND state = 'accepted' ORDER BY id",
    [transids],
  );
  return rows.map(({ id }) => id);
}
