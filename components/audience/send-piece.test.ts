import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sendPiece } from "./send-piece";

const calls: { url: string; method: string | undefined; body: unknown }[] = [];
/** Has the calls answered in this order; an error breaks the line. */
function answer(...answers: (Response | Error)[]): void {
  vi.stubGlobal("fetch", async (url: string, { method, body, signal }: RequestInit) => {
    calls.push({ url, method, body });
    if (signal?.aborted) throw new DOMException("aborted", "AbortError");
    const next = answers.shift() ?? new Error("no more answers");
    if (next instanceof Error) throw next;
    return next;
  });
}
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const broken = new TypeError("Failed to fetch");

describe("a piece of a file", () => {
  let cancel: AbortController;
  const send = () =>
    sendPiece({ id: "list", from: 4_000, body: '["userid","a"]', signal: cancel.signal });

  beforeEach(() => {
    vi.useFakeTimers();
    cancel = new AbortController();
    calls.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("is sent with its place, and answered with what the list has then", async () => {
    answer(json(200, { recipients: 4_001 }));
    expect(await send()).toEqual({ ok: true, value: 4_001 });
    expect(calls).toEqual([
      { url: "/audiences/list/recipients?from=4000", method: "PUT", body: '["userid","a"]' },
    ]);
  });

  it("is sent again unchanged after a failure on its way", async () => {
    answer(
      broken,
      json(503, { error: "busy" }),
      new Response('{"recip', { status: 200 }),
      json(200, { recipients: 4_001 }),
    );
    const sent = send();
    await vi.runAllTimersAsync();
    expect(await sent).toEqual({ ok: true, value: 4_001 });
    expect(calls).toHaveLength(4);
    expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBe(1);
  });

  it("is given up after some tries", async () => {
    answer(broken, broken, broken, broken, json(200, { recipients: 4_001 }));
    const sent = send();
    await vi.runAllTimersAsync();
    expect(await sent).toMatchObject({
      ok: false,
      problems: [{ message: "No answer from the server. Recipients added so far are saved." }],
    });
    expect(calls).toHaveLength(4);
  });

  it("is not sent again where it was refused", async () => {
    answer(json(409, { error: "A list can have at most 2,000,000 recipients.", problems: [] }));
    expect(await send()).toMatchObject({
      ok: false,
      problems: [{ message: "A list can have at most 2,000,000 recipients." }],
    });
    answer(new Response("<html>", { status: 413 }));
    expect(await send()).toMatchObject({
      ok: false,
      problems: [{ message: "The server did not accept the recipients (status 413)." }],
    });
    expect(calls).toHaveLength(2);
  });

  it("is not sent again once it was cancelled", async () => {
    answer(broken, json(200, { recipients: 4_001 }));
    const sent = send();
    await vi.advanceTimersByTimeAsync(100);
    cancel.abort();
    await vi.runAllTimersAsync();
    expect(await sent).toMatchObject({ ok: false });
    expect(calls).toHaveLength(1);
  });
});
