import fc from "fast-check";
import { expect, it } from "vitest";
import { begun, Clock, FakeServer, type Line } from "../testing";
import { FakeEditor } from "./testing";

const fields = ["title", "text", "image"] as const;

const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("type" as const),
      who: fc.nat(1),
      field: fc.constantFrom(...fields),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      who: fc.nat(1),
      ms: fc.constantFrom(0, 50, 300, 1_300, 6_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "reload" as const,
        "changed" as const,
        "online" as const,
        "offline" as const,
        "undo" as const,
        "leave" as const,
      ),
      who: fc.nat(1),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("take" as const),
      who: fc.nat(1),
      which: fc.constantFrom("mine" as const, "theirs" as const, "both" as const),
    }),
  },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const line: fc.Arbitrary<Line> = fc.record({
  callMs: fc.constantFrom(10, 200, 3_000),
  answerMs: fc.constantFrom(10, 200, 3_000),
  isLost: fc.constantFrom("no", "no", "no", "call", "answer"),
});
const good: Line = { callMs: 10, answerMs: 10, isLost: "no" };

/** Two editors of one document, what they typed, and what went wrong. */
class Run {
  readonly wrong: string[] = [];
  readonly #clock = new Clock();
  readonly #server = new FakeServer(begun, this.#clock);
  readonly #editors: readonly [FakeEditor, FakeEditor];
  /** What each typed last into each field. */
  readonly #typed = new Map<string, { field: string; value: string }>();
  /** What a user may have given up, by undo or by a choice. */
  readonly #givenUp = new Set<string>();
  #isUndone = false;
  #isHealed = false;
  #values = 0;

  constructor(lines: readonly Line[]) {
    let calls = 0;
    const next = () => (this.#isHealed ? good : (lines[calls++ % lines.length] ?? good));
    const editor = (name: string) => new FakeEditor(name, this.#server, this.#clock, next);
    this.#editors = [editor("Ann"), editor("Bob")];
  }

  do(one: Action): void {
    const editor = this.#editors[one.who === 0 ? 0 : 1];
    switch (one.do) {
      case "wait":
        this.#clock.pass(one.ms);
        break;
      case "type": {
        const value = `${editor.name} ${++this.#values}`;
        this.#typed.set(`${editor.name} ${one.field}`, { field: one.field, value });
        editor.type(one.field, value);
        break;
      }
      case "reload":
        editor.reload();
        break;
      case "offline":
        editor.isOffline = true;
        break;
      case "online":
        editor.isOffline = false;
        editor.do({ kind: "online" });
        break;
      case "undo":
        this.#isUndone = true;
        this.#giveUp();
        editor.do({ kind: "undo" });
        break;
      case "take":
        this.#take(editor, one.which);
        break;
      case "leave":
        editor.do({ kind: "leave" });
        editor.do({ kind: "enter" });
        break;
      case "changed":
        editor.do({ kind: "changed" });
    }
    if (JSON.stringify(editor.form) !== JSON.stringify(editor.document.content))
      this.wrong.push("the form shows another content than the document has");
    if (editor.mostUnderWay > 1) this.wrong.push("two saves are under way at once");
  }

  /** The line is good from now on, and each conflict is decided. */
  heal(): void {
    this.#isHealed = true;
    for (let cycle = 0; cycle < 12; cycle += 1)
      for (const editor of this.#editors) {
        editor.isOffline = false;
        editor.do({ kind: "online" });
        this.#clock.pass(20_000);
        editor.do({ kind: "changed" });
        this.#clock.pass(20_000);
        this.#take(editor, "both");
        this.#clock.pass(20_000);
      }
  }

  checkOutcome(): string[] {
    const final = this.#server.stored.content ?? {};
    for (const { name, isSettled, document, tabCopy } of this.#editors) {
      if (!isSettled) this.wrong.push(`something of ${name}'s is not saved`);
      if (JSON.stringify(document.content) !== JSON.stringify(final))
        this.wrong.push(`${name} sees another content than the server has`);
      if (tabCopy) this.wrong.push(`the tab of ${name} still stores something`);
    }
    const typed = [...this.#typed.values()];
    const ever = this.#server.history.join("\n");
    for (const { field, value } of typed) {
      const isAlone = typed.filter((other) => other.field === field).length === 1;
      const isThere = final[field] === value;
      // The other editor may have replaced a value that was stored.
      const isAccounted =
        isThere || this.#givenUp.has(value) || (!isAlone && ever.includes(JSON.stringify(value)));
      if (!isAccounted) this.wrong.push(`${value} in ${field} is lost`);
    }
    for (const { by, value } of this.#server.replaced)
      if (!this.#editors.some(({ name, seen }) => name === by && seen.has(value)))
        this.wrong.push(`${by} replaced ${value} unseen`);
    const isShared = fields.some((field) => typed.filter((one) => one.field === field).length > 1);
    const conflicts = this.#editors.reduce((sum, editor) => sum + editor.conflicts, 0);
    if (!isShared && !this.#isUndone && conflicts > 0)
      this.wrong.push("a conflict between different fields");
    return this.wrong;
  }

  #take(editor: FakeEditor, which: "mine" | "theirs" | "both"): void {
    if (editor.document.stop) this.#giveUp();
    editor.do({ kind: "take", which });
  }

  #giveUp(): void {
    for (const { value } of this.#typed.values()) this.#givenUp.add(value);
  }
}

it("loses no keystroke between two editors, on any connection", () => {
  fc.assert(
    fc.property(
      fc.array(action, { maxLength: 30 }),
      fc.array(line, { minLength: 1, maxLength: 12 }),
      (actions, lines) => {
        const run = new Run(lines);
        for (const one of actions) run.do(one);
        run.heal();
        expect(run.checkOutcome()).toEqual([]);
      },
    ),
    { numRuns: 3_000 },
  );
});
