import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { parseEnvironment } from "@/lib/config/environment";
import { StartError } from "@/lib/config/start-error";
import { copyDatabase, type DatabaseCopy } from "@/lib/database/copy";
import { runningUrl, serveLocal } from "@/lib/database/local";
import { runCommand, type Print, type Variables } from "./command";

const usage = `usage: clarion database url
       clarion database copy --to URL [--as-copy]

url   prints the address of the database for psql, pg_dump and other tools:
      DATABASE_DIRECT_URL or DATABASE_URL, or that of the local database in DATA_DIR
      while Clarion runs
copy  copies the whole database to an empty one of another PostgreSQL server:
      one snapshot, compared table by table before it counts. Stop Clarion first.
      The copy takes the place of the original, and sends. With --as-copy it sends
      nothing until an owner confirms it in the console.

DATABASE_URL or DATA_DIR names the database, as for the server.`;

// Built, this lies one folder below the root.
const root = join(import.meta.dirname, import.meta.filename.endsWith(".ts") ? "../.." : "..");

/** Runs one command line of `clarion database`; returns the exit status. */
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
    run: async (command: "url" | CopyCommand) => {
      if (command === "url") print(databaseUrl(environment));
      else await copy(environment, command, print);
      return 0;
    },
  });
}

interface CopyCommand {
  to: string;
  asCopy: boolean;
}

function commandOf(args: readonly string[]): "help" | "url" | CopyCommand | undefined {
  try {
    const options = {
      to: { type: "string" },
      "as-copy": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    } as const;
    const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
    if (values.help) return "help";
    const name = positionals.join(" ");
    const { to, "as-copy": asCopy } = values;
    if (name === "database url" && to === undefined && !asCopy) return "url";
    return name === "database copy" && to !== undefined ? { to, asCopy } : undefined;
  } catch {
    return undefined;
  }
}

/** @throws {StartError} when no Clarion runs on DATA_DIR */
function databaseUrl(environment: Variables): string {
  const {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATA_DIR: folder,
  } = parseEnvironment({ ...environment });
  if (url !== undefined) return directUrl ?? url;
  const running = runningUrl(folder);
  if (running === undefined)
    throw new StartError(
      `No Clarion runs on DATA_DIR (${resolve(folder)}). Start it: the local database listens only while Clarion runs.`,
    );
  return running;
}

async function copy(
  environment: Variables,
  { to, asCopy }: CopyCommand,
  print: Print,
): Promise<void> {
  const {
    DATABASE_URL: pooledUrl,
    DATABASE_DIRECT_URL: directUrl,
    DATA_DIR: folder,
    APP_SECRET: secret,
    MEDIA_BUCKET: bucket,
  } = parseEnvironment({ ...environment });
  const url = directUrl ?? pooledUrl;
  const source =
    url === undefined ? await serveLocal(folder) : { url, stop: () => Promise.resolve() };
  try {
    const result = await copyDatabase(
      { from: source.url, to, asCopy },
      join(root, "prisma/migrations"),
      (name, rows) => print(`${name}: ${counted(rows, "row")}`),
    );
    print(report(result, asCopy));
    print(
      nextSteps({
        folder: resolve(folder),
        hasSecret: secret !== undefined,
        hasBucket: bucket !== undefined,
        asCopy,
      }),
    );
  } finally {
    await source.stop();
  }
}

function report(
  { tables, inFlight: { deliveries, updates, jobs, campaigns } }: DatabaseCopy,
  asCopy: boolean,
): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const work = [
    counted(deliveries, "delivery", "deliveries"),
    counted(updates, "update"),
    counted(jobs, "job"),
    counted(campaigns, "campaign"),
  ];
  return `
Copied ${counted(tables.length, "table")} with ${counted(rows, "row")}; both databases have the same rows.
In flight: ${work.join(", ")}. They go on when ${asCopy ? "an owner confirms the copy in its console" : "Clarion starts on the copy"}.`;
}

function nextSteps({
  folder,
  hasSecret,
  hasBucket,
  asCopy,
}: {
  folder: string;
  hasSecret: boolean;
  hasBucket: boolean;
  asCopy: boolean;
}): string {
  const steps = [
    "Set DATABASE_URL to the address of the copy, for each process.",
    ...(hasSecret
      ? []
      : [`Set APP_SECRET to the content of ${join(folder, "app-secret")}, for each process.`]),
    ...(hasBucket
      ? []
      : [
          `For processes on other machines, copy ${join(folder, "media")} to a bucket and set MEDIA_BUCKET.`,
        ]),
    `Start the first process with this DATA_DIR: ${join(folder, "answers")} has answers of providers that the database may lack.`,
    asCopy
      ? "Clarion sends nothing from the copy until an owner confirms it in its console."
      : "Do not start Clarion on the old database again: it would send the same messages.",
  ];
  return `Next:\n${steps.map((step, n) => `${n + 1}. ${step}`).join("\n")}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
