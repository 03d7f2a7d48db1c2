import type { Kind, ServerVersion } from "./document";
import type { Order, Progress, Refusal } from "./order";

/** A content of a few fields, each a text. */
export type Fields = Readonly<Record<string, string>>;

/** What a document of these tests begins with. */
export const begun: Fields = { title: "", text: "", image: "" };

/** The smallest kind of document: an in-app message, say. */
export const fieldsKind: Kind<Fields> = {
  text: (content) =>
    JSON.stringify(Object.entries(content).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  write: (content) => JSON.stringify(content),
  merge: (base, mine, theirs) => {
    const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
    const isTheirs = (name: string) => theirs[name] !== base[name] && theirs[name] !== mine[name];
    const both = names.filter((name) => isTheirs(name) && mine[name] !== base[name]);
    const theirNames = names.filter((name) => isTheirs(name) && !both.includes(name));
    const content = Object.fromEntries(
      names.map((name) => [name, (theirNames.includes(name) ? theirs : mine)[name] ?? ""]),
    );
    return { content, theirs: theirNames, both };
  },
  contentProblem: () => undefined,
  restore: (content) => content,
  next: (content) => content,
};

/** The same, and it can be sent: a campaign, say. The nonce is a field that is no change. */
export function sendableKind(): Kind<Fields> {
  let nonces = 0;
  const without = (content: Fields): Fields =>
    Object.fromEntries(
      Object.entries(content).filter(([name]) => name !== "nonce" && name !== "body"),
    );
  const own = ({ nonce = "", body }: Fields) => ({ nonce, ...(body !== undefined && { body }) });
  return {
    ...fieldsKind,
    text: (content) => fieldsKind.text(without(content)),
    merge: (base, mine, theirs) => {
      const merged = fieldsKind.merge(without(base), without(mine), without(theirs));
      return { ...merged, content: { ...merged.content, ...own(mine) } };
    },
    restore: (content, now) => ({ ...without(content), ...own(now) }),
    sends: {
      attempt: (content) => {
        const { nonce, body } = own(content);
        return body === undefined ? { nonce } : { nonce, body };
      },
      under: (content, attempt) => ({ ...without(content), ...attempt }),
      fresh: () => `nonce ${++nonces}`,
    },
  };
}

/** Runs what is due at points of time, in their order. */
export class Clock {
  now = 0;
  readonly #due: { at: number; run: () => void }[] = [];
  in(ms: number, run: () => void): { stop: () => void } {
    const one = { at: this.now + ms, run };
    this.#due.push(one);
    return {
      stop: () =>
        void this.#due.splice(0, this.#due.length, ...this.#due.filter((other) => other !== one)),
    };
  }
  /** Goes on until `ms` have passed. */
  pass(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      const next = this.#due
        .filter(({ at }) => at <= until)
        .toSorted((one, other) => one.at - other.at)[0];
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
  callMs: number;
  answerMs: number;
  isLost: "no" | "call" | "answer";
}

/** A document of the server, and the order that it became. */
interface FakeRow {
  stored: ServerVersion<Fields>;
  state: "draft" | "sending" | "sent";
  order?: { nonce: string; request: string; until: number };
}

/** How long a send can be undone, in milliseconds. */
const undoMs = 10_000;

/**
 * A server that stores documents, each version under the next revision, and sends each nonce once.
 */
export class FakeServer {
  readonly rows = new Map<string, FakeRow>();
  readonly history: string[] = [];
  /** Values that a save replaced, and who saved. */
  readonly replaced: { by: string; value: string }[] = [];
  /** Requests that were sent. */
  readonly messages: string[] = [];
  readonly #clock: Clock;

  constructor(content: Fields, clock: Clock) {
    this.#clock = clock;
    this.rows.set("one", {
      stored: { revision: 1, by: "nobody", text: fieldsKind.write(content), content },
      state: "draft",
    });
  }

  get stored(): ServerVersion<Fields> {
    const row = this.rows.get("one");
    if (!row) throw new Error("no document");
    return row.stored;
  }

  save(by: string, id: string | null, revision: number, content: Fields): FakeSaved {
    const text = fieldsKind.write(content);
    const row = id === null ? undefined : this.rows.get(id);
    if (!row) return { kind: "saved", id: this.#add(by, content), revision: 1 };
    if (row.state !== "draft") return { kind: "gone", state: row.state };
    const { stored } = row;
    // The same once more: its first answer was lost.
    if (text === stored.text) return { kind: "saved", id: id ?? "", revision: stored.revision };
    if (revision !== stored.revision) return { kind: "conflict", theirs: stored };
    for (const [name, value] of Object.entries(stored.content ?? {}))
      if (content[name] !== value) this.replaced.push({ by, value });
    row.stored = { revision: revision + 1, by, text, content };
    this.history.push(text);
    return { kind: "saved", id: id ?? "", revision: revision + 1 };
  }

  find(id: string): ServerVersion<Fields> | { state: string } | undefined {
    const row = this.rows.get(id);
    return row && (row.state === "draft" ? row.stored : { state: row.state });
  }

  order(
    by: string,
    id: string | null,
    revision: number,
    { nonce, request, content }: Order<Fields>,
  ): FakeOrdered {
    const refusedOrder = (isSpent: boolean) =>
      ({
        kind: "order refused",
        refusal: { problems: [], obstacle: "Not sent.", isOutdated: false, isSpent },
      }) as const;
    const same = [...this.rows].find(([, { order }]) => order?.nonce === nonce);
    if (same) {
      const [campaignId, { order, state }] = same;
      if (state === "draft" || order?.request !== request) return refusedOrder(true);
      return { kind: "ordered", campaignId, undoMs: Math.max(0, order.until - this.#clock.now) };
    }
    const drafted = id === null ? undefined : this.rows.get(id);
    if (drafted && (drafted.state !== "draft" || drafted.stored.revision !== revision))
      return refusedOrder(false);
    const campaignId = drafted && id !== null ? id : this.#add(by, content);
    const row = this.rows.get(campaignId);
    if (!row) throw new Error("no document");
    const order = { nonce, request, until: this.#clock.now + undoMs };
    Object.assign(row, {
      state: "sending",
      order,
      stored: { ...row.stored, text: fieldsKind.write(content), content },
    });
    this.#clock.in(undoMs, () => row.order === order && this.release(campaignId));
    return { kind: "ordered", campaignId, undoMs };
  }

  undo(id: string): { id: string; revision: number } | undefined {
    const row = this.rows.get(id);
    if (row?.state !== "sending") return undefined;
    row.state = "draft";
    row.stored = { ...row.stored, revision: row.stored.revision + 1 };
    return { id, revision: row.stored.revision };
  }

  release(id: string): void {
    const row = this.rows.get(id);
    if (row?.state !== "sending" || !row.order) return;
    row.state = "sent";
    this.messages.push(row.order.request);
  }

  progress(id: string): Progress | undefined {
    const row = this.rows.get(id);
    if (!row) return undefined;
    const left =
      row.order && row.state === "sending" ? Math.max(0, row.order.until - this.#clock.now) : 0;
    return {
      state: row.state,
      revision: row.stored.revision,
      undoMs: left,
      requests: 1,
      transid: null,
      problem: null,
    };
  }

  #add(by: string, content: Fields): string {
    const id = `added ${this.rows.size}`;
    this.rows.set(id, {
      stored: { revision: 1, by, text: fieldsKind.write(content), content },
      state: "draft",
    });
    return id;
  }
}

type FakeSaved =
  | { kind: "saved"; id: string; revision: number }
  | { kind: "conflict"; theirs: ServerVersion<Fields> }
  | { kind: "gone"; state: string };
type FakeOrdered =
  | { kind: "ordered"; campaignId: string; undoMs: number }
  | { kind: "order refused"; refusal: Refusal };
