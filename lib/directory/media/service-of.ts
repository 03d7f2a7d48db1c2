import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";

/** The service of a picture of the media library; undefined when there is no such picture. */
export async function serviceOfMedia(sql: Sql, { id }: { id: string }): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await sql.query<{ serviceId: string }>(`SELECT service_id AS "serviceId" FROM media WHERE id = $1`, [id]);
  return row?.serviceId;
}
