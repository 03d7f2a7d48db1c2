import { describe, expect, it } from "vitest";
import { newDocument, openDocument, type Document } from "./document";
import type { EditorEvent, Effect } from "./events";
import { reduce } from "./reduce";
import { begun, sendableKind, type Fields } from "./testing";

const kind = sendableKind();
const content = { ...begun, title: "A", nonce: "first" };
const opened = () => newDocument<Fields>(content, { id: "one", revision: 1 });
const press = (title = "A"): EditorEvent<Fields> => ({
  kind: "order",
  content: { ...content, title },
  body: `send ${title}`,
  request: title,
  recipients: 3,
  templateVersion: undefined,
  listRevision: null,
});
const ordered = { kind: "ordered", campaignId: "one", undoMs: 10_000, at: 5_000 } as const;
const refused = (isSpent: boolean): EditorEvent<Fields> => ({
  kind: "order refused",
  refusal: { problems: [], obstacle: "Not now.", isOutdated: false, isSpent },
});
const progress = (state: string, revision = 1): EditorEvent<Fields> => ({
  kind: "progress",
  of: "one",
  progress: {
    state,
    revision,
    undoMs: 0,
    requests: 1,
    transid: "t",
    problem: state === "failed" ? "No app." : null,
  },
});

function after(
  document: Document<Fields>,
  ...events: EditorEvent<Fields>[]
): [Document<Fields>, readonly Effect<Fields>[]] {
  return events.reduce<[Document<Fields>, readonly Effect<Fields>[]]>(
    ([from], event) => [...reduce(kind, from, event)],
    [document, []],
  );
}
const timed = (effects: readonly Effect<Fields>[]) =>
  effects.flatMap((one) => (one.kind === "wait" ? [[one.timer, one.ms]] : []));
const one = <K extends Effect<Fields>["kind"]>(effects: readonly Effect<Fields>[], effectKind: K) =>
  effects.find(
    (effect): effect is Extract<Effect<Fields>, { kind: K }> => effect.kind === effectKind,
  );
const edit = (title: string): EditorEvent<Fields> => ({
  kind: "edit",
  edits: [{ path: "title", value: title }],
});

