import type { z } from "zod";
import { languageName } from "@/lib/compose/language-name";
import { placeOf } from "@/lib/compose/place";
import type { PutTemplate } from "@/lib/directory/template/put";
import { headlineOf } from "@/lib/findings/headline";
import { asSentence, sentenceOf, type Answer, type AnswerProblem } from "@/lib/inputs/answer";
import type { putTemplateSchema } from "@/lib/inputs/template";
import { writeJson } from "@/lib/interface/exact-json";
import { utf8Bytes } from "@/lib/interface/text";
import { mostContentBytes } from "@/lib/template/content";
import type { TemplateFiles } from "@/lib/template/files";
import type { FoundTemplate } from "./read-zip";

/** A template as the service takes it. */
export type TemplateInput = z.input<typeof putTemplateSchema>;

/** What becomes of a template of a file. */
export type ImportStatus = "new" | "changed" | "unchanged" | "refused" | "imported";

/** A template of a file, with what importing it comes to. */
export interface PlannedTemplate {
  name: string;
  status: ImportStatus;
  /** Why it is refused; else what keeps its draft from being published as it is. */
  problems: readonly string[];
  /** What is written; absent where it is refused. */
  input?: TemplateInput;
}

/** What comes first is to be looked at first. */
const order: readonly ImportStatus[] = ["refused", "new", "changed", "imported", "unchanged"];
/** Bytes and templates of one call at most; the server takes a million bytes, and 200. */
const most = { bytes: 600_000, templates: 50 };

/**
 * A template of a file, before the service was asked: what it can be asked for, or why it need not
 * be.
 */
export function candidateOf(entry: FoundTemplate, appids: ReadonlySet<string>): PlannedTemplate {
  const { name } = entry;
  if ("why" in entry) return { name, status: "refused", problems: [entry.why] };
  const { template } = entry;
  if (!appids.has(template.appid))
    return { name, status: "refused", problems: [`This service has no app “${template.appid}”.`] };
  const input = inputOf(template);
  if (utf8Bytes(writeJson(input)) > mostContentBytes)
    return {
      name,
      status: "refused",
      problems: [`A template takes at most ${mostContentBytes.toLocaleString("en")} bytes.`],
    };
  return { name, status: "new", problems: [], input };
}

/** What the service says of a candidate. */
export function plannedOf(
  candidate: PlannedTemplate,
  answer: Answer<PutTemplate>,
): PlannedTemplate {
  if (!answer.ok) return refusedOf(candidate, answer);
  const { created, unchanged, revision, problems } = answer.value;
  return {
    ...candidate,
    status: created ? "new" : unchanged ? "unchanged" : "changed",
    problems: [...new Set(problems.map((one) => wordsOf(one, candidate)))],
    // The revision guards changes that another member saves in the meantime.
    ...(candidate.input && { input: { ...candidate.input, revision } }),
  };
}

/** Returns a template as rejected, with the reasons. */
export function refusedOf(
  { name }: PlannedTemplate,
  answer: Answer<unknown> & { ok: false },
): PlannedTemplate {
  return {
    name,
    status: "refused",
    problems:
      answer.problems.length > 1
        ? answer.problems.map(({ message }) => message)
        : [sentenceOf(answer)],
  };
}

/** Those that writing would change. */
export function isWritten({ status }: PlannedTemplate): boolean {
  return status === "new" || status === "changed";
}

/** In the order in which they are read. */
export function inOrder(planned: readonly PlannedTemplate[]): PlannedTemplate[] {
  const placeOf = ({ status, problems }: PlannedTemplate) =>
    order.indexOf(status) * 2 + (problems.length > 0 ? 0 : 1);
  return planned.toSorted(
    (one, other) => placeOf(one) - placeOf(other) || (one.name < other.name ? -1 : 1),
  );
}

/** Parts that one call takes. */
export function batchesOf<T extends { input: TemplateInput }>(all: readonly T[]): T[][] {
  const batches: T[][] = [];
  let bytes = 0;
  for (const one of all) {
    const size = utf8Bytes(JSON.stringify(one.input));
    const last = batches.at(-1);
    if (last && last.length < most.templates && bytes + size <= most.bytes) {
      last.push(one);
      bytes += size;
    } else {
      batches.push([one]);
      bytes = size;
    }
  }
  return batches;
}

/** Where something is wrong, and what, in the words of the editor. */
function wordsOf({ pointer, message, rule }: AnswerProblem, { input }: PlannedTemplate): string {
  if (!rule) return asSentence(message);
  const [, language] = /^\/languages\/(\d+)/.exec(pointer) ?? [];
  const inRequest = pointer.replace(/^\/blocks/, "/channels/push");
  const where =
    language === undefined
      ? placeOf(inRequest).label
      : languageName(input?.languages?.[Number(language)]?.language ?? "");
  return `${where}: ${headlineOf({ rule, message, pointer: inRequest })}`;
}

function inputOf({ id, tags, blocks, ...rest }: TemplateFiles): TemplateInput {
  // As it was written: the service reads it.
  return { ...rest, templateId: id, tags, blocks } as TemplateInput;
}
