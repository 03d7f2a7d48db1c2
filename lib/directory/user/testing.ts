import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";

/**
 * Stores a user whose attribute `plan` is a text, the attribute with it, and that a campaign was
 * counted for them. For tests.
 */
export async function storeTestUser(
  sql: Sql,
  {
    id = newId(),
    serviceId,
    userid,
    plan,
  }: { id?: string; serviceId: string; userid: string; plan: string },
): Promise<void> {
  await sql.query(
    "INSERT INTO user_attribute (service_id, name, type, description) VALUES ($1, 'plan', 'text', $2) ON CONFLICT DO NOTHING",
    [serviceId, plan],
  );
  await sql.query(
    `INSERT INTO service_user (id, service_id, userid, attributes) SELECT $1, $2, $3, jsonb_build_object(key::text, $4::text) FROM user_attribute WHERE service_id = $2 AND name = 'plan'`,
    [id, serviceId, userid, plan],
  );
  await sql.query(
    "INSERT INTO frequency_count (service_id, userid, orders, last_at) VALUES ($1, $2, '{}', now()) ON CONFLICT DO NOTHING",
    [serviceId, userid],
  );
}
