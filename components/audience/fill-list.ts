import type { createAudience } from "@/lib/directory/audience/fill";
import { answerOf, sentenceOf, type Answer } from "@/lib/inputs/answer";
import type { ActionOf } from "@/lib/verb/answer";
import { firstPieceBytes, nextPieceBytes, piecesOf, splitPiece, type Piece } from "./pieces";
import { noAnswerText, type SentPiece } from "./send-piece";
import type { Mapping } from "./source/columns";
import { rowsOf, SourceError, type Source } from "./source/source";

/** A list that was begun, and what goes into it. */
export interface BegunList {
  id: string;
  source: Source;
  mapping: Mapping;
  /** Rows that will be added, those that are there twice counted twice. */
  rows: number;
}

export type FillState =
  | { kind: "idle" }
  | { kind: "filling"; done: number; rows: number }
  /** All are added, and it is being closed. */
  | { kind: "closing"; done: number; rows: number }
  /** Nothing is lost: trying again goes on where it stopped. */
  | { kind: "failed"; done: number; rows: number; message: string }
  /**
   * All are added, and the name has been given to another list meanwhile: it is closed under
   * another.
   */
  | { kind: "nameInUse"; done: number; rows: number; isClosing: boolean }
  | { kind: "done"; recipients: number; otherName?: string };

/**
 * Returns whether a request to close the list is in flight. It can no longer be stopped then:
 * without an answer, the list may be closed or not.
 */
export function isClosing(state: FillState): boolean {
  return state.kind === "closing" || (state.kind === "nameInUse" && state.isClosing);
}

interface Steps {
  /** Sending the same piece twice is harmless. Returns how many recipients the list has then. */
  send: (piece: SentPiece) => Promise<Answer<number>>;
  /** Returns how many recipients it has. A problem at `/name` is mended by another name. */
  finish: ActionOf<typeof createAudience>;
  /** Called with each state until it is stopped. */
  show: (state: FillState) => void;
}

/**
 * So many times a list that lost recipients is begun again by itself, each time that it is asked to
 * go on.
 */
export const mostBeginnings = 5;
const lostTooOften = `Adding began again ${mostBeginnings} times, because the data of people in this list is being removed. Wait until that has ended.`;

/**
 * Fills a list piece by piece, one at a time, and then closes it. A failed piece is the next one to
 * be sent.
 */
export class ListFilling {
  readonly #list: BegunList;
  readonly #steps: Steps;
  readonly #stopped = new AbortController();
  #isRunning = false;
  #pieces: AsyncGenerator<Piece, void, undefined> | undefined;
  /** Read, but not yet added for certain. */
  #waiting: Piece[] = [];
  /** Recipients that the list has before those. */
  #from = 0;
  #done = 0;
  #bytes = firstPieceBytes;

  constructor(list: BegunList, steps: Steps) {
    this.#list = list;
    this.#steps = steps;
  }

  /** Fills the list, or goes on where that failed. Without effect while it runs. */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      this.#show({ kind: "filling" });
      await this.#sendAll();
      if (!this.#stopped.signal.aborted) await this.#close();
    } catch (error) {
      // A slow line, or a proxy that takes less: the same once more would fail as this did.
      this.#bytes = firstPieceBytes;
      this.#waiting = this.#waiting.flatMap((piece) => splitPiece(piece, firstPieceBytes));
      const message =
        error instanceof SourceError || error instanceof Refusal ? error.message : noAnswerText;
      this.#show({ kind: "failed", message });
    }
    this.#isRunning = false;
  }

  /** Closes a list under another name, after its own turned out to be in use. */
  async finishAs(name: string): Promise<Answer<number>> {
    this.#show({ kind: "nameInUse", isClosing: true });
    const answer = await answerOf(this.#steps.finish({ id: this.#list.id, name }));
    if (answer.ok) this.#showDone({ recipients: answer.value, otherName: name.trim() });
    else this.#show({ kind: "nameInUse", isClosing: false });
    return answer;
  }

  /** Stops. What was added is not visible, and is removed by itself. */
  stop(): void {
    this.#stopped.abort();
    this.#endReader();
  }

  async #sendAll(): Promise<void> {
    const { id } = this.#list;
    const { signal } = this.#stopped;
    let beginnings = 0;
    for (;;) {
      const [piece] = this.#waiting.length > 0 ? this.#waiting : [await this.#read()];
      if (!piece || signal.aborted) return;
      if (this.#waiting.length === 0) this.#waiting = [piece];
      const begun = performance.now();
      const answer = await this.#steps.send({ id, from: this.#from, body: piece.body, signal });
      if (isGap(answer) && this.#from > 0) {
        // The data of a user was removed from the list meanwhile. What is sent again changes
        // nothing.
        this.#beginAgain();
        if (beginnings === mostBeginnings) throw new Refusal(lostTooOften);
        beginnings += 1;
        continue;
      }
      this.#from = valueOf(answer);
      this.#bytes = nextPieceBytes(this.#bytes, performance.now() - begun);
      this.#done += piece.rows;
      this.#waiting.shift();
      this.#show({ kind: "filling" });
    }
  }

  /**
   * Reads the next piece; undefined behind the last one. A reader that failed gives no more, and
   * what it gave is not all: trying again begins at the first row.
   */
  async #read(): Promise<Piece | undefined> {
    const { source, mapping } = this.#list;
    this.#pieces ??= piecesOf(rowsOf(source, mapping), mapping, () => this.#bytes);
    try {
      return (await this.#pieces.next()).value ?? undefined;
    } catch (error) {
      this.#beginAgain();
      throw error instanceof SourceError
        ? error
        : new SourceError("The recipients could not be read to the end.", { cause: error });
    }
  }

  async #close(): Promise<void> {
    this.#show({ kind: "closing" });
    const answer = await this.#steps.finish({ id: this.#list.id });
    if (!answer.ok && answer.problems[0]?.pointer === "/name")
      this.#show({ kind: "nameInUse", isClosing: false });
    else this.#showDone({ recipients: valueOf(answer) });
  }

  #beginAgain(): void {
    this.#endReader();
    this.#pieces = undefined;
    this.#waiting = [];
    this.#from = 0;
    this.#done = 0;
  }

  /** Releases the file, once the piece that is being read is complete. */
  #endReader(): void {
    void this.#pieces?.return().catch(() => undefined);
  }

  #show(
    state:
      | { kind: "filling" | "closing" }
      | { kind: "nameInUse"; isClosing: boolean }
      | { kind: "failed"; message: string },
  ): void {
    if (!this.#stopped.signal.aborted)
      this.#steps.show({ ...state, done: this.#done, rows: this.#list.rows });
  }

  #showDone(done: { recipients: number; otherName?: string }): void {
    if (!this.#stopped.signal.aborted) this.#steps.show({ kind: "done", ...done });
  }
}

/** Whether the list has fewer recipients than a piece says that it follows. */
function isGap(answer: Answer<number>): boolean {
  return !answer.ok && answer.problems[0]?.pointer === "/from";
}

class Refusal extends Error {}

function valueOf<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Refusal(sentenceOf(answer));
  return answer.value;
}
