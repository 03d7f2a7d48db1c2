import { parseArgs } from "node:util";
import type { ChainReport, Head } from "@/lib/directory/audit/chain";
import { verifyAuditLog } from "@/lib/directory/audit/verify";
import { onDatabase, runCommand, type Print, type Variables } from "./command";

const usage = `usage: clarion audit verify [--head SEQ:HASH]

Verifies the whole audit log: that no event was changed, moved or removed.
Exits with 1 and lists the problems if there are any.

  --head    a head that was printed or logged earlier; required to detect that the end was cut off together with the head

DATABASE_URL or DATA_DIR names the database, as for the server.`;

/** Runs one command line of `clarion audit`; answers the exit status: 0 where the log is whole. */
export async function run(
  args: readonly string[],
  environment: Variables,
  print: Print,
  complain: Print,
): Promise<number> {
  return runCommand(optionsOf(args), {
    usage,
    print,
    complain,
    run: ({ head }: AuditCommand) =>
      onDatabase(environment, async (database) =>
        printReport(await verifyAuditLog(database, head), print, complain),
      ),
  });
}

interface AuditCommand {
  head?: Head;
}

function optionsOf(args: readonly string[]): AuditCommand | "help" | undefined {
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

function printReport(
  { events, head, findings, wrong }: ChainReport,
  print: Print,
  complain: Print,
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
