import {
  isDue,
  isUnsaved,
  type Document,
  type TabCopy,
  type Kind,
  type ServerVersion,
} from "@/lib/editor/document";
import type { EditorEvent, Effect, Timer } from "@/lib/editor/events";
import type { Order, Progress, Refusal, Report } from "@/lib/editor/order";
import type { Edit } from "@/lib/editor/path";
import { reduce } from "@/lib/editor/reduce";
import { isOtherVersion, noAnswer, updated } from "@/lib/inputs/answer";

/** The server's answer to a save. */
export type SaveAnswer<C> =
  | { kind: "saved"; id: string; revision: number }
  | { kind: "conflict"; theirs: ServerVersion<C> }
  | { kind: "gone"; state: string }
  /** The server will never store it as it stands. */
  | { kind: "refused"; message: string }
  /** There is no session: nothing was saved. */
  | { kind: "signed out" };

/**
 * Where this tab stores a document until the server has it. If a browser stores nothing, the user
 * can still write.
 */
export interface Memory<C> {
  /** Returns whether the tab has stored it. */
  write: (storedDraft: TabCopy<C>) => boolean;
  clear: () => void;
  belongTo: (id: string | null) => void;
}

/** What a document reaches: the server and this tab. A promise that fails is no answer. */
export interface Ports<C> {
  save: (what: { id: string | null; revision: number; content: C }) => Promise<SaveAnswer<C>>;
  /** What the server has; undefined where that is no newer than `revision`. */
  find: (what: {
    id: string;
    revision: number;
  }) => Promise<ServerVersion<C> | { state: string } | undefined>;
  memory: Memory<C>;
  /** Opens the sign-in page, which leads back to this document. */
  signIn: () => void;
  /** Absent of a kind that is not sent. */
  sending?: SendPorts<C>;
}

/** How a document is sent. */
export interface SendPorts<C> {
  order: (what: {
    id: string | null;
    revision: number;
    order: Order<C>;
  }) => Promise<
    | { kind: "ordered"; campaignId: string; undoMs: number }
    | { kind: "order refused"; refusal: Refusal }
  >;
  /** The draft that it is again, or why it is not. */
  undo: (campaignId: string) => Promise<{ id: string; revision: number } | { why: string }>;
  release: (campaignId: string) => Promise<unknown>;
  progress: (campaignId: string) => Promise<Progress | undefined>;
  /** Offers to undo it on the page that took the place of the editor. */
  offerUndo: (order: Order<C>, undo: () => void) => void;
  report: (report: Report<C>, isLeft: boolean) => void;
}

/** The fields that a document is written in. */
export interface DocumentForm<C> {
  /** Puts the content into the fields: into those at the paths, or into all. */
  show: (content: C, paths: readonly string[] | undefined) => void;
  /** Says what of another editor was merged. */
  announce: (by: string, fields: readonly string[]) => void;
}

/** In milliseconds; other waits come with their time. */
const waits: Partial<Record<Timer, number>> = { rest: 500, keep: 250, retry: 5_000, press: 1_500 };

type SendEffect<C> = Extract<
  Effect<C>,
  { kind: "order" | "undo order" | "release" | "poll" | "offer undo" | "report" }
>;

/** Holds a document, and does what {@link reduce} asks for. */
export class DocumentStore<C> {
  readonly kind: Kind<C>;
  #document: Document<C>;
  readonly #ports: Ports<C>;
  readonly #waits: Partial<Record<Timer, number>>;
  readonly #timers: Partial<Record<Timer, ReturnType<typeof setTimeout>>> = {};
  readonly #listeners = new Set<() => void>();
  #form: DocumentForm<C> | undefined;
  #isStored = false;
  #isSigningIn = false;

  /** @param autosaveMs milliseconds after the last key until it is saved */
  constructor(kind: Kind<C>, document: Document<C>, ports: Ports<C>, autosaveMs: number) {
    this.kind = kind;
    this.#document = document;
    this.#ports = ports;
    this.#waits = { ...waits, save: autosaveMs };
  }

