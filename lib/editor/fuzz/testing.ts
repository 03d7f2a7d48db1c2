import {
  isDue,
  newDocument,
  openDocument,
  type Document,
  type TabCopy,
  type Kind,
} from "../document";
import type { EditorEvent, Effect, Timer } from "../events";
import { isOrdering, type Report } from "../order";
import { reduce } from "../reduce";
import { begun, fieldsKind, type Clock, type FakeServer, type Fields, type Line } from "../testing";

/** Milliseconds until a timer elapses, as an editor in a browser has them. */
const waits: Partial<Record<Timer, number>> = {
  rest: 500,
  keep: 250,
  save: 1_200,
  retry: 5_000,
  press: 1_500,
};

/**
 * An editor of one document without a page: what is typed goes in, the form, the tab's memory and
 * the server come out.
 */
export class FakeEditor {
  document: Document<Fields>;
  form: Fields;
  /** What the tab stores, by the id of its document. */
  readonly memory = new Map<string | null, TabCopy<Fields>>();
  #belongsTo: string | null = "one";
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
  readonly kind: Kind<Fields>;
  /** How sends ended. */
  readonly reports: Report<Fields>[] = [];

  constructor(
    name: string,
    server: FakeServer,
    clock: Clock,
    line: () => Line,
    kind: Kind<Fields> = fieldsKind,
    isNew = false,
  ) {
    this.kind = kind;
    this.name = name;
    this.server = server;
    this.clock = clock;
    this.line = line;
    const { stored } = server;
    this.document = isNew
      ? newDocument(this.#empty(), undefined)
      : newDocument(stored.content ?? {}, { id: "one", revision: stored.revision });
    this.#belongsTo = this.document.id;
    this.form = this.document.content;
    this.#see(this.form);
  }

  type(name: string, value: string): void {
    this.#show({ ...this.form, [name]: value });
    this.do({ kind: "edit", edits: [{ path: name, value }] });
  }

  /** Presses Send, and confirms. Returns the request; undefined where the press is ignored. */
  send(): string | undefined {
    const content = this.form;
    const request = this.kind.text(content);
    const before = this.document.sending;
    this.do({
      kind: "order",
      content,
      body: request,
      request,
      recipients: 1,
      templateVersion: undefined,
      listRevision: null,
    });
    return this.document.sending === before ? undefined : request;
  }

  get isSending(): boolean {
    return isOrdering(this.document.sending);
  }

  do(event: EditorEvent<Fields>): void {
    const [document, effects] = reduce(this.kind, this.document, event);
    if (document.stop?.kind === "conflict" && document.stop !== this.document.stop) {
      this.conflicts += 1;
      this.#see(document.stop.theirs.content ?? {});
    }
    this.document = document;
    for (const effect of effects) this.#run(effect);
  }

  /** Loads the page again. What was under way goes on; its answer is dropped. */
  reload(): void {
    this.do({ kind: "hide" });
    this.#page += 1;
    for (const timer of Object.values(this.#timers)) timer.stop();
    this.#timers = {};
    this.#underWay = 0;
    const { id } = this.document;
    const row = id === null ? undefined : this.server.rows.get(id);
    const stored =
      row && id !== null ? { id, revision: row.stored.revision, text: row.stored.text } : undefined;
    this.document = openDocument(
      this.kind,
      stored,
      row?.stored.content ?? this.#empty(),
      this.tabCopy,
    );
    this.#show(this.document.content);
    this.do({ kind: "enter" });
    // What is no draft any longer is not edited.
    if (row && row.state !== "draft")
      this.do({ kind: "found", of: id ?? "", theirs: { state: row.state }, at: this.clock.now });
  }

  #empty(): Fields {
    const { sends } = this.kind;
    return { ...begun, ...(sends && { nonce: sends.fresh() }) };
  }

  #show(content: Fields): void {
    this.form = content;
    this.#see(content);
  }

  #see(content: Fields): void {
    for (const value of Object.values(content)) this.seen.add(value);
  }

  get tabCopy(): TabCopy<Fields> | undefined {
    return this.memory.get(this.#belongsTo);
  }

  get isSettled(): boolean {
    return this.document.saving === undefined && !isDue(this.kind, this.document);
  }

  #run(effect: Effect<Fields>): void {
    switch (effect.kind) {
      case "keep":
        this.memory.set(this.#belongsTo, effect.tabCopy);
        return;
      case "forget":
        this.memory.delete(this.#belongsTo);
        return;
      case "wait":
        this.#timers[effect.timer]?.stop();
        this.#timers[effect.timer] = this.clock.in(effect.ms ?? waits[effect.timer] ?? 0, () =>
          this.do({ kind: "elapsed", timer: effect.timer }),
        );
        return;
      case "stop":
        this.#timers[effect.timer]?.stop();
        return;
      case "show":
        return this.#show(
          effect.paths ? { ...this.form, ...partOf(effect.content, effect.paths) } : effect.content,
        );
      case "announce":
        this.announced.push(...effect.fields);
        return;
      case "save":
        this.#underWay += 1;
        this.mostUnderWay = Math.max(this.mostUnderWay, this.#underWay);
        return this.#call(
          () => this.server.save(this.name, effect.id, effect.revision, effect.content),
          (answer) => {
            this.#underWay -= 1;
            if (answer === undefined) this.do({ kind: "lost", why: "No connection" });
            else this.do(answer.kind === "gone" ? answer : { ...answer, at: this.clock.now });
          },
        );
      case "find":
        return this.#call(
          () => this.server.find(effect.id),
          (theirs) =>
            theirs && this.do({ kind: "found", of: effect.id, theirs, at: this.clock.now }),
        );
      case "order":
        return this.#call(
          () => this.server.order(this.name, effect.id, effect.revision, effect.order),
          (answer) => {
            if (answer === undefined) this.do({ kind: "order lost" });
            else this.do(answer.kind === "ordered" ? { ...answer, at: this.clock.now } : answer);
          },
        );
      case "undo order":
        return this.#call(
          () => ({ draft: this.server.undo(effect.campaignId) }),
          (answer) =>
            this.do(
              answer?.draft
                ? { kind: "undone", ...answer.draft }
                : { kind: "not undone", why: "Too late." },
            ),
        );
      case "release":
        return this.#call(
          () => this.server.release(effect.campaignId),
          () => undefined,
        );
      case "poll":
        return this.#call(
          () => this.server.progress(effect.campaignId),
          (progress) => this.do({ kind: "progress", of: effect.campaignId, progress }),
        );
      case "report":
        this.reports.push(effect.report);
        return undefined;
      case "belong":
        this.#belongsTo = effect.id;
        return undefined;
      case "offer undo":
      case "reload":
    }
  }

  #call<T>(run: () => T, answer: (value: T | undefined) => void): void {
    const { callMs, answerMs, isLost } = this.isOffline
      ? { callMs: 1, answerMs: 1, isLost: "call" as const }
      : this.line();
    const page = this.#page;
    const hear = (value: T | undefined) =>
      this.clock.in(answerMs, () => page === this.#page && answer(value));
    this.clock.in(callMs, () => {
      if (isLost === "call") return void hear(undefined);
      const value = run();
      hear(isLost === "answer" ? undefined : value);
    });
  }
}

const partOf = (content: Fields, paths: readonly string[]): Fields =>
  Object.fromEntries(paths.map((path) => [path, content[path] ?? ""]));
