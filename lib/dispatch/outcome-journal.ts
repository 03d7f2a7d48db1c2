import { randomBytes } from "node:crypto";
import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "@/lib/config/write-file";
import { log } from "@/lib/log/log";
import { once } from "@/lib/runtime/once";
import type { Change } from "./change";
import { holderHere } from "./journal-holder";

/**
 * After so many bytes another file is begun, and the one before is removed as soon as all it holds
 * has been recorded.
 */
const fileBytes = 4 * 1024 * 1024;
/** Bytes that are left in it although everything was recorded. */
const worthEmptying = 64 * 1024;
/**
 * What could not be written is tried again after so long (milliseconds): the disk may be full for a
 * while.
 */
const pauseMs = 10_000;

/**
 * Its first line names its writer, so that a reader can find out whether that process died; each
 * other line is a change.
 */
interface File {
  path: string;
  descriptor: number;
  /** Of the first line. */
  headBytes: number;
  bytes: number;
  /** Noted in it, and neither recorded nor given up. */
  open: number;
}

interface Note {
  change: Change;
  file?: File;
  settled: boolean;
}

/**
 * Journal of providers' answers, in a file of the data folder. An answer is in it from the turn of
 * the event loop in which it arrives until the database has it. A process that is killed meanwhile
 * leaves the file behind, and the next process to start records the answers (`replayJournals`), so
 * that no answered delivery is sent again, however busy the database was. Not synced: it survives
 * the process, not the machine. Where nothing can be written, deliveries go on and rely on the
 * database alone.
 */
export class OutcomeJournal {
  readonly #folder: string;
  readonly #files = new Set<File>();
  #file: File | undefined;
  #unwritten: Note[] = [];
  /** Milliseconds, monotonic. */
  #pausedUntil = -Infinity;

  /** @param folder created at the first write */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Notes a change of a delivery. Call the returned function once the change is recorded or given
   * up.
   */
  note(change: Change): () => void {
    const note: Note = { change, settled: false };
    if (this.#unwritten.length === 0) setImmediate(() => this.#write());
    this.#unwritten.push(note);
    return () => {
      note.settled = true;
      if (note.file) this.#settle(note.file);
    };
  }

  /** Closes the files, and removes those of which everything was recorded. */
  close(): void {
    for (const file of this.#files) this.#drop(file, file.open === 0);
  }

  #write(): void {
    const notes = this.#unwritten.filter(({ settled }) => !settled);
    this.#unwritten = [];
    if (notes.length === 0 || performance.now() < this.#pausedUntil) return;
    const bytes = Buffer.from(
      notes.map(({ change }) => `${JSON.stringify(noted(change))}\n`).join(""),
    );
    try {
      const file = this.#fileFor(bytes.length);
      file.bytes += bytes.length;
      file.open += notes.length;
      for (const note of notes) note.file = file;
      for (let at = 0; at < bytes.length;) at += writeSync(file.descriptor, bytes, at);
    } catch (error) {
      this.#pausedUntil = performance.now() + pauseMs;
      log().warn(
        { err: error, folder: this.#folder },
        "what providers answer cannot be noted in the data folder for now",
      );
    }
  }

  #fileFor(bytes: number): File {
    const current = this.#file;
    // Another process may have read and removed it.
    if (current && current.bytes + bytes <= fileBytes && fstatSync(current.descriptor).nlink > 0)
      return current;
    makeFolder(this.#folder);
    const id = randomBytes(8).toString("hex");
    const path = join(this.#folder, `${id}.jsonl`);
    const head = Buffer.from(`${JSON.stringify(holderHere(id))}\n`);
    const descriptor = openSync(path, "ax", 0o600);
    writeSync(descriptor, head);
    const newFile = { path, descriptor, headBytes: head.length, bytes: head.length, open: 0 };
    this.#files.add(newFile);
    this.#file = newFile;
    if (current?.open === 0) this.#drop(current, true);
    return newFile;
  }

  #settle(file: File): void {
    file.open -= 1;
    if (file.open > 0 || !this.#files.has(file)) return;
    if (file !== this.#file) this.#drop(file, true);
    else if (file.bytes > worthEmptying) {
      ftruncateSync(file.descriptor, file.headBytes);
      file.bytes = file.headBytes;
    }
  }

  #drop(file: File, remove: boolean): void {
    this.#files.delete(file);
    if (this.#file === file) this.#file = undefined;
    closeSync(file.descriptor);
    if (remove) rmSync(file.path, { force: true });
  }
}

/** The clock of `dueAt` is this process's own, and says nothing to the one that reads it. */
function noted({ dueAt, ...change }: Change) {
  return { ...change, ...(dueAt === undefined ? {} : { pauseMs: dueAt - performance.now() }) };
}

const opened = () => once<{ journal?: OutcomeJournal }>("outcome-journal", () => ({}));

/** Makes it the journal of this process, or none. */
export function setOutcomeJournal(journal: OutcomeJournal | undefined): void {
  if (journal) opened().journal = journal;
  else delete opened().journal;
}

/** The journal of this process; undefined where none was opened. */
export function outcomeJournal(): OutcomeJournal | undefined {
  return opened().journal;
}