  readonly get = (): Document<C> => this.#document;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /**
   * A part of the document for `useSyncExternalStore`: the same value for as long as its JSON is
   * the same.
   */
  select<T>(part: (document: Document<C>) => T): () => T {
    let of = this.#document;
    let value = part(of);
    let text = JSON.stringify(value);
    return () => {
      if (of === this.#document) return value;
      of = this.#document;
      const next = part(of);
      const nextText = JSON.stringify(next);
      if (nextText !== text) [value, text] = [next, nextText];
      return value;
    };
  }

  /** Shows the document in a form, until the function that is returned is called. */
  bind(form: DocumentForm<C>): () => void {
    this.#form = form;
    return () => {
      if (this.#form === form) this.#form = undefined;
    };
  }

  /** Writes fields of the content, together. */
  readonly write = (edits: readonly Edit[]): void => this.do({ kind: "edit", edits });

  /**
   * Whether closing this tab loses words. Not while the page gives way to the sign-in page: this
   * tab has stored them for the way back.
   */
  get isUnsaved(): boolean {
    return !this.#isSigningIn && isUnsaved(this.kind, this.#document);
  }

  /** Whether this tab has stored what it was last given to store. */
  get isStored(): boolean {
    return this.#isStored;
  }

  readonly do = (event: EditorEvent<C>): void => {
    this.#take(event);
    for (const listener of this.#listeners) listener();
  };

  /** Resolves once the document is so, or as it is after `ms`. */
  async until(isSo: (document: Document<C>) => boolean, ms: number): Promise<Document<C>> {
    if (isSo(this.#document)) return this.#document;
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        stop();
        resolve(this.#document);
      };
      const timer = setTimeout(end, ms);
      const stop = this.subscribe(() => isSo(this.#document) && end());
    });
  }

  /**
   * Saves the content as it is, without anything merged into it. Returns the document, and whether
   * the server has it; gives up after `ms`.
   */
  async settle(ms: number): Promise<{ document: Document<C>; isSaved: boolean }> {
    this.do({ kind: "confirm" });
    // An older save under way is waited for: there is never a second one.
    await this.until(({ saving }) => saving === undefined, ms);
    this.do({ kind: "flush" });
    const document = await this.until(({ saving }) => saving === undefined, ms);
    const isSaved =
      document.saving === undefined &&
      document.stop === undefined &&
      document.id !== null &&
      !isDue(this.kind, document);
    return { document, isSaved };
  }

  #take(event: EditorEvent<C>): void {
    const [document, effects] = reduce(this.kind, this.#document, event);
    this.#document = document;
    for (const effect of effects) this.#run(effect);
  }

  #run(effect: Effect<C>): void {
    const { memory } = this.#ports;
    switch (effect.kind) {
      case "save":
        return void this.#save(effect);
      case "find":
        return void this.#find(effect);
      case "keep":
        this.#isStored = memory.write(effect.tabCopy);
        return undefined;
      case "forget":
        return memory.clear();
      case "belong":
        return memory.belongTo(effect.id);
      case "wait":
        clearTimeout(this.#timers[effect.timer]);
        this.#timers[effect.timer] = setTimeout(
          () => this.do({ kind: "elapsed", timer: effect.timer }),
          effect.ms ?? this.#waits[effect.timer],
        );
        return undefined;
      case "stop":
        return clearTimeout(this.#timers[effect.timer]);
      case "show":
        return this.#form?.show(effect.content, effect.paths);
      case "announce":
        return this.#form?.announce(effect.by, effect.fields);
      case "reload":
        return window.location.reload();
      case "order":
      case "undo order":
      case "release":
      case "poll":
      case "offer undo":
      case "report":
        return this.#ports.sending && this.#runSend(effect, this.#ports.sending);
    }
  }

  #runSend(effect: SendEffect<C>, ports: SendPorts<C>): void {
    switch (effect.kind) {
      case "order":
        return void ports.order(effect).then(
          (answer) =>
            this.do(answer.kind === "ordered" ? { ...answer, at: performance.now() } : answer),
          () => this.do({ kind: "order lost" }),
        );
      case "undo order":
        return void ports.undo(effect.campaignId).then(
          (answer) =>
            this.do(
              "why" in answer ? { kind: "not undone", ...answer } : { kind: "undone", ...answer },
            ),
          () => this.do({ kind: "not undone", why: `${noAnswer}. Try again while there is time.` }),
        );
      case "release":
        // What became of it is asked for in any case.
        return void ports.release(effect.campaignId).catch(() => undefined);
      case "poll":
        return void ports
          .progress(effect.campaignId)
          .catch(() => undefined)
          .then((progress) => this.do({ kind: "progress", of: effect.campaignId, progress }));
      case "offer undo":
        return ports.offerUndo(effect.order, () => this.do({ kind: "undo order" }));
      case "report":
        return ports.report(effect.report, effect.isLeft);
    }
  }

  async #save(what: { id: string | null; revision: number; content: C }): Promise<void> {
    try {
      const answer = await this.#ports.save(what);
      if (answer.kind === "signed out") return this.#signIn();
      this.do(
        answer.kind === "saved" || answer.kind === "conflict"
          ? { ...answer, at: Date.now() }
          : answer,
      );
    } catch (error) {
      this.do({
        kind: "lost",
        why: isOtherVersion(error)
          ? updated
          : navigator.onLine
            ? "The server did not take it"
            : "No connection",
      });
    }
  }

  /**
   * Opens the sign-in page, unless this page was left, or its tab could not store what was typed:
   * then it stays, and saves once another tab has signed in.
   */
  #signIn(): void {
    this.do({ kind: "lost", why: "Your session has ended: sign in again in another tab" });
    if (!this.#isStored || this.#document.isLeft || this.#isSigningIn) return;
    this.#isSigningIn = true;
    this.#ports.signIn();
  }

  async #find({ id, revision }: { id: string; revision: number }): Promise<void> {
    // Without an answer, the next event asks again, or the next save returns the conflict.
    const theirs = await this.#ports.find({ id, revision }).catch(() => undefined);
    if (theirs) this.do({ kind: "found", of: id, theirs, at: Date.now() });
  }
}
