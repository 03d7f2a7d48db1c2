import { database, type Sql } from "@/lib/database/sql";
import { namedAttributeSchema, type AttributeType } from "@/lib/inputs/attribute";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { holdAttributes } from "../user/attributes";

/**
 * Removes an attribute from a service: users no longer have it at once, and its values are deleted
 * in the background (`sweepAttributes`). An attribute of the same name may be added again, of any
 * type. Returns how many users had it.
 */
export const removeAttribute = verb({
  action: "attribute.remove",
  input: namedAttributeSchema,
  service: serviceNamed,
  run: async ({ tx, serviceId }, { name }) => {
    await holdAttributes(tx, serviceId);
    const [row] = await tx.query<{ key: number; type: AttributeType; users: number }>(
      `SELECT a.key, a.type, greatest(coalesce((SELECT sum(c.users) FROM user_attribute_count c WHERE c.key = a.key), 0), 0)::int AS users
       FROM user_attribute a WHERE a.service_id = $1 AND a.name = $2 FOR UPDATE`,
      [serviceId, name],
    );
    if (!row) throw new NotFoundError("This attribute");
    const { key, type, users } = row;
    await tx.query("DELETE FROM user_attribute WHERE key = $1", [key]);
    await tx.query("INSERT INTO attribute_removal (key, service_id) VALUES ($1, $2)", [
      key,
      serviceId,
    ]);
    return { row: { users }, entity: name, event: { name, type, users } };
  },
});

/**
 * Deletes the values of a removed attribute from the next users, so many at most; returns how many
 * users were looked at, one more for the removal itself, and 0 once no removed attribute is left. A
 * removal that another process works on is left to it.
 */
export function sweepAttributes(most: number): Promise<number> {
  return database().transaction((tx) => sweepNext(tx, most));
}

async function sweepNext(tx: Sql, most: number): Promise<number> {
  const [removal] = await tx.query<{ key: number; serviceId: string; sweptTo: string }>(
    `SELECT key, service_id AS "serviceId", coalesce(swept_to, '00000000-0000-0000-0000-000000000000') AS "sweptTo" FROM attribute_removal ORDER BY key LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  if (!removal) return 0;
  const { key, serviceId, sweptTo } = removal;
  const users = await tx.query<{ id: string }>(
    "SELECT id FROM service_user WHERE service_id = $1 AND id > $2 ORDER BY id LIMIT $3",
    [serviceId, sweptTo, most],
  );
  const ids = users.map(({ id }) => id);
  const last = ids.at(-1);
  if (last !== undefined) await sweepTo(tx, { key, ids, last });
  else await tx.query("DELETE FROM attribute_removal WHERE key = $1", [key]);
  return ids.length + 1;
}

async function sweepTo(
  tx: Sql,
  { key, ids, last }: { key: number; ids: readonly string[]; last: string },
): Promise<void> {
  await tx.query(
    `WITH named AS (SELECT id FROM service_user WHERE id = ANY($1::uuid[]) AND attributes ? $2::text ORDER BY userid FOR UPDATE)
     UPDATE service_user u SET attributes = u.attributes - $2::text FROM named n WHERE u.id = n.id`,
    [ids, String(key)],
  );
  await tx.query("UPDATE attribute_removal SET swept_to = $2 WHERE key = $1", [key, last]);
}
