import fc from "fast-check";
import { expect, it } from "vitest";
import { begun, Clock, FakeServer, sendableKind, type Line } from "../testing";
import { FakeEditor } from "./testing";

const who = fc.nat(1);
const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("type" as const),
      who,
      field: fc.constantFrom("title", "text"),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      who,
      ms: fc.constantFrom(0, 50, 300, 1_300, 4_000, 12_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("send" as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "undo order",
        "release",
        "reload",
        "changed",
        "online",
        "offline",
        "leave",
        "fork",
        "take",
        "dismiss",
      ),
      who,
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const line: fc.Arbitrary<Line> = fc.record({
  callMs: fc.constantFrom(10, 200, 4_000),
  answerMs: fc.constantFrom(10, 200, 4_000),
  isLost: fc.constantFrom("no", "no", "call", "answer"),
});
const good: Line = { callMs: 10, answerMs: 10, isLost: "no" };

/**
 * A request that a user of an editor intends to send: a second press of the same is the same intent
 * until the first is answered.
 */
interface Intent {
  editor: FakeEditor;
  request: string;
  isOpen: boolean;
  isUndone: boolean;
}

/** Two editors of one campaign that send it, and what went wrong. */
class Run {
  readonly wrong: string[] = [];
  readonly #clock = new Clock();
  readonly #kind = sendableKind();
  readonly #server = new FakeServer({ ...begun, nonce: "nonce 0" }, this.#clock);
  readonly #editors: readonly [FakeEditor, FakeEditor];
  readonly #intents: Intent[] = [];
  readonly #heard = new Map<FakeEditor, number>();
  #isHealed = false;
  #values = 0;

  /** @param isNew Ann writes a campaign of her own, which the server does not have yet */
  constructor(lines: readonly Line[], isNew: boolean) {
    let calls = 0;
    const next = () => (this.#isHealed ? good : (lines[calls++ % lines.length] ?? good));
    const editor = (name: string, isNew: boolean) =>
      new FakeEditor(name, this.#server, this.#clock, next, this.#kind, isNew);
    this.#editors = [editor("Ann", isNew), editor("Bob", false)];
  }

  do(one: Action): void {
    const editor = this.#editors[one.who === 0 ? 0 : 1];
    switch (one.do) {
      case "wait":
        this.#clock.pass(one.ms);
        break;
      case "type":
        editor.type(one.field, `${editor.name} ${++this.#values}`);
        break;
      case "send":
        this.#send(editor);
        break;
      case "undo order":
      case "release":
      case "changed":
      case "dismiss":
        editor.do({ kind: one.do });
        break;
      case "fork":
        // Who knows that it was sent, and goes on with a copy, means another message.
        if (editor.document.stop?.kind === "gone") this.#close(editor);
        editor.do({ kind: "fork" });
        break;
      case "reload":
        // The page has said that it is being sent: the same again is another message.
        if (
          editor.document.sending.kind === "undoable" ||
          editor.document.sending.kind === "leaving"
        )
          this.#close(editor);
        editor.reload();
        break;
      case "offline":
        editor.isOffline = true;
        break;
      case "online":
        editor.isOffline = false;
        editor.do({ kind: "online" });
        break;
      case "take":
        editor.do({ kind: "take", which: "mine" });
        break;
      case "leave":
        editor.do({ kind: "leave" });
        editor.do({ kind: "enter" });
    }
    this.#hear();
    if (this.#kind.text(editor.form) !== this.#kind.text(editor.document.content))
      this.wrong.push("the form shows another content than the document has");
  }

  /** The line is good from now on, and every send ends. */
  heal(): void {
    this.#isHealed = true;
    for (const editor of this.#editors) editor.isOffline = false;
    this.#clock.pass(180_000);
    this.#hear();
  }

  checkOutcome(): string[] {
    for (const { name, isSending } of this.#editors)
      if (isSending) this.wrong.push(`${name} still waits for the end of a send`);
    const sent = (request: string) => this.#server.messages.filter((one) => one === request).length;
    for (const request of new Set([
      ...this.#server.messages,
      ...this.#intents.map((one) => one.request),
    ])) {
      const intendedCount = this.#intents.filter(
        (one) => one.request === request && !one.isUndone,
      ).length;
      if (sent(request) > intendedCount)
        this.wrong.push(
          `${request} was sent ${sent(request)} times and meant ${intendedCount} times`,
        );
    }
    for (const { reports } of this.#editors)
      for (const { kind, order } of reports)
        if (kind === "left" && sent(order.request) === 0)
          this.wrong.push(`${order.request} was never sent, and an editor says so`);
    return this.wrong;
  }

  #send(editor: FakeEditor): void {
    const request = editor.send();
    if (request === undefined) return;
    const former = this.#intents.findLast((one) => one.editor === editor);
    if (former?.isOpen === true && former.request === request) return;
    this.#intents.push({ editor, request, isOpen: true, isUndone: false });
  }

  #close(editor: FakeEditor): void {
    for (const intent of this.#intents) if (intent.editor === editor) intent.isOpen = false;
  }

  /** What the editors say of their sends. */
  #hear(): void {
    for (const editor of this.#editors) {
      for (const { kind, order } of editor.reports.slice(this.#heard.get(editor) ?? 0)) {
        const intent = this.#intents.findLast(
          (one) => one.editor === editor && one.request === order.request && one.isOpen,
        );
        if (!intent || kind === "not undone") continue;
        intent.isOpen = false;
        intent.isUndone = kind === "undone";
      }
      this.#heard.set(editor, editor.reports.length);
    }
  }
}

it("sends nothing twice and nothing that was undone, on any connection", () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.array(action, { maxLength: 30 }),
      fc.array(line, { minLength: 1, maxLength: 12 }),
      (isNew, actions, lines) => {
        const run = new Run(lines, isNew);
        for (const one of actions) run.do(one);
        run.heal();
        expect(run.checkOutcome()).toEqual([]);
      },
    ),
    { numRuns: 3_000 },
  );
});
