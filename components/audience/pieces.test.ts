import { describe, expect, it } from "vitest";
import { mostPieceBytes } from "@/lib/inputs/audience";
import { recipientSlices } from "@/lib/inputs/recipient-slices";
import { firstPieceBytes, nextPieceBytes, piecesOf, splitPiece, type Piece } from "./pieces";
import type { Mapping } from "./source/columns";
import type { SourceRow } from "./source/source-row";

const mapping: Mapping = {
  headed: true,
  width: 2,
  column: 0,
  kind: "userid",
  parameters: [{ column: 1, name: "name" }],
};
const row = (line: number, ...cells: string[]): SourceRow => ({ line, lastLine: line, cells });

async function* stream(rows: Iterable<SourceRow>) {
  yield* rows;
}

async function all(rows: Iterable<SourceRow>, most: () => number): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const piece of piecesOf(stream(rows), mapping, most)) pieces.push(piece);
  return pieces;
}

const bytesOf = ({ body }: Piece) => new TextEncoder().encode(body);

describe("pieces of a source", () => {
  it("hold each readable row once, in their order, in no more bytes than they may", async () => {
    const rows = Array.from({ length: 1_000 }, (_, n) =>
      row(n + 2, n === 7 ? "" : `u${n}`, "न👍".repeat(n % 9)),
    );
    const pieces = await all(rows, () => 2_000);
    expect(pieces.length).toBeGreaterThan(10);
    for (const piece of pieces) expect(bytesOf(piece).length).toBeLessThanOrEqual(2_000);
    const sent = pieces.flatMap((piece) =>
      [...recipientSlices(bytesOf(piece))].flat().map(({ id }) => id),
    );
    expect(sent).toEqual(rows.flatMap(({ cells: [id = ""] }) => (id === "" ? [] : [id])));
    expect(pieces.reduce((sum, piece) => sum + piece.rows, 0)).toBe(999);
  });

  it("are as long as is asked for each, and never empty", async () => {
    const sizes = [100, 400, 1];
    const rows = Array.from({ length: 20 }, (_, n) => row(n + 2, `u${n + 10}`, "x"));
    const pieces = await all(rows, () => sizes[0] ?? 0);
    expect(pieces.every((piece) => piece.rows > 0)).toBe(true);
    expect(await all([], () => 100)).toEqual([]);
    const growing: number[] = [];
    for await (const piece of piecesOf(stream(rows), mapping, () => sizes[0] ?? 1)) {
      growing.push(piece.rows);
      sizes.shift();
    }
    expect(growing.slice(0, 3)).toEqual([3, 13, 1]);
  });
});

describe("a piece that did not get through", () => {
  it("is split into smaller ones, which say the same", async () => {
    const [piece] = await all(
      Array.from({ length: 50 }, (_, n) => row(n + 2, `u${n}`, "न👍".repeat(n % 9))),
      () => 100_000,
    );
    if (!piece) throw new Error("no piece");
    const parts = splitPiece(piece, 300);
    expect(parts.length).toBeGreaterThan(5);
    for (const part of parts) expect(bytesOf(part).length).toBeLessThanOrEqual(300);
    expect(parts.map(({ body }) => body).join("\n")).toBe(piece.body);
    expect(parts.reduce((sum, part) => sum + part.rows, 0)).toBe(piece.rows);
    expect(splitPiece(piece, 1).map((part) => part.rows)).toEqual(
      Array.from({ length: 50 }, () => 1),
    );
    expect(splitPiece(piece, 100_000)).toEqual([piece]);
  });
});

describe("the length of the next piece", () => {
  it("grows with quick answers up to 4 MB, and shrinks with slow ones down to the first", () => {
    let bytes = firstPieceBytes;
    for (let n = 0; n < 9; n += 1) bytes = nextPieceBytes(bytes, 100);
    expect(bytes).toBe(mostPieceBytes);
    expect(nextPieceBytes(bytes, 5_000)).toBe(bytes);
    for (let n = 0; n < 9; n += 1) bytes = nextPieceBytes(bytes, 30_000);
    expect(bytes).toBe(firstPieceBytes);
  });
});
