import { worstProblems, type WorstProblems } from "@/lib/compose/worst-case";
import { templateDocumentSchema, templateIdText } from "@/lib/inputs/template";
import { pointerOf } from "@/lib/interface/pointer";
import { checkTemplate } from "@/lib/template/check-template";
import { templateContentSchema } from "@/lib/template/content";
import { FileError, type TemplateFiles } from "@/lib/template/files";
import { canonicalJson } from "@/lib/verb/canonical-json";
import { findTemplates, writeSchema, writeTemplate } from "./folders";
import { RemoteError } from "./call";
import type { PutAnswer, Remote, RemoteTemplate } from "./remote";
import { draftOf, renderedDiff } from "./rendered";
import type { FolderState } from "./state";

/** Prints a line. */
export type Print = (line: string) => void;

/** What a command is run with. */
interface Run {
  dir: string;
  remote: Remote;
  /** What the folder knows of the server. */
  state: FolderState;
  print: Print;
  /** Prints what is no part of the answer: whoever reads a log should see it. */
  complain: Print;
  dryRun: boolean;
  /** Whether drafts that the folder does not know are written over, whatever is saved meanwhile. */
  force: boolean;
  /** Whether what the longest values that it allows make too large is published all the same. */
  anyway: boolean;
  note: string;
}

/** Answers whether all went well. */
type Command = (run: Run) => Promise<boolean>;

const nameOf = ({ appid, id }: { appid: string; id: string }) => `${appid}/${id}`;

const lineOf = ({ pointer, message }: { pointer: string; message: string }) => `${pointer}: ${message}`;

/** Prints what became of a template, and what is wrong with it. Answers whether that is nothing. */
function report(word: string, template: TemplateFiles, problems: readonly string[], { print }: Run): boolean {
  print(`${word}  ${nameOf(template)}`);
  for (const line of problems) print(`  ${line}`);
  return problems.length === 0;
}

/** Says what is doubtful, and nothing to fail for. */
function warn(message: string, { print }: Run): void {
  print(`  warning: ${message}`);
}

/** Has something done to one template. One that is refused is told of, and keeps no other from its turn. */
async function attempt(name: string, { print }: Run, act: () => Promise<boolean>): Promise<boolean> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof FileError) print(`invalid  ${name}  ${error.message}`);
    else if (error instanceof RemoteError && !error.isFinal) {
      print(`refused  ${name}  ${error.message}`);
      for (const line of error.details) print(`  ${line}`);
    } else throw error;
    return false;
  }
}

/** Has something done to every template below a folder. */
async function each(run: Run, act: (template: TemplateFiles) => Promise<boolean>): Promise<boolean> {
  let well = true;
  for (const { name, read } of findTemplates(run.dir)) well = (await attempt(name, run, () => act(read()))) && well;
  return well;
}

/** Writes every template of the service below a folder. */
const pull: Command = async (run) => {
  const { dir, remote, state, print } = run;
  const all = await remote.list();
  writeSchema(dir, await remote.schema());
  let well = true;
  for (const named of all) {
    const act = async () => {
      const template = await remote.read(named);
      if (!template) return true;
      print(`${writeTemplate(dir, template) ? "wrote" : "unchanged"}  ${nameOf(template)}`);
      state.keep(nameOf(template), template.revision);
      return true;
    };
    well = (await attempt(nameOf(named), run, act)) && well;
  }
  return well;
};

/** Writes the drafts of all templates below a folder; with `--dry-run` prints what would change instead. */
const push: Command = (run) =>
  each(run, async (template) => {
    if (run.dryRun) return foresee(template, run);
    const put = await write("push", template, await run.remote.read(template), run);
    if (!put) return false;
    const { created, unchanged, problems, warnings } = put;
    const well = report(created ? "created" : unchanged ? "unchanged" : "saved", template, problems.map(lineOf), run);
    for (const { message } of warnings) warn(message, run);
    return well;
  });

/** What pushing would come to. */
async function foresee(template: TemplateFiles, run: Run): Promise<boolean> {
  const { remote, print } = run;
  const before = await remote.read(template);
  if (before?.archived && !isSame(before, template)) {
    print(`archived  ${nameOf(template)}  It is archived. Restore it first.`);
    return false;
  }
  // Who is there already may be called as nobody new is.
  const { error } = before ? { error: undefined } : templateIdText.safeParse(template.id);
  const problems = [...(error?.issues.map(({ message }) => `/templateId: ${message}`) ?? []), ...problemsOf(template)];
  if (problems.length > 0) return report("invalid", template, problems, run);
  if (before && (await isForeign(before, template, run))) return notPushed("push", before, run);
  if (before) noteSince(before, template, run);
  tell(template, before, print);
  return true;
}

/**
 * Writes one draft in the place of the one that was read, and of no other, unless it is forced. Answers undefined, and says why, where somebody's words that nobody
 * published would be lost.
 */
async function write(
  command: "push" | "publish",
  template: TemplateFiles,
  before: RemoteTemplate | undefined,
  run: Run,
): Promise<PutAnswer | undefined> {
  const { remote, state, force } = run;
  if (before && (await isForeign(before, template, run))) return void notPushed(command, before, run);
  if (before) noteSince(before, template, run);
  const seen = before?.revision ?? 0;
  try {
    const answer = await remote.put(template, force ? undefined : seen);
    state.keep(nameOf(template), answer.revision);
    return answer;
  } catch (error) {
    const now = isConflict(error) ? await remote.read(template) : undefined;
    // Archived, or made and archived: no pull and no force would help.
    if (!now || now.archived || now.revision === seen) throw error;
    return void notPushed(command, now, run);
  }
}

function isConflict(error: unknown): error is RemoteError {
  return error instanceof RemoteError && error.status === 409;
}

