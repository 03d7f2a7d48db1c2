import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Sql } from "./sql";
import { isStatementError } from "./statement-error";

/** Name of the row of `setting` with the place in which the database was last used. */
const placeSetting = "installation_place";

/** Stands for the place of a database that was marked as a copy: it is in none. */
export const copyPlace = "copy";

/**
 * Where a database is, as no copy of it is: the identity of its server and its own in that server,
 * which a dump that is restored elsewhere does not have. Of a local database also the file that
 * marks its folder, by number and time of creation: a copied or restored folder has another one, a
 * renamed folder has the same.
 *
 * @param folder `DATA_DIR` of a local database; undefined for a named one
 */
export async function readPlace(sql: Sql, folder: string | undefined): Promise<string> {
  const [row] = await sql.query<{ oid: string }>(
    "SELECT oid::text AS oid FROM pg_database WHERE datname = current_database()",
  );
  const place = `${await serverIdentity(sql)}/${row?.oid ?? ""}`;
  if (folder === undefined) return place;
  const file = join(folder, "postgresql", "PG_VERSION");
  const { ino, birthtimeMs } = await stat(file, { bigint: true });
  return `${place}/${ino}/${birthtimeMs}`;
}

/** Returns the number that a cluster is created with; empty where a host does not show it. */
async function serverIdentity(sql: Sql): Promise<string> {
  try {
    const [row] = await sql.query<{ identity: string | null }>(
      "SELECT system_identifier::text AS identity FROM pg_control_system()",
    );
    return row?.identity ?? "";
  } catch (error) {
    if (isStatementError(error)) return "";
    throw error;
  }
}

/**
 * The place in which the database was last used; undefined for one that no Clarion has started on,
 * or that was marked as moved.
 */
export async function storedPlace(sql: Sql): Promise<string | undefined> {
  const [row] = await sql.query<{ value: string }>("SELECT value FROM setting WHERE name = $1", [
    placeSetting,
  ]);
  return row?.value;
}

/** Marks the database as moved: the next start takes the place that it finds. */
export async function forgetPlace(sql: Pick<Sql, "query">): Promise<void> {
  await sql.query("DELETE FROM setting WHERE name = $1", [placeSetting]);
}

/** Stores the place in which the database is used, if it has none. */
export async function claimPlace(tx: Sql, place: string): Promise<void> {
  await tx.query(
    "INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
    [placeSetting, place],
  );
}

/** Stores the place in which the database is used. */
export async function storePlace(sql: Pick<Sql, "query">, place: string): Promise<void> {
  await sql.query(
    "INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    [placeSetting, place],
  );
}
