import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { z } from "zod";
import { refusal, unanswered, type Answer } from "@/lib/inputs/answer";
import type { audienceFinishSchema } from "@/lib/inputs/audience";
import { recipientSlices } from "@/lib/inputs/recipient-slices";
import { utf8Bytes } from "@/lib/interface/text";
import { isClosing, ListFilling, mostBeginnings, type FillState } from "./fill-list";
import { firstPieceBytes } from "./pieces";
import type { SentPiece } from "./send-piece";
import type { Mapping } from "./source/columns";

const mapping: Mapping = { headed: true, width: 1, column: 0, kind: "userid", parameters: [] };
const rows = 30_000;
const ids = Array.from({ length: rows }, (_, n) => `user-${n}`);
const file = new Blob([`userid\n${ids.join("\n")}\n`]);
const idsIn = (body: string) =>
  [...recipientSlices(new TextEncoder().encode(body))].flat().map(({ id }) => id);

/** A server that keeps the recipients of one list, each once. */
class ListServer {
  readonly has = new Set<string>();
  readonly sent: Omit<SentPiece, "signal">[] = [];
  /**
   * Answers of the next calls in place of its own; `lost`: it took the piece, and its answer is
   * lost.
   */
  readonly instead: (Answer<number> | "lost")[] = [];
  finished: z.input<typeof audienceFinishSchema>[] = [];
  names: Answer<number>[] = [];

  readonly send = async ({ id, from, body }: SentPiece): Promise<Answer<number>> => {
    this.sent.push({ id, from, body });
    const instead = this.instead.shift();
    if (instead !== undefined && instead !== "lost") return instead;
    if (this.has.size < from)
      return { ok: false, problems: [{ pointer: "/from", message: "gap" }] };
    for (const one of idsIn(body)) this.has.add(one);
    return instead === "lost" ? refusal("No answer.") : { ok: true, value: this.has.size };
  };
  readonly finish = async (list: z.input<typeof audienceFinishSchema>): Promise<Answer<number>> => {
    this.finished.push(list);
    return this.names.shift() ?? { ok: true, value: this.has.size };
  };
}

/** A file that counts who reads it. */
function watched(blob: Blob) {
  let opened = 0;
  let open = 0;
  const stream = () => {
    opened += 1;
    open += 1;
    let at = 0;
    return new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          const bytes = new Uint8Array(await blob.slice(at, (at += 65_536)).arrayBuffer());
          if (bytes.length > 0) return controller.enqueue(bytes);
          open -= 1;
          controller.close();
        },
        cancel: () => void (open -= 1),
      },
      { highWaterMark: 0 },
    );
  };
  return { file: Object.assign(new Blob(), { stream }), open: () => open, opened: () => opened };
}

