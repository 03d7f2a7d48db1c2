import type { IncomingMessage, ServerResponse } from "node:http";
import { ForbiddenError, type Member } from "@/lib/auth/member";
import { addRecipients } from "@/lib/directory/audience/fill";
import { LineError, recipientSlices } from "@/lib/inputs/recipient-slices";
import { once } from "@/lib/runtime/once";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { bytesOfCall } from "./json-body";
import { mayIn, memberOf } from "./live";
import { comesFromOurPage, refuseForeign } from "./own-page";
import { refuseCall, sendJson } from "./reply";
import { methods, type Named } from "./resource";

/** Bytes of a body at most: more than a piece of `mostPieceBytes`. */
const mostBodyBytes = 5_000_000;
/** A piece over a slow line (milliseconds). */
const bodyMs = 55_000;
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
 * `PUT /audiences/{id}/recipients?from=…`, the body being lines of recipients
 * (`lib/inputs/recipient-lines`): adds a piece of a file to a list that is being filled, and
 * answers how many recipients the list has then, `{"recipients": 4000}`. `from`: how many it has
 * before this piece, so that no piece overtakes another. Idempotent: a piece that comes again
 * changes nothing. For pages of the console alone. No `resource`: a member's session calls it, and
 * the body is not one value of JSON.
 */
export const recipientPieces = methods({ PUT: addPiece });

async function addPiece(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  { id = "" }: Named,
): Promise<void> {
  if (!comesFromOurPage(request)) return refuseForeign(request, response);
  const member = await memberOf(request, response, mayIn("recipient.add", undefined));
  if (!member) return;
  const from = /^\d{1,6}$/.exec(query.get("from") ?? "")?.[0];
  if (from === undefined) {
    const message = "from must be the number of recipients that the list has before this piece.";
    return refuseCall(request, response, 400, message, [{ pointer: "/from", message }]);
  }
  const { slots } = underWay();
  const slot = { memberId: member.id };
  const own = [...slots].filter(({ memberId }) => memberId === member.id);
  if (slots.size >= mostPieces || own.length >= mostOfMember) return refuseBusy(request, response);
  slots.add(slot);
  try {
    const body = await bytesOfCall(request, response, mostBodyBytes, bodyMs);
    if (body) await addAlone(request, response, { member, id, from: Number(from), body });
  } finally {
    slots.delete(slot);
  }
}

/**
 * Adds a piece, one at a time for each member and list. Of other processes and members too the verb
 * locks the list; this spares the work of a piece that comes again while it is still being added.
 * One that is still being read does not count: its line may be broken.
 */
async function addAlone(
  request: IncomingMessage,
  response: ServerResponse,
  piece: Piece,
): Promise<void> {
  const name = `${piece.member.id} ${piece.id}`;
  const { adding } = underWay();
  if (adding.has(name)) return refuseBusy(request, response);
  adding.add(name);
  try {
    await answerPiece(request, response, piece);
  } finally {
    adding.delete(name);
  }
}

function refuseBusy(request: IncomingMessage, response: ServerResponse): void {
  refuseCall(
    request,
    response,
    503,
    "Another piece is being added. Send this one again in a moment.",
    [],
    { "retry-after": "1" },
  );
}

interface Piece {
  member: Member;
  id: string;
  from: number;
  body: Uint8Array;
}

async function answerPiece(
  request: IncomingMessage,
  response: ServerResponse,
  piece: Piece,
): Promise<void> {
  try {
    const recipients = await addSlices(response, piece);
    if (recipients === undefined)
      refuseCall(request, response, 400, "The body has no recipients. Send one on each line.");
    else sendJson(request, response, 200, { recipients });
  } catch (error) {
    if (error instanceof LineError)
      refuseCall(request, response, 400, error.message, [
        { pointer: error.pointer, message: error.message },
      ]);
    else if (error instanceof ForbiddenError) refuseCall(request, response, 403, error.message);
    else if (error instanceof NotFoundError) refuseCall(request, response, 404, error.message);
    else if (error instanceof RefusedError)
      refuseCall(request, response, 409, error.message, error.problems);
    else throw error;
  }
}

/**
 * Each slice is a transaction of its own, so that none holds its locks for long. Ends early once
 * the client has gone. Undefined when there is no recipient.
 */
async function addSlices(
  response: ServerResponse,
  { member, id, from, body }: Piece,
): Promise<number | undefined> {
  let recipients: number | undefined;
  for (const slice of recipientSlices(body)) {
    if (response.destroyed) break;
    ({ recipients } = await addRecipients({ actor: member }, { id, from, recipients: slice }));
  }
  return recipients;
}
