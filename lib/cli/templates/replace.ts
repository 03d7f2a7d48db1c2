import { canonicalJson } from "@/lib/interface/canonical-json";
import { canonicalContent } from "@/lib/template/content";
import type { TemplateFiles } from "@/lib/template/files";
import { RemoteError } from "./call";
import {
  UnreadableTemplateError,
  type PutAnswer,
  type Remote,
  type RemoteTemplate,
  type TemplateName,
} from "./remote";
import { templateName, type Run } from "./run";

/**
 * What a server has of a template: what it says, or why that cannot be read; undefined where it has
 * none.
 */
export type ServerTemplate = RemoteTemplate | UnreadableTemplateError | undefined;

/** Asks what a server has. What cannot be read can be replaced, so that it is an answer. */
export async function find(
  remote: Remote,
  named: TemplateName,
  version?: number,
): Promise<ServerTemplate> {
  try {
    return await remote.read(named, version);
  } catch (error) {
    if (error instanceof UnreadableTemplateError) return error;
    throw error;
  }
}

/**
 * Writes one draft in the place of the one that was found, and of no other, unless it is forced.
 * Returns undefined, and prints the reason, where unpublished words of another user would be lost.
 */
export async function write(
  command: "push" | "publish",
  template: TemplateFiles,
  before: ServerTemplate,
  run: Run,
): Promise<PutAnswer | undefined> {
  const { remote, state, force } = run;
  if (await isKept(command, template, before, run)) return undefined;
  const seen = (before instanceof UnreadableTemplateError ? before.facts : before)?.revision;
  try {
    const answer = await remote.put(template, force ? undefined : (seen ?? 0));
    state.keep(templateName(template), answer.revision);
    return answer;
  } catch (error) {
    const now = isConflict(error) ? await find(remote, template) : undefined;
    // Archived, or created and archived: neither a pull nor --force would help.
    if (!now || now instanceof UnreadableTemplateError || now.archived || now.revision === seen)
      throw error;
    notPushed(command, template, now, run);
    return undefined;
  }
}

/** Whether a server refused because what it has is other than was believed. */
export function isConflict(error: unknown): error is RemoteError {
  return error instanceof RemoteError && error.status === 409;
}

/**
 * Whether what a server has must not be written over, which is said then. Says what is written over
 * although the folder does not know it.
 */
export async function isKept(
  command: "push" | "publish",
  template: TemplateFiles,
  before: ServerTemplate,
  run: Run,
): Promise<boolean> {
  if (before === undefined) return false;
  if (
    before instanceof UnreadableTemplateError
      ? isForeignUnreadable(template, before, run)
      : await isForeign(before, template, run)
  ) {
    notPushed(command, template, before, run);
    return true;
  }
  if (!(before instanceof UnreadableTemplateError)) noteSince(before, template, run);
  return false;
}

function notPushed(
  command: "push" | "publish",
  named: TemplateName,
  now: RemoteTemplate | UnreadableTemplateError,
  { print }: Run,
): void {
  const start = `not pushed  ${templateName(named)}`;
  if (now instanceof UnreadableTemplateError)
    return print(
      `${start}  ${now.message} It was saved ${byWhom(now.facts ?? {})}. To replace it, ${command} with --force.`,
    );
  print(
    `${start}  Its draft was changed ${byWhom(now)}. Pull it first, or ${command} with --force.`,
  );
}

/** Whose the draft or the version is that a server has, and since when. */
export function byWhom({ by, at }: Pick<RemoteTemplate, "by" | "at">): string {
  if (at == null) return "in the console or by another person";
  const minute = `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `by ${by ?? "a program"} on ${minute}`;
}

/**
 * Prints it where a template was changed and published since this folder was pulled from it or
 * pushed to it: nothing is lost, since the history has it, and publishing replaces it all the same.
 * Publishing raises the revision of a draft by one, each save by one more.
 */
function noteSince(
  before: RemoteTemplate,
  template: TemplateFiles,
  { state, complain }: Run,
): void {
  const lastRevision = state.revisionOf(templateName(before));
  if (
    lastRevision === undefined ||
    before.version === null ||
    before.revision <= lastRevision + 1 ||
    said(before) === said(template)
  )
    return;
  complain(
    `note  ${templateName(before)}  Since you pulled or pushed it, it was changed, and version ${before.version} published ${byWhom(before)}. These files take its place; it stays in the history.`,
  );
}

/**
 * Whether what a server has would be lost and is not this folder's: a draft that says neither what
 * the files say nor what is published, of another revision than was pulled into the folder or
 * pushed from it. What is published stays in the history.
 */
async function isForeign(
  before: RemoteTemplate,
  template: TemplateFiles,
  { remote, state, force }: Run,
): Promise<boolean> {
  const { version, revision, published } = before;
  if (
    force ||
    version !== null ||
    state.revisionOf(templateName(before)) === revision ||
    said(before) === said(template)
  )
    return false;
  const sent = published === null ? undefined : await find(remote, before, published);
  return (
    sent === undefined || sent instanceof UnreadableTemplateError || said(before) !== said(sent)
  );
}

/** {@link isForeign} for what cannot be read, since the folder did not write that draft. */
function isForeignUnreadable(
  named: TemplateName,
  { facts }: UnreadableTemplateError,
  { state, force }: Run,
): boolean {
  if (force) return false;
  return (
    facts === undefined ||
    (facts.version === null && state.revisionOf(templateName(named)) !== facts.revision)
  );
}

/** What a template says, in one form: what its author left out is the default, in any order. */
function said({ blocks, parameters, samples, languages }: TemplateFiles): string {
  return canonicalContent({ blocks, parameters, samples, languages });
}

/** Whether two say the same, by the same name and tags. */
export function isSame(one: TemplateFiles, other: TemplateFiles): boolean {
  return (
    one.name === other.name &&
    canonicalJson(one.tags) === canonicalJson(other.tags) &&
    said(one) === said(other)
  );
}
