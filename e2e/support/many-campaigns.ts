import { join } from "node:path";
import { openDatabase } from "@/lib/database/open";

/**
 * Run on the folder of a stopped server: makes 1,120 drafts, "Campaign 0001" to "Campaign 0120" among them, and three of "Batch", of which one waits for next year.
 * `node --import tsx e2e/support/many-campaigns.ts FOLDER`
 */
const [folder = ""] = process.argv.slice(2);
const sql = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder }, join(import.meta.dirname, "../.."));
const from = `FROM (SELECT service_id, id FROM app ORDER BY id LIMIT 1) a`;
await sql.query(
  `INSERT INTO campaign (id, service_id, app_id, name, draft, updated_at)
   SELECT gen_random_uuid(), a.service_id, a.id, CASE WHEN n > 120 THEN 'Other ' || n ELSE 'Campaign ' || lpad(n::text, 4, '0') END, '{}',
     now() - n * interval '1 minute' ${from}, generate_series(1, 1120) n`,
);
await sql.query(
  `INSERT INTO campaign (id, service_id, app_id, name, draft, updated_at, state, starts_at, due_at, timezone)
   SELECT gen_random_uuid(), a.service_id, a.id, b.name, '{}', now() - interval '3 days', b.state, b.at, b.at, 'UTC' ${from},
     (VALUES ('Batch one', 'draft', NULL), ('Batch two', 'sent', NULL), ('Batch waiting', 'scheduled', now() + interval '1 year')) b (name, state, at)`,
);
await sql.close();
