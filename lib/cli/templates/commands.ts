import { templateDocumentSchema, templateIdText } from "@/lib/inputs/template";
import { schemaProblems } from "@/lib/interface/pointer";
import { checkTemplate } from "@/lib/template/check-template";
import { FileError, type TemplateFiles } from "@/lib/template/files";
import { RemoteError } from "./call";
import { findTemplates, writeSchema, writeTemplate } from "./folders";
import { UnreadableTemplateError, type Remote, type RemoteTemplate } from "./remote";
import { renderedDiff } from "./rendered";
import { byWhom, find, isConflict, isKept, isSame, write, type ServerTemplate } from "./replace";
import { lineOf, templateName, report, warn, type Run } from "./run";
import { worstOfFiles } from "./sizes";

/** Returns whether all went well. */
type Command = (run: Run) => Promise<boolean>;

/** Has something done to one template. A refusal is printed, and keeps no other from its turn. */
async function attempt(
  name: string,
  { print }: Run,
  act: () => Promise<boolean>,
): Promise<boolean> {
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

/**
 * Has something done to every template below a folder. What is said of those that failed comes
 * last, with how many they are: it would be lost above hundreds of others.
 */
async function each(
  run: Run,
  act: (template: TemplateFiles, run: Run) => Promise<boolean>,
): Promise<boolean> {
  const failed: string[][] = [];
  let lines: string[] = [];
  const own = { ...run, print: (line: string) => void lines.push(line) };
  try {
    for (const { name, read } of findTemplates(run.dir)) {
      lines = [];
      if (await attempt(name, own, () => act(read(), own)))
        for (const line of lines) run.print(line);
      else failed.push(lines);
      lines = [];
    }
  } finally {
    // Of one that ended it all, too.
    for (const line of [...failed.flat(), ...lines]) run.print(line);
    if (failed.length > 1) run.print(`${failed.length} templates failed`);
  }
  return failed.length === 0;
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
      print(`${writeTemplate(dir, template) ? "wrote" : "unchanged"}  ${templateName(template)}`);
      state.keep(templateName(template), template.revision);
      return true;
    };
    well = (await attempt(templateName(named), run, act)) && well;
  }
  return well;
};

/**
 * Writes the drafts of all templates below a folder; with `--dry-run` prints what would change
 * instead.
 */
const push: Command = (all) =>
  each(all, async (template, run) => {
    const before = await find(run.remote, template);
    if (isThere(before, template)) {
      if (!run.dryRun) run.state.keep(templateName(template), before.revision);
      run.print(`unchanged  ${templateName(template)}`);
      return true;
    }
    if (run.dryRun) return foresee(template, before, run);
    const put = await write("push", template, before, run);
    if (!put) return false;
    const { created, unchanged, problems, warnings } = put;
    const well = report(
      created ? "created" : unchanged ? "unchanged" : "saved",
      template,
      problems.map(lineOf),
      run,
    );
    for (const { message } of warnings) warn(message, run);
    return well;
  });

/**
 * Whether a server has just what the files say: an unfinished draft stops no member who did not
 * touch it.
 */
function isThere(before: ServerTemplate, template: TemplateFiles): before is RemoteTemplate {
  return (
    before !== undefined && !(before instanceof UnreadableTemplateError) && isSame(before, template)
  );
}

/** What pushing would come to: the server says of a template what its PUT would. */
async function foresee(
  template: TemplateFiles,
  before: ServerTemplate,
  run: Run,
): Promise<boolean> {
  const { remote, print } = run;
  if ((before instanceof UnreadableTemplateError ? before.facts : before)?.archived === true) {
    print(`archived  ${templateName(template)}  It is archived. Restore it first.`);
    return false;
  }
  // An existing template may have an id that new ones may not have.
  const { error } = before ? { error: undefined } : templateIdText.safeParse(template.id);
  const problems = [
    ...(error?.issues.map(({ message }) => `/templateId: ${message}`) ?? []),
    ...documentProblems(template),
  ];
  if (problems.length > 0) return report("invalid", template, problems, run);
  const put = await remote.preview(template);
  if (put.problems.length > 0) return report("invalid", template, put.problems.map(lineOf), run);
  if (await isKept("push", template, before, run)) return false;
  printChange(template, before, run);
  for (const { message } of put.warnings) warn(message, run);
  return true;
}