describe("a send", () => {
  it("goes out with the revision and the nonce of its document, and is followed to its end", () => {
    const [sending, out] = after(opened(), press());
    expect(one(out, "order")).toMatchObject({
      id: "one",
      revision: 1,
      order: { nonce: "first", request: "A", recipients: 3 },
    });
    const [undoable, waits] = after(sending, ordered);
    expect(undoable.sending).toMatchObject({ kind: "undoable", undoUntil: 15_000 });
    expect(timed(waits)).toEqual([["undo", 10_000]]);
    const [leaving] = after(undoable, { kind: "elapsed", timer: "undo" });
    const [polling, poll] = after(leaving, { kind: "elapsed", timer: "poll" });
    expect(one(poll, "poll")).toEqual({ kind: "poll", campaignId: "one" });
    const [next, end] = after(polling, edit("next"), progress("sent"));
    expect(next).toMatchObject({
      id: null,
      revision: 0,
      content: { title: "next" },
      base: { title: "A" },
    });
    expect(next.sending).toMatchObject({ kind: "sent", isResting: true });
    expect(one(end, "report")).toMatchObject({ report: { kind: "left" }, isLeft: false });
    expect(next.content["nonce"]).not.toBe("first");
  });

  it("waits for the save under way, for a first one three seconds at most", () => {
    const saving = after(opened(), edit("B"), { kind: "elapsed", timer: "save" })[0];
    const [waiting, effects] = after(saving, press("B"));
    expect(timed(effects)).toEqual([["settle", 30_000]]);
    const unstored = after(
      newDocument<Fields>(content, undefined),
      edit("B"),
      { kind: "elapsed", timer: "save" },
      press("B"),
    );
    expect(timed(unstored[1])).toEqual([["settle", 3_000]]);
    expect(one(effects, "order")).toBeUndefined();
    expect(
      one(after(waiting, { kind: "saved", id: "one", revision: 2, at: 1 })[1], "order"),
    ).toMatchObject({ revision: 2 });
    expect(one(after(waiting, { kind: "elapsed", timer: "settle" })[1], "order")).toMatchObject({
      revision: 1,
    });
    expect(one(after(waiting, { kind: "lost", why: "No connection" })[1], "order")).toMatchObject({
      revision: 1,
    });
  });

  it("does not go out merged with another editor's version unseen by the user", () => {
    const theirs = { revision: 2, by: "Bo", text: "theirs", content: { ...content, text: "Bo's" } };
    const waiting = after(opened(), edit("B"), { kind: "elapsed", timer: "save" }, press("B"))[0];
    const [sending, effects] = after(waiting, { kind: "conflict", theirs, at: 1 });
    expect(one(effects, "order")).toMatchObject({ revision: 1 });
    expect(sending.stop).toMatchObject({ kind: "conflict" });
  });

  it("that was refused asks the server for its version, so that another editor's is shown", () => {
    expect(one(after(opened(), press(), refused(false))[1], "find")).toEqual({
      kind: "find",
      id: "one",
      revision: 1,
    });
  });

  it("saves and follows nothing while it is under way", () => {
    const [sending] = after(opened(), press());
    for (const event of [
      { kind: "elapsed", timer: "save" },
      { kind: "online" },
      { kind: "flush" },
      { kind: "changed" },
    ] as const)
      expect(after(sending, edit("B"), event)[1]).toEqual([]);
  });

  it("ignores a second press until it has ended and the button has rested", () => {
    const [sending] = after(opened(), press());
    expect(after(sending, press())[0]).toBe(sending);
    const [undoable] = after(sending, ordered);
    expect(after(undoable, press())[0]).toBe(undoable);
    const [leaving] = after(undoable, { kind: "release" });
    expect(after(leaving, press())[0]).toBe(leaving);
    const [sent] = after(leaving, progress("sent"));
    expect(after(sent, press())[0]).toBe(sent);
    const [rested] = after(sent, { kind: "elapsed", timer: "press" });
    expect(one(after(rested, press())[1], "order")).toMatchObject({ id: null });
  });

  it("has the nonce of the last try for the same body alone", () => {
    const [broken, effects] = after(opened(), press(), { kind: "order lost" });
    expect(broken.sending).toEqual({ kind: "broken" });
    const again = one(after(broken, press())[1], "order");
    expect(again?.order.nonce).toBe("first");
    expect(one(after(broken, edit("B"), press("B"))[1], "order")?.order.nonce).not.toBe("first");
    const tabCopy = one(effects, "keep")?.tabCopy;
    const reloaded = openDocument(
      kind,
      { id: "one", revision: 1, text: "" },
      { ...content, nonce: "first" },
      tabCopy,
    );
    expect(one(after(reloaded, edit("B"), press("B"))[1], "order")?.order.nonce).not.toBe("first");
    expect(one(after(reloaded, press())[1], "order")?.order.nonce).toBe("first");
  });

  it("has a new nonce after one that an undone send used up, and keeps it after any other refusal", () => {
    const nonceAfter = (isSpent: boolean) =>
      one(after(opened(), press(), refused(isSpent), press())[1], "order")?.order.nonce;
    expect(nonceAfter(false)).toBe("first");
    expect(nonceAfter(true)).not.toBe("first");
  });

  it("that did not go out is no longer spoken of once the content is another one, or the user closes it", () => {
    const [document] = after(opened(), press(), refused(false));
    expect(document.sending.kind).toBe("refused");
    expect(after(document, edit("A"))[0].sending.kind).toBe("refused");
    expect(after(document, edit("B"))[0].sending.kind).toBe("idle");
    expect(after(document, { kind: "dismiss" })[0].sending.kind).toBe("idle");
    const [sending] = after(opened(), press());
    expect(after(sending, { kind: "dismiss" })[0]).toBe(sending);
  });

  it("that is undone is a draft again, with what was typed since", () => {
    const [undoing, effects] = after(opened(), press(), ordered, edit("more"), {
      kind: "undo order",
    });
    expect(one(effects, "undo order")).toEqual({ kind: "undo order", campaignId: "one" });
    expect(after(undoing, { kind: "undo order" })[1]).toEqual([]);
    const [draft, end] = after(undoing, { kind: "undone", id: "one", revision: 3 });
    expect(draft).toMatchObject({
      id: "one",
      revision: 3,
      content: { title: "more" },
      base: { title: "A" },
      sending: { kind: "idle" },
    });
    expect(one(end, "report")?.report.kind).toBe("undone");
    expect(timed(end)).toEqual([
      ["keep", undefined],
      ["save", undefined],
    ]);
    expect(draft.content["nonce"]).not.toBe("first");
    // Undone from another tab.
    const [elsewhere] = after(
      opened(),
      press(),
      ordered,
      { kind: "release" },
      progress("draft", 7),
    );
    expect(elsewhere).toMatchObject({ id: "one", revision: 7, sending: { kind: "idle" } });
  });

  it("asks the server for an undo that comes late, too", () => {
    const [leaving] = after(opened(), press(), ordered, { kind: "elapsed", timer: "undo" });
    expect(one(after(leaving, { kind: "undo order" })[1], "undo order")).toEqual({
      kind: "undo order",
      campaignId: "one",
    });
  });

  it("stores in the tab what is written after the server has the order, and nothing else", () => {
    const fresh = newDocument<Fields>({ ...begun, nonce: "first" }, undefined);
    const sending = after(fresh, edit("A"), press("A"))[0];
    const [undoable, effects] = after(sending, ordered);
    expect(one(effects, "forget")).toBeDefined();
    expect(one(after(undoable, { kind: "hide" })[1], "forget")).toBeDefined();
    expect(
      one(after(undoable, edit("more"), { kind: "hide" })[1], "keep")?.tabCopy.content["title"],
    ).toBe("more");
  });

  it("that could not be undone goes on, and says why", () => {
    const [document, effects] = after(
      opened(),
      press(),
      ordered,
      { kind: "undo order" },
      { kind: "not undone", why: "Too late." },
    );
    expect(document.sending).toMatchObject({ kind: "undoable", isUndoing: false });
    expect(one(effects, "report")).toMatchObject({
      report: { kind: "not undone", why: "Too late." },
    });
  });

  it("is polled less and less often, for a minute at most", () => {
    let document = after(opened(), press(), ordered, { kind: "release" })[0];
    const pauses: unknown[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      document = after(document, { kind: "elapsed", timer: "poll" })[0];
      const [next, waits] = after(document, progress("sending"));
      document = next;
      pauses.push(timed(waits)[0]?.[1]);
    }
    expect(pauses).toEqual([150, 225, 337.5, 506.25]);
    const silent = Array.from({ length: 6 }).reduce<EditorEvent<Fields>[]>(
      (polls) => [...polls, { kind: "elapsed", timer: "poll" }],
      [],
    );
    const [waiting, effects] = after(opened(), press(), ordered, { kind: "release" }, ...silent);
    expect(timed(effects)).toEqual([["poll", 10_000]]);
    expect(waiting.sending.kind).toBe("leaving");
    expect(after(waiting, { kind: "elapsed", timer: "poll" })[0].sending).toMatchObject({
      kind: "sent",
      progress: undefined,
    });
  });

  it("that failed says why, and its content goes on as another document", () => {
    const [failed, effects] = after(
      opened(),
      press(),
      ordered,
      { kind: "release" },
      progress("failed"),
    );
    expect(failed.sending).toEqual({ kind: "failed", campaignId: "one", problem: "No app." });
    expect(failed.id).toBeNull();
    expect(one(effects, "report")?.report.kind).toBe("failed");
  });

  it("offers to undo on the next page where the editor was left, before or after the answer", () => {
    const [left, effects] = after(opened(), press(), ordered, { kind: "leave" });
    expect(one(effects, "offer undo")?.order.request).toBe("A");
    // Starting over leaves the document, and its page is left once more.
    expect(one(after(left, { kind: "leave" })[1], "offer undo")).toBeUndefined();
    expect(
      one(
        after(left, { kind: "undo order" }, { kind: "undone", id: "one", revision: 2 })[1],
        "report",
      )?.isLeft,
    ).toBe(true);
    expect(
      one(after(opened(), press(), { kind: "leave" }, ordered)[1], "offer undo")?.order.request,
    ).toBe("A");
    expect(one(after(opened(), press(), ordered)[1], "offer undo")).toBeUndefined();
  });

  it("is refused to a document that is gone, which goes on as another one under a nonce of its own", () => {
    const [gone] = after(
      opened(),
      { kind: "changed" },
      { kind: "found", of: "one", theirs: { state: "sent" }, at: 1 },
    );
    expect(after(gone, press())[0]).toBe(gone);
    expect(after(opened(), { kind: "fork" })[1]).toEqual([]);
    const [forked] = after(
      gone,
      { kind: "fork" },
      { kind: "saved", id: "two", revision: 1, at: 1 },
    );
    expect(one(after(forked, press())[1], "order")).toMatchObject({ id: "two" });
    expect(one(after(forked, press())[1], "order")?.order.nonce).not.toBe("first");
  });
});
