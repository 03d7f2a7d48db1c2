import { z } from "zod";
import type { Member } from "@/lib/auth/member";
import { addRecipients } from "@/lib/directory/audience/fill";
import { mostRecipients } from "@/lib/inputs/audience";
import { LineError, recipientSlices } from "@/lib/inputs/recipient-slices";
import { once } from "@/lib/runtime/once";
import { NotFoundError } from "@/lib/verb/errors";
import { CallError } from "./call-error";
import { readBody } from "./read-body";
import { methods, resource, type Call } from "./resource";
import { rowReply } from "./serialize";
import { mayIn, memberOf } from "./session";

/** More than a piece of `mostPieceBytes`, over a slow line. */
const bodyLimits = { cap: 5_000_000, withinMs: 55_000 };
/** Pieces that one process reads at a time, each of 5 MB at most. */
const mostPieces = 8;
/** Of those, pieces of one member, so that other members get their turn. */
const mostOfMember = 4;

/**
 * A slot for each piece that is being read or added, and the list and the member of each that is
 * being added.
 */
const underWay = () =>
  once("recipient-pieces", () => ({
    slots: new Set<{ memberId: string }>(),
    adding: new Set<string>(),
  }));

/**
 * `PUT /audiences/{id}/recipients?from=…`, the body being lines of recipients (`recipientLine` of
 * `lib/inputs/audience`): adds a piece of a file to a list that is being filled, and answers how
 * many recipients the list has then, `{"recipients": 4000}`. `from`: how many it has before this
 * piece, so that no piece overtakes another. Idempotent: a piece that comes again changes nothing.
 * For pages of the console alone.
 */
export const recipientPieces = methods({
  PUT: resource({
    caller: ({ request }) => memberOf(request, mayIn("recipient.add", undefined)),
    body: { read: fromOf },
    run: ({ caller: member, body: from, call }) =>
      inSlot(member, async () => {
        // Read in its slot.
        const body = await readBody(call.request, call.response, bodyLimits);
        return addAlone(call, { member, id: call.named["id"] ?? "", from, body });
      }),
    answer: rowReply({ 200: z.object({ recipients: z.int() }) }),
    refused: 409,
  }),
});

function fromOf({ query }: Call): number {
  const from = Number(/^\d{1,7}$/.exec(query.get("from") ?? "")?.[0]);
  const message = "from must be the number of recipients that the list has before this piece.";
  if (!(from <= mostRecipients)) throw new CallError(400, message, [{ pointer: "/from", message }]);
  return from;
}

async function inSlot<R>(member: Member, run: () => Promise<R>): Promise<R> {
  const { slots } = underWay();
  const slot = { memberId: member.id };
  const own = [...slots].filter(({ memberId }) => memberId === member.id);
  if (slots.size >= mostPieces || own.length >= mostOfMember) throw busyError();
  slots.add(slot);
  try {
    return await run();
  } finally {
    slots.delete(slot);
  }
}

/**
 * Adds a piece, one at a time for each member and list. Of other processes and members too the verb
 * locks the list; this spares the work of a piece that comes again while it is still being added.
 * One that is still being read does not count: its line may be broken.
 */
async function addAlone(call: Call, piece: Piece): Promise<{ recipients: number }> {
  const name = `${piece.member.id} ${piece.id}`;
  const { adding } = underWay();
  if (adding.has(name)) throw busyError();
  adding.add(name);
  try {
    return await addSlices(call, piece);
  } catch (error) {
    if (error instanceof NotFoundError) throw new CallError(404, error.message, []);
    if (!(error instanceof LineError)) throw error;
    const { pointer, message } = error;
    throw new CallError(400, message, [{ pointer, message }]);
  } finally {
    adding.delete(name);
  }
}

function busyError(): CallError {
  const sentence = "Another piece is being added. Send this one again in a moment.";
  return new CallError(503, sentence, [], { headers: { "retry-after": "1" } });
}

interface Piece {
  member: Member;
  id: string;
  from: number;
  body: Uint8Array;
}

/**
 * Each slice is a transaction of its own, so that none holds its locks for long. Ends early once
 * the client has gone. Throws `CallError` when there is no recipient.
 */
async function addSlices(
  { response }: Call,
  { member, id, from, body }: Piece,
): Promise<{ recipients: number }> {
  let recipients: number | undefined;
  for (const slice of recipientSlices(body)) {
    if (response.destroyed) break;
    ({ recipients } = await addRecipients({ actor: member }, { id, from, recipients: slice }));
  }
  if (recipients === undefined)
    throw new CallError(400, "The body has no recipients. Send one on each line.", []);
  return { recipients };
}
