import { csvRows, type CsvForm, SourceError } from "@/components/audience/source/source";
import { answerOf, sentenceOf } from "@/lib/inputs/answer";
import { mostImportedUsers } from "@/lib/inputs/user";
import type { ImportUsers } from "./user-actions";
import { userOfRow, type ColumnUse, type LineProblem, type UserLine } from "./user-rows";

/** A file that was chosen, with what its columns are read as. */
export interface UserFile {
  file: Blob;
  form: CsvForm;
  /** The line with the names of the columns; lines up to it are left out. */
  headerLine: number;
  columns: readonly ColumnUse[];
}

/** How far an import is. */
export interface ImportProgress {
  /** Lines that were read and stored, or found faulty. */
  lines: number;
  stored: number;
  /** Faulty lines, of which the first are listed. */
  faulty: number;
  problems: readonly LineProblem[];
  /** Why it stopped before its end; trying again goes on from there. */
  stopped?: string;
  done: boolean;
}

/** Faulty lines that are listed. */
const mostProblems = 10_000;
/** UTF-16 units of JSON of one call: well below what a server action takes. */
const mostText = 300_000;

interface Part {
  lines: UserLine[];
  problems: LineProblem[];
}

/** The lines of a file in parts that one call takes each, with those that cannot be read. */
async function* partsOf({
  file,
  form,
  headerLine,
  columns,
}: UserFile): AsyncGenerator<Part, void, undefined> {
  let part: Part = { lines: [], problems: [] };
  let size = 0;
  for await (const row of csvRows(file, form)) {
    if (row.line <= headerLine) continue;
    const read = userOfRow(row, columns);
    if ("message" in read) part.problems.push(read);
    else {
      size += JSON.stringify(read).length;
      part.lines.push(read);
    }
    if (part.lines.length + part.problems.length >= mostImportedUsers || size > mostText) {
      yield part;
      part = { lines: [], problems: [] };
      size = 0;
    }
  }
  if (part.lines.length + part.problems.length > 0) yield part;
}

/**
 * Stores the users of a file part by part, as it is read: memory holds one part of a file of any
 * size. A part that failed is the next one to be sent; one that arrives twice changes nothing.
 */
export class UserImport {
  readonly #file: UserFile;
  readonly #send: (lines: UserLine[]) => ReturnType<ImportUsers>;
  readonly #show: (progress: ImportProgress) => void;
  #parts: AsyncGenerator<Part, void, undefined> | undefined;
  #waiting: Part | undefined;
  #progress: ImportProgress = { lines: 0, stored: 0, faulty: 0, problems: [], done: false };
  #isRunning = false;
  #isStopped = false;

  /** @param show called with each state */
  constructor(
    file: UserFile,
    send: (lines: UserLine[]) => ReturnType<ImportUsers>,
    show: (progress: ImportProgress) => void,
  ) {
    this.#file = file;
    this.#send = send;
    this.#show = show;
  }

  /** Imports, or goes on where that failed. Without effect while it runs. */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { stopped: _, ...progress } = this.#progress;
    this.#set(progress);
    const stopped = await this.#sendAll();
    this.#set({ ...this.#progress, ...(stopped === undefined ? { done: true } : { stopped }) });
    this.#isRunning = false;
  }

  /** Has it end behind the part that is under way. What was stored stays. */
  stop(): void {
    this.#isStopped = true;
    this.#endReader();
  }

  /** Returns why it stopped before the end of the file. */
  async #sendAll(): Promise<string | undefined> {
    while (!this.#isStopped) {
      const part = this.#waiting ?? (await this.#read());
      if (part === undefined) return undefined;
      if (typeof part === "string") return part;
      this.#waiting = part;
      const problems = [...part.problems];
      let stored = 0;
      if (part.lines.length > 0) {
        const answer = await answerOf(this.#send(part.lines));
        if (!answer.ok) return sentenceOf(answer);
        ({ stored } = answer.value);
        problems.push(...answer.value.problems);
      }
      this.#waiting = undefined;
      this.#add(part, stored, problems);
    }
    return undefined;
  }

  /**
   * Reads the next part; undefined behind the last one, a sentence where the file cannot be read. A
   * reader that failed gives no more: trying again begins at the first line.
   */
  async #read(): Promise<Part | string | undefined> {
    this.#parts ??= partsOf(this.#file);
    try {
      return (await this.#parts.next()).value ?? undefined;
    } catch (error) {
      this.#endReader();
      this.#parts = undefined;
      this.#progress = { lines: 0, stored: 0, faulty: 0, problems: [], done: false };
      return error instanceof SourceError ? error.message : "The file cannot be read to its end.";
    }
  }

  #add(part: Part, stored: number, problems: readonly LineProblem[]): void {
    const { lines, stored: before, faulty, problems: listed } = this.#progress;
    const sorted = problems.toSorted((one, other) => one.line - other.line);
    this.#set({
      lines: lines + part.lines.length + part.problems.length,
      stored: before + stored,
      faulty: faulty + problems.length,
      problems: [...listed, ...sorted.slice(0, mostProblems - listed.length)],
      done: false,
    });
  }

  #set(progress: ImportProgress): void {
    this.#progress = progress;
    this.#show(progress);
  }

  #endReader(): void {
    void this.#parts?.return().catch(() => undefined);
  }
}
