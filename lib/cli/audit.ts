import { parseArgs } from "node:util";
import { parseEnvironment } from "@/lib/config/environment";
import { StartError } from "@/lib/config/start-error";
import { attachLocal } from "@/lib/database/local";
import { openServer } from "@/lib/database/server";
import type { Database } from "@/lib/database/sql";
import { StatementError } from "@/lib/database/statement-error";
import type { ChainReport, Head } from "@/lib/directory/audit/chain";
import { verifyAuditLog } from "@/lib/directory/audit/verify";

const usage = `usage: clarion audit verify [--head SEQ:HASH]

Verifies the whole audit log: that no event was changed, moved or removed.
Exits with 1 and lists the problems if there are any.

  --head    a head that was printed or logged earlier; required to detect that the end was cut off together with the head

DATABASE_URL or DATA_DIR names the database, as for the server.`;

/** A relation or a column that is not there. */
const unmade = ["42P01", "42703"];

/** Runs one command line of `clarion audit`; answers the exit status: 0 where the log is whole. */
export async function run(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
  complain: (line: string) => void,
): Promise<number> {
  const options = optionsOf(args);
  if (options === "help") {
    print(usage);
    return 0;
  }
  if (options === undefined) {
    complain(usage);
    return 1;
  }
  try {
    const database = await open(environment);
    try {
      return printReport(await verifyAuditLog(database, options.head), print, complain);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof StartError) complain(error.message);
    else if (error instanceof StatementError && unmade.includes(error.code ?? ""))
      complain(
        "The audit log of this database has no chain yet. Start this version of Clarion on it once.",
      );
    else throw error;
    return 1;
  }
}

function optionsOf(args: readonly string[]): { head?: Head } | "help" | undefined {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { head: { type: "string" }, help: { type: "boolean", default: false } },
    });
    if (values.help) return "help";
    if (positionals.join(" ") !== "audit verify") return undefined;
    if (values.head === undefined) return {};
    const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values.head) ?? [];
    return seq === undefined || hash === undefined
      ? undefined
      : { head: { seq: Number(seq), hash } };
  } catch {
    return undefined;
  }
}

/** Opens what there is, and makes and migrates nothing. Throws {@link StartError}. */
async function open(environment: Readonly<Record<string, string | undefined>>): Promise<Database> {
  const {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATA_DIR: folder,
  } = parseEnvironment({ ...environment });
  if (url !== undefined) return openServer(url, { directUrl });
  return attachLocal(folder);
}

function printReport(
  { events, head, findings, wrong }: ChainReport,
  print: (line: string) => void,
  complain: (line: string) => void,
): number {
  for (const { text } of findings) complain(text);
  if (wrong > findings.length)
    complain(`And ${(wrong - findings.length).toLocaleString("en")} more.`);
  const counted = `${events.toLocaleString("en")} ${events === 1 ? "event" : "events"}`;
  print(
    wrong === 0
      ? `The audit log is whole: ${counted}.`
      : `The audit log is not whole: ${wrong.toLocaleString("en")} wrong in ${counted}.`,
  );
  print(`head ${head.seq}:${head.hash}`);
  return wrong === 0 ? 0 : 1;
}
