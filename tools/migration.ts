import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrationDiff } from "./migration-diff";

/** `npm run db:migration NAME`: writes the migration that leads to the present schema. Offline. */
const name = process.argv[2] ?? "";
if (!/^[a-z0-9_]{3,60}$/.test(name)) {
  process.stderr.write("usage: npm run db:migration NAME   (lower case, digits and _)\n");
  process.exit(2);
}
const sql = await migrationDiff(process.cwd());
if (sql === "") {
  process.stdout.write("Nothing to write: the migrations already lead to the schema.\n");
  process.exit(0);
}
const stamp = new Date().toISOString().replace(/[-:T]/g, "").slice(0, 14);
const folder = join("prisma/migrations", `${stamp}_${name}`);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "migration.sql"), `${sql}\n`);
process.stdout.write(`Wrote ${folder}/migration.sql. Read it before you commit it.\n`);
process.exit(0);
