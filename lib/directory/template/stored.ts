import type { z } from "zod";
import { jsonProblem, jsonSentence } from "@/lib/interface/json";
import { pointerOf } from "@/lib/interface/pointer";
import { isObject } from "@/lib/interface/value-shape";
import { readTemplateContent, type TemplateContent } from "@/lib/template/content";
import type { TemplateVersion } from "@/lib/template/resolve";
import { RefusedError } from "@/lib/verb/errors";

/** Facts of a template whose draft or version cannot be read. */
export interface UnreadableFacts {
  /** Of the draft: the one that a PUT replaces. */
  revision: number;
  /** The version that cannot be read; null for the draft. */
  version: number | null;
  published?: number | null;
  archived?: boolean;
  /** Name of who saved the draft, or published the version first; null for programs. */
  by?: string | null;
  at?: Date | null;
}

/**
 * The stored text of a draft or version cannot be read: it was written by hand, not by a verb.
 * Programs get 409 with the revision that a PUT replaces.
 */
export class UnreadableError extends RefusedError {
  override readonly status = 409;
  override readonly facts: UnreadableFacts;
  constructor(message: string, facts: UnreadableFacts) {
    super({ pointer: "", message });
    this.facts = facts;
  }
}

/**
 * Levels of nesting up to which a stored text is read. Inputs permit far fewer; a row that was
 * written by hand may have any number.
 */
const readableLevels = 512;

/**
 * Why a stored draft cannot be read, in a sentence that names its template; undefined where it can.
 */
export function unreadableDraft(templateId: string, content: string): string | undefined {
  const wrong = unreadable(content);
  return (
    wrong &&
    `The draft of “${templateId}” cannot be read: ${wrong} Write it again; it is replaced as a whole.`
  );
}

/** Throws {@link UnreadableError} for a stored draft that cannot be read. */
export function assertReadableDraft(
  { templateId, ...facts }: Omit<UnreadableFacts, "version"> & { templateId: string },
  content: string,
): void {
  const sentence = unreadableDraft(templateId, content);
  if (sentence !== undefined) throw new UnreadableError(sentence, { ...facts, version: null });
}

/** A version as its row has it. */
export interface VersionText {
  templateId: string;
  version: number;
  /** JSON text. */
  content: string;
}

/** Reads a stored version; or says why it cannot be read, in a sentence that names it. */
export function readStored(
  stored: VersionText,
): { version: TemplateVersion; samples: TemplateContent["samples"] } | { unreadable: string } {
  const { templateId, version, content } = stored;
  const wrong = unreadable(content);
  if (wrong !== undefined) return { unreadable: versionSentence(stored, wrong) };
  const { data, error } = readTemplateContent(content);
  if (!data) return { unreadable: versionSentence(stored, shapeSentence(error)) };
  const { samples, ...sent } = data;
  const odd = Object.entries(sent.blocks).find(([, block]) => !isObject(block));
  if (odd) return { unreadable: versionSentence(stored, `/blocks/${odd[0]}: must be an object.`) };
  return { version: { templateId, version, ...sent }, samples };
}

function versionSentence({ templateId, version }: VersionText, wrong: string): string {
  return `Version ${version} of “${templateId}” cannot be read: ${wrong} Write it again and publish it, or publish another version.`;
}

function shapeSentence({ issues: [first] }: z.ZodError): string {
  return `${pointerOf(first?.path ?? [])}: ${first?.message ?? "It is no template"}.`;
}

/**
 * What keeps a stored text from being read. A character that cannot be sent is none: publishing
 * reports it.
 */
function unreadable(text: string): string | undefined {
  const wrong = jsonProblem(text, readableLevels);
  return wrong?.rule.startsWith("json.") ? jsonSentence(wrong) : undefined;
}
