import { hash } from "node:crypto";
import { performance } from "node:perf_hooks";
import { ChainVerifier } from "@/lib/directory/audit/chain";
import { chainOf, eventOf, putChain } from "@/lib/directory/audit/testing";
import { verifyAuditLog } from "@/lib/directory/audit/verify";
import { openBenchDatabase } from "./database";

/**
 * How long looking at the chain of a million audit events takes: of rows in memory, compared with
 * bare SHA-256 of as many texts as long, and with reading them from PostgreSQL. Milliseconds, best
 * of three. Run: `npm run bench:audit`; `-- --events=100000` for a shorter log.
 */
const count = Number(
  process.argv.find((argument) => argument.startsWith("--events="))?.slice(9) ?? 1_000_000,
);
const rounds = 3;

const rows = chainOf(count);
const events = rows.map(eventOf);
const bytes = "x".repeat(
  Math.round(
    events.slice(0, 1_000).reduce((sum, { text }) => sum + text.length, 0) / Math.min(count, 1_000),
  ),
);

const hashing = await best(() => {
  for (let n = 0; n < count; n += 1) hash("sha256", bytes, "hex");
});
let sound = true;
const looking = await best(() => {
  const verifier = new ChainVerifier();
  for (const event of events) verifier.add(event);
  sound &&= verifier.end(rows.at(-1)).wrong === 0;
});
const database = await openBenchDatabase();
await putChain(database, rows);
await database.script("VACUUM ANALYZE audit_event");
const reading = await best(async () => {
  const report = await verifyAuditLog(database);
  sound &&= report.wrong === 0 && report.events === count;
});
await database.close();

const printRate = (what: string, ms: number) =>
  process.stdout.write(
    `${what.padEnd(36)} ${ms.toFixed(0).padStart(6)} ms   ${Math.round(count / (ms / 1_000)).toLocaleString("en")} a second\n`,
  );
printRate(`SHA-256 of ${bytes.length} bytes each`, hashing);
printRate("looking at rows in memory", looking);
printRate("reading from PostgreSQL and looking", reading);
if (!sound) process.stdout.write("VOID: the chain is not what it should be\n");
const ratio = (of: number) => Math.round((of / hashing) * 100) / 100;
process.stdout.write(
  `${JSON.stringify({ bench: "audit", ratios: { "looking / SHA-256": ratio(looking), "reading from PostgreSQL and looking / SHA-256": ratio(reading) } })}\n`,
);
process.exit(sound ? 0 : 1);

async function best(run: () => unknown): Promise<number> {
  let least = Infinity;
  for (let turn = 0; turn < rounds; turn += 1) {
    const began = performance.now();
    await run();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}