function notPushed(command: "push" | "publish", now: RemoteTemplate, { print }: Run): false {
  print(`not pushed  ${nameOf(now)}  Its draft was changed ${byWhom(now)}. Pull it first, or ${command} with --force.`);
  return false;
}

/** Whose the draft or the version is that a server has, and since when. */
function byWhom({ by, at }: RemoteTemplate): string {
  if (at == null) return "in the console or by somebody else";
  const minute = `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `by ${by ?? "a program"} on ${minute}`;
}

/**
 * Says so where somebody changed a template and published it since this folder was pulled from it or pushed to it: nothing is lost, since the history has it, and
 * whoever publishes takes it back all the same. Publishing raises the revision of a draft by one, each save by one more.
 */
function noteSince(before: RemoteTemplate, template: TemplateFiles, { state, complain }: Run): void {
  const known = state.revisionOf(nameOf(before));
  if (known === undefined || before.version === null || before.revision <= known + 1 || said(before) === said(template)) return;
  complain(
    `note  ${nameOf(before)}  Since you pulled or pushed it, it was changed, and version ${before.version} published ${byWhom(before)}. These files take its place; it stays in the history.`,
  );
}

/**
 * Whether what a server has would be lost and is not this folder's: a draft that says neither what the files say nor what is published, of another revision than
 * was pulled into the folder or pushed from it. What is published stays in the history.
 */
async function isForeign(before: RemoteTemplate, template: TemplateFiles, { remote, state, force }: Run): Promise<boolean> {
  const { version, revision, published } = before;
  if (force || version !== null || state.revisionOf(nameOf(before)) === revision || said(before) === said(template)) return false;
  const sent = published === null ? undefined : await remote.read(before, published);
  return sent === undefined || said(before) !== said(sent);
}

/** What a template says, in one form: what its author left out is the default, in whatever order it stands. */
function said({ blocks, parameters, samples, languages }: TemplateFiles): string {
  const content = { blocks, parameters, samples, languages };
  return canonicalJson(templateContentSchema.safeParse(content).data ?? content);
}

function isSame(one: TemplateFiles, other: TemplateFiles): boolean {
  return one.name === other.name && canonicalJson(one.tags) === canonicalJson(other.tags) && said(one) === said(other);
}

/** Prints what pushing would change, on each kind of device. */
const diff: Command = (run) =>
  each(run, async (template) => {
    tell(template, await run.remote.read(template), run.print);
    return true;
  });

function tell(template: TemplateFiles, before: RemoteTemplate | undefined, print: Print): void {
  if (before && isSame(before, template)) return print(`unchanged  ${nameOf(template)}`);
  print(`${before ? "changed" : "new"}  ${nameOf(template)}`);
  const rendered = renderedDiff(before, template);
  for (const line of rendered) print(line);
  if (rendered.length === 0) print("  It looks the same on every device.");
}

/** Looks at the files alone: no server is asked. */
const validate: Command = (run) =>
  each(run, async (template) => {
    const found = problemsOf(template);
    const worst = found.length === 0 ? worstOf(template) : undefined;
    const problems = [...found, ...(worst?.problems.map(lineOf) ?? [])];
    const well = report(problems.length === 0 ? "valid" : "invalid", template, problems, run);
    for (const { message } of worst?.warnings ?? []) warn(message, run);
    return well;
  });

/** What becomes too large with the longest values, with any provider: files know nothing of an app's. */
function worstOf(template: TemplateFiles): WorstProblems {
  const { appid, id: templateId } = template;
  return worstProblems(draftOf(template), { appid, templateId, app: undefined });
}

function problemsOf({ name, tags, blocks: written, parameters: declared, samples, languages: translated }: TemplateFiles): string[] {
  const parsed = templateDocumentSchema.safeParse({ name, tags, blocks: written, parameters: declared, samples, languages: translated });
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${pointerOf(path)}: ${message}`);
  const { blocks, parameters, languages } = parsed.data;
  return checkTemplate(blocks, parameters, languages).map(
    ({ pointer, message }) => `${pointer.replace("/channels/push", "/blocks")}: ${message}`,
  );
}

/** Pushes, then publishes what differs from what is published. What cannot be published is not written either: nobody would know the draft the next time. */
const publish: Command = (run) =>
  each(run, async (template) => {
    const { remote, print, note, anyway } = run;
    const found = problemsOf(template);
    if (found.length > 0) return report("not published", template, found, run);
    const before = await remote.read(template);
    const put = await write("publish", template, before, run);
    if (!put) return false;
    if (put.problems.length > 0 && !anyway) return report("not published", template, put.problems.map(lineOf), run);
    const expectedPublished = before?.published ?? null;
    const now = await remote.read(template);
    if (now && now.version !== null && now.published === expectedPublished) {
      print(`unchanged  ${nameOf(template)}`);
      return true;
    }
    const { version } = await publishSeen(template, { note, revision: put.revision, expectedPublished, anyway }, run);
    print(`published  ${nameOf(template)}  version ${version}`);
    return true;
  });

/** Publishes the draft that was written and no other. Where somebody was faster, says who. */
async function publishSeen(template: TemplateFiles, asked: Parameters<Remote["publish"]>[1], { remote }: Run) {
  try {
    return await remote.publish(template, asked);
  } catch (error) {
    const now = isConflict(error) ? await remote.read(template) : undefined;
    if (!now || !isConflict(error)) throw error;
    const what = now.version === null ? "changed" : "published";
    throw new RemoteError(error.status, error.message, [`It was ${what} ${byWhom(now)}. Pull it first, or publish with --force.`]);
  }
}

/** What can be done to templates as files, by its name on the command line. */
export const commands: Readonly<Record<string, Command>> = { pull, push, diff, validate, publish };
