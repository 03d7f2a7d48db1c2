import { z } from "zod";
import { parseJson } from "@/lib/interface/exact-json";
import { jsonProblem, jsonSentence } from "@/lib/interface/json";
import { pointerOf } from "@/lib/interface/pointer";
import type { PushBlocksInput } from "@/lib/interface/request";
import type { TemplateLanguage } from "@/lib/template/languages";
import { templateParametersSchema } from "@/lib/template/parameters";
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
 * What was stored of a template, before texts were judged on the way in, cannot be read. Programs
 * get 409 with the revision that a PUT replaces.
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
 * Levels that everything which reads a stored text gets along with. Texts that are stored now have
 * far fewer.
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

/** A version as its row has it: JSON texts. */
export interface StoredTexts {
  templateId: string;
  version: number;
  blocks: string;
  parameters: string;
  samples: string;
  languages: string;
}

/** What a version says, as it was stored. */
export interface StoredContent {
  blocks: PushBlocksInput;
  parameters: object[];
  samples: unknown[];
  languages: TemplateLanguage[];
}

const object = z.looseObject({});
/** Looser than what is published now: what an older Clarion published goes on being sent. */
const storedShape = z.object({
  blocks: z.looseObject({
    android: object.optional(),
    ios: object.optional(),
    web: object.optional(),
    interactive: object.optional(),
  }),
  parameters: z.array(object),
  samples: z.array(z.unknown()),
  languages: z.array(
    z.object({
      language: z.string(),
      texts: z.array(z.object({ at: z.string(), of: z.string(), text: z.string() })),
    }),
  ),
});

/** Reads a stored version; or says why it cannot be read, in a sentence that names it. */
export function readStored(
  stored: StoredTexts,
): { content: StoredContent } | { unreadable: string } {
  const { blocks, parameters, samples, languages } = stored;
  const text = `{"blocks":${blocks},"parameters":${parameters},"samples":${samples},"languages":${languages}}`;
  const wrong = unreadable(text);
  if (wrong !== undefined) return { unreadable: versionSentence(stored, wrong) };
  const content = parseJson(text) as StoredContent;
  const { error } = storedShape.safeParse(content);
  return error ? { unreadable: versionSentence(stored, shapeSentence(error)) } : { content };
}

/** {@link readStored} for a version that is to be sent. */
export function readSendable(
  stored: Omit<StoredTexts, "samples">,
):
  | { content: Pick<TemplateVersion, "blocks" | "parameters" | "languages"> }
  | { unreadable: string } {
  const read = readStored({ ...stored, samples: "[]" });
  if ("unreadable" in read) return read;
  const { blocks, languages } = read.content;
  const { data: parameters, error } = templateParametersSchema.safeParse(read.content.parameters);
  if (error) return { unreadable: versionSentence(stored, shapeSentence(error, ["parameters"])) };
  return { content: { blocks, parameters, languages } };
}

function versionSentence(
  { templateId, version }: Pick<StoredTexts, "templateId" | "version">,
  wrong: string,
): string {
  return `Version ${version} of “${templateId}” cannot be read: ${wrong} Write it again and publish it, or publish another version.`;
}

function shapeSentence({ issues: [first] }: z.ZodError, within: string[] = []): string {
  return `${pointerOf([...within, ...((first?.path ?? []) as (string | number)[])])}: ${first?.message ?? "It is no template"}.`;
}

/**
 * What keeps a stored text from being read. A character that cannot be sent is none: publishing
 * reports it.
 */
function unreadable(text: string): string | undefined {
  const wrong = jsonProblem(text, readableLevels);
  return wrong?.rule.startsWith("json.") ? jsonSentence(wrong) : undefined;
}
