import { templateDocumentSchema } from "@/lib/inputs/template";
import { pointerOf } from "@/lib/interface/pointer";
import { checkTemplate } from "@/lib/template/check-template";
import { filesOf, readTemplates, writeSchema, writeTemplate, type TemplateFiles } from "./files";
import type { Remote } from "./remote";
import { renderedDiff } from "./rendered";

/** Prints a line. */
export type Print = (line: string) => void;

interface Options {
  dryRun: boolean;
  note: string;
}

type Command = (dir: string, remote: Remote, print: Print, options: Options) => Promise<boolean>;

const nameOf = ({ appid, id }: { appid: string; id: string }) => `${appid}/${id}`;
const isSame = (one: TemplateFiles, other: TemplateFiles) => JSON.stringify([...filesOf(one)]) === JSON.stringify([...filesOf(other)]);

/** Writes every template of the service below a folder. */
const pull: Command = async (dir, remote, print) => {
  const all = await remote.list();
  writeSchema(dir, await remote.schema());
  for (const named of all) {
    const template = await remote.read(named);
    if (template) print(`${writeTemplate(dir, template) ? "wrote" : "unchanged"}  ${nameOf(template)}`);
  }
  return true;
};

/** Writes the drafts of all templates below a folder; with `--dry-run` prints what would change instead. */
const push: Command = async (dir, remote, print, { dryRun }) => {
  let well = true;
  for (const template of readTemplates(dir)) {
    if (dryRun) {
      await tell(template, remote, print);
      continue;
    }
    const { created, unchanged, problems } = await remote.put(template);
    print(`${created ? "created" : unchanged ? "unchanged" : "saved"}  ${nameOf(template)}`);
    for (const { pointer, message } of problems) print(`  ${pointer}: ${message}`);
    well = well && problems.length === 0;
  }
  return well;
};

/** Prints what pushing would change, on each kind of device. */
const diff: Command = async (dir, remote, print) => {
  for (const template of readTemplates(dir)) await tell(template, remote, print);
  return true;
};

async function tell(template: TemplateFiles, remote: Remote, print: Print): Promise<void> {
  const before = await remote.read(template);
  if (before && isSame(before, template)) return print(`unchanged  ${nameOf(template)}`);
  print(`${before ? "changed" : "new"}  ${nameOf(template)}`);
  const rendered = renderedDiff(before, template);
  for (const line of rendered) print(line);
  if (rendered.length === 0) print("  It looks the same on every device.");
}

/** Looks at the files alone: no server is asked. */
const validate: Command = async (dir, _remote, print) => {
  let well = true;
  for (const template of readTemplates(dir)) {
    const problems = problemsOf(template);
    print(`${problems.length === 0 ? "valid" : "invalid"}  ${nameOf(template)}`);
    for (const line of problems) print(`  ${line}`);
    well = well && problems.length === 0;
  }
  return well;
};

function problemsOf({ name, tags, blocks: written, parameters: declared, samples }: TemplateFiles): string[] {
  const parsed = templateDocumentSchema.safeParse({ name, tags, blocks: written, parameters: declared, samples });
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${pointerOf(path)}: ${message}`);
  const { blocks, parameters } = parsed.data;
  return checkTemplate(blocks, parameters).map(({ pointer, message }) => `${pointer.replace("/channels/push", "/blocks")}: ${message}`);
}

/** Pushes, then publishes what differs from what is published. Nothing is published of a template that cannot be. */
const publish: Command = async (dir, remote, print, { note }) => {
  let well = true;
  for (const template of readTemplates(dir)) {
    const { problems } = await remote.put(template);
    for (const { pointer, message } of problems) print(`  ${pointer}: ${message}`);
    if (problems.length > 0) {
      print(`not published  ${nameOf(template)}`);
      well = false;
      continue;
    }
    const now = await remote.read(template);
    if (!now || now.version !== null) {
      print(`unchanged  ${nameOf(template)}`);
      continue;
    }
    const { version } = await remote.publish(template, { note, expectedPublished: now.published });
    print(`published  ${nameOf(template)}  version ${version}`);
  }
  return well;
};

/** What can be done to templates as files, by its name on the command line. */
export const commands: Readonly<Record<string, Command>> = { pull, push, diff, validate, publish };
