import { z } from "zod";
import { readBelow, writeBelow } from "./below";

/**
 * Next to the folders of the apps. What it says changes by itself, so that it stands in no file of
 * a template.
 */
const stateFile = ".clarion-state.json";

/** By server, by `appid/id`, a revision. */
const stateSchema = z.record(z.string(), z.record(z.string(), z.int()));

/** Which drafts of a server a folder knows: those that were pulled into it, or pushed from it. */
export interface FolderState {
  /** Returns the last revision that was pulled or pushed; undefined where there is none. */
  revisionOf: (name: string) => number | undefined;
  keep: (name: string, revision: number) => void;
  /** Writes the file when a revision differs from it. Throws `FileError`. */
  write: () => void;
}

/**
 * The state of a server that a folder stores. An unreadable one counts as none, so that the user is
 * asked in doubt. Throws `FileError` for a link that leads out of the folder.
 */
export function readState(dir: string, origin: string): FolderState {
  const all = new Map(Object.entries(parsed(readBelow(dir, stateFile))));
  const revisions = new Map(Object.entries(all.get(origin) ?? {}));
  let changed = false;
  return {
    revisionOf: (name) => revisions.get(name),
    keep: (name, revision) => {
      changed ||= revisions.get(name) !== revision;
      revisions.set(name, revision);
    },
    write: () => {
      if (!changed) return;
      const inOrder = [...revisions].toSorted(([one], [other]) => (one < other ? -1 : 1));
      all.set(origin, Object.fromEntries(inOrder));
      writeBelow(dir, stateFile, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
    },
  };
}

function parsed(bytes: Uint8Array | undefined): z.output<typeof stateSchema> {
  try {
    return stateSchema.safeParse(JSON.parse(Buffer.from(bytes ?? []).toString("utf8"))).data ?? {};
  } catch {
    return {};
  }
}
