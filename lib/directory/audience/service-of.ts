import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";

/** The service of a list, removed or not; undefined when there is no such list. */
export async function serviceOfAudience(sql: Sql, { id }: { id: string }): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await sql.query<{ serviceId: string }>(`SELECT service_id AS "serviceId" FROM audience WHERE id = $1`, [id]);
  return row?.serviceId;
}
