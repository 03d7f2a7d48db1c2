import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";

/** Stores a segment of the users with the attribute `plan`. Returns its id. For tests. */
export async function storeTestSegment(
  sql: Sql,
  { id = newId(), serviceId, name }: { id?: string; serviceId: string; name: string },
): Promise<string> {
  const rule = JSON.stringify({ field: "attribute.plan", op: "exists" });
  await sql.query(
    "INSERT INTO segment (id, service_id, name, rule) VALUES ($1, $2, $3, $4::jsonb)",
    [id, serviceId, name, rule],
  );
  return id;
}
