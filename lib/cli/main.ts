import { parseArgs } from "node:util";
import { commands } from "./templates/commands";
import { FileError } from "@/lib/template/files";
import { remoteAt, RemoteError } from "./templates/remote";
import { readState } from "./templates/state";

const usage = `usage: clarion templates pull|push|diff|validate|publish DIR

  pull      write every template of the service below DIR, a folder each
  push      write the drafts of all templates below DIR   --dry-run prints what would change
  diff      print what pushing would change, on each kind of device
  validate  look at the files alone
  publish   push, then publish what differs               --note "what is new"

A draft that was changed in the console or by somebody else is kept: pull it first, or --force.

CLARION_URL names the server, such as https://push.example.com; CLARION_KEY is a service key
with the scopes templates:read, templates:write and templates:publish.

Other commands: clarion audit verify`;

/** Runs one command line; answers the exit status. */
export async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  complain: (line: string) => void,
): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        "dry-run": { type: "boolean", default: false },
        force: { type: "boolean", default: false },
        note: { type: "string", default: "" },
        help: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    complain(`${error instanceof Error ? error.message : "This cannot be read."}\n\n${usage}`);
    return 1;
  }
  const { positionals, values } = parsed;
  const [subject, name = "", dir, ...rest] = positionals;
  if (values.help) {
    print(usage);
    return 0;
  }
  const command = subject === "templates" && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || dir === undefined || rest.length > 0) {
    complain(usage);
    return 1;
  }
  const { CLARION_URL: url = "", CLARION_KEY: key = "" } = environment;
  const missing = name === "validate" ? [] : [...(url === "" ? ["CLARION_URL"] : []), ...(key === "" ? ["CLARION_KEY"] : [])];
  if (missing.length > 0) {
    complain(`Set ${missing.join(" and ")}.\n\n${usage}`);
    return 1;
  }
  const remote = remoteAt(url, key);
  const state = readState(dir, remote.origin);
  try {
    return (await command({ dir, remote, state, print, dryRun: values["dry-run"], force: values.force, note: values.note })) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof FileError || error instanceof RemoteError)) throw error;
    complain(error.message);
    return 1;
  } finally {
    state.write();
  }
}
