import type { Sql } from "@/lib/database/sql";
import { rejectInput } from "@/lib/verb/errors";

/**
 * Refuses, at `/name`, a name that another app of the service has, in any case; until the
 * transaction ends no other call can use it there. No unique index does this: a start creates its
 * apps with any name.
 *
 * @param own id of the app that is renamed
 */
export async function assertFreeAppName(
  tx: Sql,
  serviceId: string,
  name: string,
  own: string | null = null,
): Promise<void> {
  await tx.query("SELECT 1 FROM service WHERE id = $1 FOR NO KEY UPDATE", [serviceId]);
  const [namesake] = await tx.query<{ id: string }>(
    "SELECT id FROM app WHERE service_id = $1 AND lower(name) = lower($2) AND id IS DISTINCT FROM $3::uuid LIMIT 1",
    [serviceId, name, own],
  );
  if (namesake)
    rejectInput("Another app of this service has this name. Choose a different one.", "/name");
}
