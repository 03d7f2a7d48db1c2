import type { Sql } from "@/lib/database/sql";
import { rejectInput } from "@/lib/verb/errors";

/**
 * The message when another list of the service has a name. The index `audience_name` sees to it
 * that no two do.
 */
export function nameTaken(name: string): string {
  return `A list named “${name}” already exists. Choose another name.`;
}

/**
 * Refuses a name that another list of the service has: asked before a list is filled, so that no
 * upload of half a million recipients is in vain.
 */
export async function refuseTaken(sql: Sql, serviceId: string, name: string): Promise<void> {
  const namesakes = await sql.query(
    "SELECT 1 FROM audience WHERE service_id = $1 AND lower(name) = lower($2) AND ready_at IS NOT NULL AND removed_at IS NULL LIMIT 1",
    [serviceId, name],
  );
  if (namesakes.length > 0) rejectInput(nameTaken(name), "/name");
}
