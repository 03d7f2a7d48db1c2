import { isDue, newDocument, openDocument, type Document, type Kept, type Kind, type Stored } from "./document";
import type { EditorEvent, Effect, Timer } from "./events";
import { reduce } from "./reduce";

/** A content of a few fields, each a text. */
export type Fields = Readonly<Record<string, string>>;

/** The smallest kind of document: an in-app message, say. */
export const fieldsKind: Kind<Fields> = {
  text: (content) => JSON.stringify(Object.entries(content).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  write: (content) => JSON.stringify(content),
  merge: (base, mine, theirs) => {
    const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
    const isTheirs = (name: string) => theirs[name] !== base[name] && theirs[name] !== mine[name];
    const both = names.filter((name) => isTheirs(name) && mine[name] !== base[name]);
    const taken = names.filter((name) => isTheirs(name) && !both.includes(name));
    const content = Object.fromEntries(names.map((name) => [name, (taken.includes(name) ? theirs : mine)[name] ?? ""]));
    return { content, theirs: taken, both };
  },
  refuse: () => undefined,
  restore: (content) => content,
  next: (content) => content,
};

/** Milliseconds until a timer elapses, as an editor in a browser has them. */
const waits: Record<Timer, number> = { rest: 500, keep: 250, save: 1_200, retry: 5_000 };

/** Runs what is due at points of time, in their order. */
export class Clock {
  now = 0;
  readonly #due: { at: number; run: () => void }[] = [];
  in(ms: number, run: () => void): { stop: () => void } {
    const one = { at: this.now + ms, run };
    this.#due.push(one);
    return { stop: () => void this.#due.splice(0, this.#due.length, ...this.#due.filter((other) => other !== one)) };
  }
  /** Goes on until `ms` have passed. */
  pass(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const next = this.#due.filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at)[0];
      if (!next) break;
      this.#due.splice(this.#due.indexOf(next), 1);
      this.now = next.at;
      next.run();
    }
    this.now = until;
  }
}

/** What becomes of a call: it arrives or not, and so does its answer, after a delay each. */
export interface Line {
  there: number;
  back: number;
  isLost: "no" | "call" | "answer";
}

/** A server that stores one document, each version under the next revision. */
export class FakeServer {
  stored: Stored<Fields>;
  readonly history: string[] = [];
  /** Values that a save replaced, and who saved. */
  readonly replaced: { by: string; value: string }[] = [];
  constructor(content: Fields) {
    this.stored = { revision: 1, by: "nobody", text: fieldsKind.write(content), content };
  }
  save(by: string, revision: number, content: Fields): { kind: "saved"; revision: number } | { kind: "conflict"; theirs: Stored<Fields> } {
    const text = fieldsKind.write(content);
    // The same once more: its first answer was lost.
    if (text === this.stored.text) return { kind: "saved", revision: this.stored.revision };
    if (revision !== this.stored.revision) return { kind: "conflict", theirs: this.stored };
    for (const [name, value] of Object.entries(this.stored.content ?? {})) if (content[name] !== value) this.replaced.push({ by, value });
    this.stored = { revision: revision + 1, by, text, content };
    this.history.push(text);
    return { kind: "saved", revision: revision + 1 };
  }
}

/** An editor of one document without a page: what is typed goes in, the form, the tab's memory and the server come out. */
export class FakeEditor {
  document: Document<Fields>;
  form: Fields;
  kept: Kept<Fields> | undefined;
  announced: string[] = [];
  conflicts = 0;
  /** Values that its form or a conflict has shown to its user. */
  readonly seen = new Set<string>();
  isOffline = false;
  #underWay = 0;
  mostUnderWay = 0;
  #timers: Partial<Record<Timer, { stop: () => void }>> = {};
  #page = 0;

  readonly name: string;
  readonly server: FakeServer;
  readonly clock: Clock;
  readonly line: () => Line;

  constructor(name: string, server: FakeServer, clock: Clock, line: () => Line) {
    this.name = name;
    this.server = server;
    this.clock = clock;
    this.line = line;
    this.document = newDocument(server.stored.content ?? {}, { id: "one", revision: server.stored.revision });
    this.form = this.document.content;
    this.#see(this.form);
  }

  type(name: string, value: string): void {
    this.#show({ ...this.form, [name]: value });
    this.do({ kind: "edit", content: this.form });
  }

  do(event: EditorEvent<Fields>): void {
    const [document, effects] = reduce(fieldsKind, this.document, event);
    if (document.stop?.kind === "conflict" && document.stop !== this.document.stop) {
      this.conflicts += 1;
      this.#see(document.stop.theirs.content ?? {});
    }
    this.document = document;
    for (const effect of effects) this.#run(effect);
  }

  /** Loads the page again. What was under way goes on; its answer reaches nobody. */
  reload(): void {
    this.do({ kind: "hide" });
    this.#page += 1;
    for (const timer of Object.values(this.#timers)) timer.stop();
    this.#timers = {};
    const { revision, text, content } = this.server.stored;
    this.#underWay = 0;
    this.document = openDocument(fieldsKind, { id: "one", revision, text }, content ?? {}, this.kept);
    this.#show(this.document.content);
    this.do({ kind: "enter" });
  }

  #show(content: Fields): void {
    this.form = content;
    this.#see(content);
  }

  #see(content: Fields): void {
    for (const value of Object.values(content)) this.seen.add(value);
  }

  get isSettled(): boolean {
    return this.document.saving === undefined && !isDue(fieldsKind, this.document);
  }

  #run(effect: Effect<Fields>): void {
    switch (effect.kind) {
      case "keep":
        this.kept = effect.kept;
        return;
      case "forget":
        this.kept = undefined;
        return;
      case "wait":
        this.#timers[effect.timer]?.stop();
        this.#timers[effect.timer] = this.clock.in(waits[effect.timer], () => this.do({ kind: "elapsed", timer: effect.timer }));
        return;
      case "stop":
        this.#timers[effect.timer]?.stop();
        return;
      case "show":
        return this.#show(effect.content);
      case "announce":
        this.announced.push(...effect.fields);
        return;
      case "save":
        this.#underWay += 1;
        this.mostUnderWay = Math.max(this.mostUnderWay, this.#underWay);
        return this.#call(
          () => this.server.save(this.name, effect.revision, effect.content),
          (answer) => {
            this.#underWay -= 1;
            if (answer === undefined) this.do({ kind: "lost", why: "No connection" });
            else if (answer.kind === "saved") this.do({ kind: "saved", id: "one", revision: answer.revision, at: this.clock.now });
            else this.do({ ...answer, at: this.clock.now });
          },
        );
      case "find":
        return this.#call(
          () => this.server.stored,
          (theirs) => theirs && this.do({ kind: "found", of: effect.id, theirs, at: this.clock.now }),
        );
      case "belong":
      case "reload":
    }
  }

  #call<T>(run: () => T, answer: (value: T | undefined) => void): void {
    const { there, back, isLost } = this.isOffline ? { there: 1, back: 1, isLost: "call" as const } : this.line();
    const page = this.#page;
    const hear = (value: T | undefined) => this.clock.in(back, () => page === this.#page && answer(value));
    this.clock.in(there, () => {
      if (isLost === "call") return void hear(undefined);
      const value = run();
      hear(isLost === "answer" ? undefined : value);
    });
  }
}
