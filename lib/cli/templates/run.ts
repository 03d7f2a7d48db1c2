import type { TemplateFiles } from "@/lib/template/files";
import type { Print } from "../command";
import type { Remote } from "./remote";
import type { FolderState } from "./state";

/** What a command is run with. */
export interface Run {
  dir: string;
  remote: Remote;
  /** What the folder knows of the server. */
  state: FolderState;
  print: Print;
  /** Prints what is no part of the result, for the readers of a log. */
  complain: Print;
  dryRun: boolean;
  /**
   * Whether drafts that the folder does not know are overwritten, even if they are saved meanwhile.
   */
  force: boolean;
  /** Whether what the longest values that it allows make too large is published all the same. */
  anyway: boolean;
  note: string;
}

/** A template as lines name it. */
export const templateName = ({ appid, id }: { appid: string; id: string }) => `${appid}/${id}`;

/** What is wrong at a place, as a line says it. */
export const lineOf = ({ pointer, message }: { pointer: string; message: string }) =>
  `${pointer}: ${message}`;

/** Prints what became of a template, and what is wrong with it. Returns whether that is nothing. */
export function report(
  word: string,
  template: TemplateFiles,
  problems: readonly string[],
  { print }: Run,
): boolean {
  print(`${word}  ${templateName(template)}`);
  for (const line of problems) print(`  ${line}`);
  return problems.length === 0;
}

/** Says what is doubtful, and nothing to fail for. */
export function warn(message: string, { print }: Run): void {
  print(`  warning: ${message}`);
}
