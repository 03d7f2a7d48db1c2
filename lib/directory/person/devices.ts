import type { Sql } from "@/lib/database/sql";
import { hashSuppressed } from "../suppression/suppressed";
import { tokenHashes, type Person } from "./person";

const batch = 100;

/**
 * Forgets some of a person's devices; of those that they share with others, that they used them.
 * Returns how many.
 */
export async function forgetDevices(tx: Sql, { serviceId, userid }: Person): Promise<number> {
  const used = await tx.query<{ id: string; shared: boolean }>(
    `SELECT d.id, EXISTS (SELECT 1 FROM device_user o WHERE o.device_id = d.id AND o.userid <> $2) AS shared
     FROM app a JOIN device_user u ON u.app_id = a.id JOIN device d ON d.id = u.device_id WHERE a.service_id = $1 AND u.userid = $2 ORDER BY d.id LIMIT ${batch} FOR UPDATE OF d`,
    [serviceId, userid],
  );
  await tx.query("DELETE FROM device_user WHERE userid = $1 AND device_id = ANY($2::uuid[])", [
    userid,
    used.map(({ id }) => id),
  ]);
  await tx.query("DELETE FROM device WHERE id = ANY($1::uuid[])", [
    used.flatMap(({ id, shared }) => (shared ? [] : [id])),
  ]);
  return used.length;
}

const entriesOfPerson = `s.service_id = $1 AND ((s.kind = 'userid' AND s.hash = decode($2, 'hex'))
  OR (s.kind = 'pushid' AND (s.hash = ANY(SELECT decode(h, 'hex') FROM unnest($3::text[]) h) OR s.ios_hash = ANY(SELECT decode(h, 'hex') FROM unnest($3::text[]) h)))) AND (s.value <> '' OR s.note <> '')`;

/**
 * Takes a person's ids out of the suppression list: their hashes stay, so that they go on getting
 * nothing. Returns how many entries.
 */
export async function cleanSuppressions(tx: Sql, person: Person): Promise<number> {
  const rows = await tx.query<{ id: string }>(
    `UPDATE suppression s SET value = '', note = '' WHERE ${entriesOfPerson} RETURNING s.id`,
    [person.serviceId, hashSuppressed(person.userid), tokenHashes(person)],
  );
  return rows.length;
}

/** What a person has in the directory of devices and on the suppression list. */
export async function countDevices(
  sql: Sql,
  person: Person,
): Promise<{ devices: number; suppressions: number }> {
  const [counted] = await sql.query<{ devices: number; suppressions: number }>(
    `SELECT (SELECT count(*)::int FROM app a JOIN device_user u ON u.app_id = a.id WHERE a.service_id = $1 AND u.userid = $4) AS devices,
       (SELECT count(*)::int FROM suppression s WHERE ${entriesOfPerson}) AS suppressions`,
    [person.serviceId, hashSuppressed(person.userid), tokenHashes(person), person.userid],
  );
  return { devices: counted?.devices ?? 0, suppressions: counted?.suppressions ?? 0 };
}