/** Prints what pushing would change, on each kind of device. */
const diff: Command = (all) =>
  each(all, async (template, run) => {
    const before = await find(run.remote, template);
    printChange(template, before, run);
    return !(before instanceof UnreadableTemplateError);
  });

/** Prints what is other than on the server; all of it where that cannot be read. */
function printChange(template: TemplateFiles, before: ServerTemplate, { print }: Run): void {
  const readable = before instanceof UnreadableTemplateError ? undefined : before;
  if (readable && isSame(readable, template)) return print(`unchanged  ${templateName(template)}`);
  print(
    `${before ? "changed" : "new"}  ${templateName(template)}${before instanceof UnreadableTemplateError ? `  ${before.message}` : ""}`,
  );
  const rendered = renderedDiff(readable, template);
  for (const line of rendered) print(line);
  if (rendered.length === 0) print("  It looks the same on every device.");
}

/** Looks at the files alone: no server is asked. */
const validate: Command = (all) =>
  each(all, async (template, run) => {
    const fileProblems = documentProblems(template);
    const worst = fileProblems.length === 0 ? worstOfFiles(template) : undefined;
    const problems = [...fileProblems, ...(worst?.problems.map(lineOf) ?? [])];
    const well = report(problems.length === 0 ? "valid" : "invalid", template, problems, run);
    for (const { message } of worst?.warnings ?? []) warn(message, run);
    return well;
  });

function documentProblems({
  name,
  tags,
  blocks: writtenBlocks,
  parameters: declared,
  samples,
  languages: translated,
}: TemplateFiles): string[] {
  const parsed = templateDocumentSchema.safeParse({
    name,
    tags,
    blocks: writtenBlocks,
    parameters: declared,
    samples,
    languages: translated,
  });
  if (!parsed.success)
    return schemaProblems(parsed.error).map(({ pointer, message }) => `${pointer}: ${message}`);
  const { blocks, parameters, languages } = parsed.data;
  return checkTemplate(blocks, parameters, languages).map(
    ({ pointer, message }) => `${pointer.replace("/channels/push", "/blocks")}: ${message}`,
  );
}

/**
 * Pushes, then publishes what differs from what is published. What cannot be published is not
 * written either: the next push would not recognise the draft.
 */
const publish: Command = (all) =>
  each(all, async (template, run) => {
    const { remote, print, note, anyway } = run;
    const fileProblems = documentProblems(template);
    if (fileProblems.length === 0 && !anyway)
      fileProblems.push(...worstOfFiles(template).problems.map(lineOf));
    if (fileProblems.length > 0) return report("not published", template, fileProblems, run);
    const before = await find(remote, template);
    const put = await write("publish", template, before, run);
    if (!put) return false;
    if (put.problems.length > 0 && !anyway)
      return report("not published", template, put.problems.map(lineOf), run);
    const now = await remote.read(template);
    // What cannot be read need not say what is published.
    const seen = (before instanceof UnreadableTemplateError ? before.facts : before)?.published;
    const expectedPublished = (before && seen === undefined ? now?.published : seen) ?? null;
    if (now && now.version !== null && now.published === expectedPublished) {
      print(`unchanged  ${templateName(template)}`);
      return true;
    }
    const { version } = await publishSeen(
      template,
      { note, revision: put.revision, expectedPublished, anyway },
      run,
    );
    print(`published  ${templateName(template)}  version ${version}`);
    return true;
  });

/**
 * Publishes the draft that was written and no other. Where another writer was faster, names them.
 */
async function publishSeen(
  template: TemplateFiles,
  input: Parameters<Remote["publish"]>[1],
  { remote }: Run,
) {
  try {
    return await remote.publish(template, input);
  } catch (error) {
    const now = isConflict(error) ? await find(remote, template) : undefined;
    if (!now || now instanceof UnreadableTemplateError || !isConflict(error)) throw error;
    const what = now.version === null ? "changed" : "published";
    throw new RemoteError(error.status, error.message, {
      details: [`It was ${what} ${byWhom(now)}. Pull it first, or publish with --force.`],
    });
  }
}

/** What can be done to templates as files, by its name on the command line. */
export const commands: Readonly<Record<string, Command>> = { pull, push, diff, validate, publish };
