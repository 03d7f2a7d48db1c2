import { hash as digest } from "node:crypto";

/**
 * An event as it is looked at: the text that its columns make, which begins with its place and the
 * hash of the one before it, and the hash that it was given.
 */
export interface ChainedEvent {
  /** Empty of one that lacks what every event has. */
  text: string;
  /** Hexadecimal digits. */
  hash: string | null;
}

/** The end of a chain: its last event's place and hash. */
export interface Head {
  seq: number;
  hash: string;
}

/** The head of a log without events, and what the first one follows. */
export const emptyHead: Head = { seq: 0, hash: "00".repeat(32) };

/** SHA-256 of a text, hexadecimal digits. */
export function hashOf(text: string): string {
  return digest("sha256", text, "hex");
}

type Fault = "changed" | "missing" | "forked" | "moved" | "outside" | "head";

/** One fault, in a sentence for the reader of the report. */
export interface Finding {
  fault: Fault;
  text: string;
}

/**
 * What came of looking at a chain. Findings are listed up to a number; `wrong` counts all of them.
 */
export interface ChainReport {
  events: number;
  head: Head;
  findings: Finding[];
  wrong: number;
}

const mostFindings = 20;

/**
 * Looks at the events of a chain, one after the other in the order of their places: whether each is
 * what it was when it was written, and follows the one before it. It keeps the last event alone, so
 * that a log of any length can be looked at.
 */
export class ChainVerifier {
  #events = 0;
  #wrong = 0;
  readonly #findings: Finding[] = [];
  /** The last event in place: what its hash says, and what it should say. */
  #last = { ...emptyHead, computedHash: emptyHead.hash };
  #seen: boolean;
  readonly #expected: Head | undefined;

  /** @param expected a head that was printed or logged earlier: the log must still hold it */
  constructor(expected?: Head) {
    this.#expected = expected;
    this.#seen =
      expected === undefined ||
      (expected.seq === emptyHead.seq && expected.hash === emptyHead.hash);
  }

  /** The next event; those without a place come last. */
  add({ text, hash }: ChainedEvent): void {
    this.#events += 1;
    const seqEnd = text.indexOf(" ");
    const seq = Number(text.slice(0, Math.max(seqEnd, 0)) || Number.NaN);
    if (!Number.isSafeInteger(seq))
      return this.#find(
        "outside",
        `${named(text)} has no position in the chain: it was inserted by hand.`,
      );
    const last = this.#last;
    const next = last.seq + 1;
    if (seq === last.seq)
      return this.#find("forked", `${named(text)} duplicates another event ${seq}.`);
    if (seq < next) return this.#find("moved", `${named(text)} comes after event ${last.seq}.`);
    if (seq > next)
      this.#find(
        "missing",
        seq === next + 1
          ? `Event ${next} is missing.`
          : `Events ${next} to ${seq - 1} are missing.`,
      );
    const computedHash = hashOf(text);
    const follows = text.slice(seqEnd + 1, text.indexOf(" ", seqEnd + 1));
    if (computedHash !== hash)
      this.#find("changed", `${named(text)} was changed: its hash does not match its content.`);
    else if (seq === next && follows !== last.hash && follows !== last.computedHash)
      this.#find(
        "moved",
        `${named(text)} does not follow event ${last.seq}: one of the two was inserted later or moved.`,
      );
    if (this.#expected?.seq === seq) {
      this.#seen = true;
      if (this.#expected.hash !== hash)
        this.#find("head", `Event ${seq} does not match the earlier head: the log was rewritten.`);
    }
    this.#last = { seq, hash: hash ?? "", computedHash };
  }

  /** @param head what the log says of its end; undefined where it says nothing */
  end(head: Head | undefined): ChainReport {
    const { seq, hash } = this.#last;
    if (!head) this.#find("head", "The head of the log is missing.");
    else if (head.seq > seq)
      this.#find(
        "head",
        `The end is cut off: the head is event ${head.seq}, but the last event is ${seq}.`,
      );
    else if (head.seq < seq)
      this.#find("head", `The head is event ${head.seq}, but events up to ${seq} follow it.`);
    else if (head.hash !== hash)
      this.#find("head", `The head does not match the hash of event ${seq}.`);
    if (!this.#seen)
      this.#find(
        "head",
        `Event ${this.#expected?.seq}, the earlier head, is missing: the log was cut off or rewritten.`,
      );
    return {
      events: this.#events,
      head: { seq, hash },
      findings: this.#findings,
      wrong: this.#wrong,
    };
  }

  #find(fault: Fault, text: string): void {
    this.#wrong += 1;
    if (this.#findings.length < mostFindings) this.#findings.push({ fault, text });
  }
}

/** An event by its place or id, its object and time, as far as its text names them. */
function named(text: string): string {
  if (text === "") return "An incomplete event";
  const [seq = "", , id = "", micros = "", , kindLength, actorLength, actionLength] = text.split(
    " ",
    8,
  );
  const texts = Buffer.from(text.split(" ").slice(11).join(" "));
  const from = Number(kindLength) + Number(actorLength);
  const action = texts.subarray(from, from + Number(actionLength)).toString();
  const ms = Number(micros) / 1_000;
  const when = Math.abs(ms) < 8.64e15 ? new Date(ms).toISOString() : "at no time";
  return `Event ${seq === "-" ? id : seq} (${action}, ${when})`;
}
