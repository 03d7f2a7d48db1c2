import type { Sql } from "@/lib/database/sql";
import { rejectInput } from "@/lib/verb/errors";

/**
 * Refuses, at `/name`, a name that another service of the installation has, in any case; until the
 * transaction ends no other call can use it. No unique index does this: a start creates its
 * services with any name.
 *
 * @param own id of the service that is renamed
 */
export async function assertFreeServiceName(
  tx: Sql,
  name: string,
  own: string | null = null,
): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock(7105100, 4)");
  const [namesake] = await tx.query<{ id: string }>(
    "SELECT id FROM service WHERE lower(name) = lower($1) AND id IS DISTINCT FROM $2::uuid LIMIT 1",
    [name, own],
  );
  if (namesake) rejectInput("Another service has this name. Choose a different one.", "/name");
}
