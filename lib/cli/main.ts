import { parseArgs } from "node:util";
import { pathFault, wholePath } from "@/lib/config/written";
import { FileError } from "@/lib/template/files";
import { printable } from "./printable";
import { RemoteError } from "./templates/call";
import { commands } from "./templates/commands";
import { remoteAt } from "./templates/remote";
import type { Run } from "./templates/run";
import { readSettings, type Settings } from "./templates/settings";
import { readState } from "./templates/state";

const usage = `usage: clarion templates pull|push|diff|validate|publish DIR

  pull      write every template of the service below DIR, a folder each
  push      write the drafts of all templates below DIR   --dry-run prints what would change
  diff      print what pushing would change, on each kind of device
  validate  check the files without a server
  publish   push, then publish what differs               --note "what is new"
            --anyway publishes what allowed values make too large

A draft that was changed in the console or by another person is not replaced. The command says who changed it and when:
pull it first, or use --force.

CLARION_URL names the server, such as https://push.example.com; CLARION_KEY is a service key
with the scopes templates:read, templates:write and templates:publish.

Other commands: clarion audit verify, clarion database url|copy,
clarion installation state|move|copy`;

/**
 * Runs one command line; answers the exit status. What it prints of a server, of files and of
 * arguments is printable.
 */
export async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  complain: (line: string) => void,
): Promise<number> {
  const parsed = argumentsOf(args);
  if ("wrong" in parsed) {
    complain(`${printable(parsed.wrong)}\n\n${usage}`);
    return 1;
  }
  const { positionals, values } = parsed;
  const [subject, name = "", dir, ...rest] = positionals;
  if (values.help) {
    print(usage);
    return 0;
  }
  const command =
    subject === "templates" && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || dir === undefined || rest.length > 0) {
    complain(usage);
    return 1;
  }
  const fault = pathFault(dir);
  if (fault !== undefined) {
    complain(`${printable(dir)}: ${fault}.`);
    return 1;
  }
  const settings = name === "validate" ? { origin: "", key: "" } : readSettings(environment);
  if ("problem" in settings) {
    complain(settings.problem);
    return 1;
  }
  const { "dry-run": dryRun, force, anyway, note } = values;
  return runOn(wholePath(dir), command, settings, {
    print: (line) => print(printable(line)),
    complain: (line) => complain(printable(line)),
    dryRun,
    force,
    anyway,
    note,
  });
}

/** Runs one command on a folder; answers the exit status. */
async function runOn(
  dir: string,
  command: (run: Run) => Promise<boolean>,
  settings: Settings,
  options: Omit<Run, "dir" | "remote" | "state">,
): Promise<number> {
  try {
    const state = readState(dir, settings.origin);
    try {
      return (await command({ ...options, dir, remote: remoteAt(settings), state })) ? 0 : 1;
    } finally {
      state.write();
    }
  } catch (error) {
    if (!(error instanceof FileError || error instanceof RemoteError)) throw error;
    options.complain(error.message);
    if (error instanceof RemoteError)
      for (const line of error.details) options.complain(`  ${line}`);
    return 1;
  }
}

function argumentsOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "dry-run": { type: "boolean", default: false },
        force: { type: "boolean", default: false },
        anyway: { type: "boolean", default: false },
        note: { type: "string", default: "" },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : "This cannot be read." };
  }
}
