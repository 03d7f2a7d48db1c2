import type { Sql } from "@/lib/database/sql";

/** Has those wait who add or remove the same file: services share it, and it goes with the last row that names it. Until the transaction ends. */
export async function lockFile(tx: Sql, sha256: string): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`media ${sha256}`]);
}