describe("filling a list", () => {
  let server: ListServer;
  let states: FillState[];
  const filling = (
    of: Blob = file,
    { send = server.send, finish = server.finish, by = mapping } = {},
  ) =>
    new ListFilling(
      {
        id: "list",
        source: { kind: "csv", file: of, form: { delimiter: "," } },
        mapping: by,
        rows,
      },
      { send, finish, show: (state) => states.push(state) },
    );

  beforeEach(() => {
    server = new ListServer();
    states = [];
  });

  it("sends pieces one behind the other, each with its place, and closes the list", async () => {
    await filling().run();
    expect([...server.has]).toEqual(ids);
    expect(server.sent.length).toBeGreaterThan(1);
    let from = 0;
    for (const piece of server.sent) {
      expect(piece.from).toBe(from);
      from += idsIn(piece.body).length;
    }
    expect(server.finished).toEqual([{ id: "list" }]);
    expect(states[0]).toEqual({ kind: "filling", done: 0, rows });
    expect(states.at(-3)).toEqual({ kind: "filling", done: rows, rows });
    expect(states.at(-2)).toEqual({ kind: "closing", done: rows, rows });
    expect(states.at(-1)).toEqual({ kind: "done", recipients: rows });
  });

  it("goes on with the piece that failed, and loses and repeats nothing", async () => {
    server.instead.push("lost");
    const list = filling();
    await list.run();
    expect(states.at(-1)).toEqual({ kind: "failed", done: 0, rows, message: "No answer." });
    expect(server.finished).toEqual([]);
    await list.run();
    expect(server.sent[1]).toEqual(server.sent[0]);
    expect([...server.has]).toEqual(ids);
    expect(states.at(-1)).toEqual({ kind: "done", recipients: rows });
  });

  it("sends a longer piece that failed in shorter ones", async () => {
    const list = filling();
    server.instead.push({ ok: true, value: 0 }, refusal("No answer."));
    await list.run();
    const [, failed] = server.sent;
    expect(utf8Bytes(failed?.body ?? "")).toBeGreaterThan(firstPieceBytes);
    await list.run();
    const [third, fourth] = server.sent.slice(2);
    expect(utf8Bytes(third?.body ?? "")).toBeLessThanOrEqual(firstPieceBytes);
    expect(`${failed?.body}\n`.startsWith(`${third?.body}\n${fourth?.body}\n`)).toBe(true);
    expect(states.at(-1)).toMatchObject({ kind: "done" });
    expect(states.at(-3)).toEqual({ kind: "filling", done: rows, rows });
  });

  it("begins again where the list has lost recipients meanwhile", async () => {
    let isErased = false;
    const erasing = filling(file, {
      send: async (piece) => {
        if (piece.from > 0 && !isErased) isErased = server.has.delete("user-17");
        return server.send(piece);
      },
    });
    await erasing.run();
    expect(server.sent.map(({ from }) => from).filter((from) => from === 0)).toHaveLength(2);
    expect(server.has).toEqual(new Set(ids));
    expect(states.at(-1)).toEqual({ kind: "done", recipients: rows });
  });

  it("gives up beginning again when the list loses recipients each time, and says what to do", async () => {
    // Each answer takes its time, so that pieces stay short.
    let ms = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (ms += 20_000));
    onTestFinished(() => clock.mockRestore());
    let isErasing = true;
    const list = filling(file, {
      send: async (piece) => {
        if (piece.from > 0 && isErasing) server.has.delete("user-17");
        return server.send(piece);
      },
    });
    const begun = () => server.sent.filter(({ from }) => from === 0).length;
    await list.run();
    expect(begun()).toBe(1 + mostBeginnings);
    expect(server.finished).toEqual([]);
    const message = expect.stringMatching(/^Adding began again 5 times, .* Wait until/) as unknown;
    expect(states.at(-1)).toEqual({ kind: "failed", done: 0, rows, message });
    // Each press has as many.
    await list.run();
    expect(begun()).toBe(2 * (1 + mostBeginnings));
    isErasing = false;
    await list.run();
    expect(server.has).toEqual(new Set(ids));
    expect(states.at(-1)).toEqual({ kind: "done", recipients: rows });
  });

  it("releases the file when it begins again, and when it is stopped", async () => {
    const many = watched(
      new Blob([`userid\n${Array.from({ length: 200_000 }, (_, n) => `user-${n}`).join("\n")}\n`]),
    );
    let hasErased = false;
    let most = 0;
    const list: ListFilling = filling(many.file, {
      send: async (piece) => {
        most = Math.max(most, many.open());
        if (piece.from > 0 && hasErased) list.stop();
        else if (piece.from > 0) hasErased = server.has.delete("user-17");
        return server.send(piece);
      },
    });
    await list.run();
    expect(hasErased).toBe(true);
    expect(many.opened()).toBe(2);
    expect(most).toBe(1);
    await expect.poll(many.open).toBe(0);
    expect(server.finished).toEqual([]);
  });

  it("is done once, however often it is asked to go on", async () => {
    const list = filling();
    await Promise.all([list.run(), list.run(), list.run()]);
    expect(server.sent.flatMap(({ body }) => idsIn(body))).toEqual(ids);
    expect(server.finished).toHaveLength(1);
  });

  it("shows and sends nothing more once it was stopped", async () => {
    const list = filling();
    const running = list.run();
    list.stop();
    await running;
    expect(server.finished).toEqual([]);
    expect(states).toEqual([{ kind: "filling", done: 0, rows }]);
  });

  it("never closes a list with a part of a file that could not be read to its end", async () => {
    let isBroken = true;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const breaking = Object.assign(new Blob(), {
      stream: () =>
        new ReadableStream<Uint8Array<ArrayBuffer>>({
          pull(controller) {
            controller.enqueue(bytes);
            if (isBroken) controller.error(new Error("gone"));
            else controller.close();
          },
        }),
    });
    const list = filling(breaking);
    await list.run();
    expect(states.at(-1)).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("The file changed") as unknown,
    });
    await list.run();
    expect(server.finished).toEqual([]);
    isBroken = false;
    await list.run();
    expect([...server.has]).toEqual(ids);
    expect(states.at(-1)).toEqual({ kind: "done", recipients: rows });
  });

  it("never closes a list with a part of a file whose reader failed in another way", async () => {
    let readable = 25_000;
    const breaking = {
      ...mapping,
      get column() {
        readable -= 1;
        if (readable < 0) throw new RangeError("Invalid string length");
        return 0;
      },
    };
    const list = filling(file, { by: breaking });
    await list.run();
    await list.run();
    expect(server.finished).toEqual([]);
    expect(states.at(-1)).toEqual({
      kind: "failed",
      done: 0,
      rows,
      message: "The recipients could not be read to the end.",
    });
    readable = Number.POSITIVE_INFINITY;
    await list.run();
    expect([...server.has]).toEqual(ids);
    expect(states.at(-1)).toEqual({ kind: "done", recipients: rows });
  });

  it("is closed under another name when its own is in use", async () => {
    server.names = [
      { ok: false, problems: [{ pointer: "/name", message: "taken" }] },
      refusal("taken too"),
    ];
    const list = filling();
    await list.run();
    const nameInUse = { kind: "nameInUse", done: rows, rows };
    expect(states.at(-1)).toEqual({ ...nameInUse, isClosing: false });
    expect(await list.finishAs("Second")).toMatchObject({ ok: false });
    expect(states.slice(-2)).toEqual([
      { ...nameInUse, isClosing: true },
      { ...nameInUse, isClosing: false },
    ]);
    expect(await list.finishAs(" Third ")).toEqual({ ok: true, value: rows });
    expect(states.at(-1)).toEqual({ kind: "done", recipients: rows, otherName: "Third" });
  });

  it("says that it is being closed while the server is asked", async () => {
    const wasClosing: boolean[] = [];
    server.names = [{ ok: false, problems: [{ pointer: "/name", message: "taken" }] }];
    const { finish } = server;
    const list = filling(file, {
      finish: async (closed) => {
        wasClosing.push(states.map(isClosing).at(-1) ?? false);
        if (wasClosing.length === 2) throw new TypeError("Failed to fetch");
        return finish(closed);
      },
    });
    await list.run();
    expect(states.map(isClosing).at(-1)).toBe(false);
    expect(await list.finishAs("Second")).toEqual(unanswered);
    expect(states.map(isClosing).at(-1)).toBe(false);
    await list.finishAs("Second");
    expect(wasClosing).toEqual([true, true, true]);
    expect(states.at(-1)).toEqual({ kind: "done", recipients: rows, otherName: "Second" });
  });

  it("says so when the server does not close it, and closes it the next time", async () => {
    server.names = [refusal("The list has no recipients.")];
    const list = filling();
    await list.run();
    expect(states.at(-1)).toEqual({
      kind: "failed",
      done: rows,
      rows,
      message: "The list has no recipients.",
    });
    const { length } = server.sent;
    await list.run();
    expect(server.sent).toHaveLength(length);
    expect(states.at(-1)).toEqual({ kind: "done", recipients: rows });
  });
});
