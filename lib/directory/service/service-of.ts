import { isId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";

/** The service of a service key, revoked or not; undefined when there is no such key. */
export async function serviceOfServiceKey(sql: Sql, { id }: { id: string }): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await sql.query<{ serviceId: string }>(`SELECT service_id AS "serviceId" FROM service_key WHERE id = $1`, [id]);
  return row?.serviceId;
}

/** The service of a JWT secret; undefined when there is no such secret. */
export async function serviceOfJwtSecret(sql: Sql, { id }: { id: string }): Promise<string | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await sql.query<{ serviceId: string }>(`SELECT service_id AS "serviceId" FROM jwt_secret WHERE id = $1`, [id]);
  return row?.serviceId;
}
