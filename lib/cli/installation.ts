import { parseArgs } from "node:util";
import { copyPlace, forgetPlace, readPlace, storedPlace, storePlace } from "@/lib/database/place";
import type { Database } from "@/lib/database/sql";
import { onDatabase, runCommand, type Print, type Variables } from "./command";

const usage = `usage: clarion installation state|move|copy

state  says whether this installation sends, or looks like a copy of another one
move   it is the original, moved or restored: it sends, wherever it is next started
copy   it is a copy: it sends nothing until "move", or until an owner confirms it

DATABASE_URL or DATA_DIR names the database, as for the server. "move" also counts for a
server that is running; "copy" counts from the next start on.`;

const names = ["state", "move", "copy"] as const;
type CommandName = (typeof names)[number];

/** Runs one command line of `clarion installation`; answers the exit status. */
export async function run(
  args: readonly string[],
  environment: Variables,
  print: Print,
  complain: Print,
): Promise<number> {
  return runCommand(commandOf(args), {
    usage,
    print,
    complain,
    run: async (name: CommandName) => {
      print(await onDatabase(environment, (database, folder) => answer(database, name, folder)));
      return 0;
    },
  });
}

async function answer(
  database: Database,
  name: CommandName,
  folder: string | undefined,
): Promise<string> {
  if (name === "move") {
    await forgetPlace(database);
    return "Marked as moved: it sends. Make sure that no other copy of it runs.";
  }
  if (name === "copy") {
    await storePlace(database, copyPlace);
    return "Marked as a copy: it sends nothing from the next start on.";
  }
  const stored = await storedPlace(database);
  return stored === undefined || stored === (await readPlace(database, folder))
    ? "It sends."
    : "It looks like a copy of another installation, and sends nothing.";
}

function commandOf(args: readonly string[]): CommandName | "help" | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: "boolean", default: false } },
    });
    if (values.help) return "help";
    const [subject, name, ...rest] = positionals;
    if (subject !== "installation" || rest.length > 0) return undefined;
    return names.find((one) => one === name);
  } catch {
    return undefined;
  }
}
