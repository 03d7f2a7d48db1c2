import { mostPieceBytes, recipientLine } from "@/lib/inputs/audience";
import { utf8Bytes } from "@/lib/interface/text";
import type { Mapping } from "./source/columns";
import { readRow } from "./source/examine-rows";
import type { SourceRow } from "./source/source-row";

/** Bytes of the first piece, and of each at least. */
export const firstPieceBytes = 250_000;
/**
 * An answer within this time makes the next piece twice as long, one behind the other half as long
 * (milliseconds).
 */
const quickMs = 2_000;
const slowMs = 10_000;

/** A part of a source as the body of one call. */
export interface Piece {
  /** Lines of recipients (`recipientLine` of `lib/inputs/audience`). */
  body: string;
  /** The recipients in it, those that are there twice counted twice. */
  rows: number;
}

/**
 * The recipients that rows name, in pieces. Rows that cannot be read are left out: they were listed
 * before.
 *
 * @param most asked for each piece: its bytes at most
 */
export async function* piecesOf(
  rows: AsyncIterable<SourceRow>,
  mapping: Mapping,
  most: () => number,
): AsyncGenerator<Piece, void, undefined> {
  let lines: string[] = [];
  let bytes = 0;
  for await (const row of rows) {
    const read = readRow(row, mapping);
    if ("why" in read) continue;
    const line = recipientLine(read.recipient);
    const size = utf8Bytes(line) + 1;
    if (lines.length > 0 && bytes + size > most()) {
      yield { body: lines.join("\n"), rows: lines.length };
      lines = [];
      bytes = 0;
    }
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0) yield { body: lines.join("\n"), rows: lines.length };
}

/** A piece in smaller ones of so many bytes at most, or of one line each. */
export function splitPiece({ body, rows }: Piece, most: number): Piece[] {
  if (utf8Bytes(body) <= most) return [{ body, rows }];
  const pieces: string[][] = [];
  let room = 0;
  for (const line of body.split("\n")) {
    const size = utf8Bytes(line) + 1;
    if (size > room) {
      pieces.push([]);
      room = most;
    }
    pieces.at(-1)?.push(line);
    room -= size;
  }
  return pieces.map((lines) => ({ body: lines.join("\n"), rows: lines.length }));
}

/**
 * The bytes of the piece behind one that was answered: the progress is seen early, calls are few on
 * a quick line, and on a slow one none takes longer than the server waits for it.
 *
 * @param bytes that a piece had at most
 * @param ms from sending it to its answer
 */
export function nextPieceBytes(bytes: number, ms: number): number {
  if (ms < quickMs) return Math.min(mostPieceBytes, bytes * 2);
  return ms > slowMs ? Math.max(firstPieceBytes, bytes / 2) : bytes;
}
