import { join } from "node:path";
import { openDatabase } from "@/lib/database/open";

/** Run on the folder of a stopped server: prints the audit log as the last line, JSON, with whose doing each was. `node --import tsx tests/processes/print-audit-events.ts FOLDER` */
const [folder = ""] = process.argv.slice(2);
const database = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder }, join(import.meta.dirname, "../.."));
const events = await database.query<{ action: string; serviceId: string | null; email: string | null }>(
  `SELECT e.action, e.service_id AS "serviceId", m.email FROM audit_event e LEFT JOIN member m ON m.id::text = e.actor_id ORDER BY e.id`,
);
await database.close();
process.stdout.write(`\n${JSON.stringify(events)}\n`);
