import type { Database, Sql } from "@/lib/database/sql";
import { ChainVerifier, type ChainedEvent, type ChainReport, type Head } from "./chain";

/** So many events are in memory at a time, twice. */
const partRows = 5_000;

interface Place {
  seq: number;
  id: string;
}

/**
 * Verifies the whole audit log in one snapshot: each event is unchanged and in its place, and none
 * is missing. The stored hashes are not trusted: the database only joins the columns to texts, with
 * its built-in functions, and the hashes are computed here.
 *
 * @param expected a head that was printed or logged earlier, without which an end that was cut off
 *   together with the head cannot be found
 */
export async function verifyAuditLog(database: Database, expected?: Head): Promise<ChainReport> {
  return database.transaction(async (tx) => {
    await tx.script("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
    const verifier = new ChainVerifier(expected);
    for (
      let rows = await readChain(tx, { seq: -1, id: "00000000-0000-0000-0000-000000000000" });
      rows.length > 0;
    ) {
      const last = rows.length === partRows ? rows.at(-1) : undefined;
      // The database reads on while these are looked at.
      const next = last ? readChain(tx, last) : Promise.resolve([]);
      for (const row of rows) verifier.add(row);
      rows = await next;
    }
    for (const row of await readPlaceless(tx)) verifier.add(row);
    return verifier.end(await readHead(tx));
  });
}

/** The head of the log; undefined where its row is gone. */
export async function readHead(sql: Sql): Promise<Head | undefined> {
  const [head] = await sql.query<Head>(
    "SELECT seq::float8 AS seq, encode(hash, 'hex') AS hash FROM audit_head ORDER BY seq DESC LIMIT 1",
  );
  return head;
}

const lengthOf = (column: string) =>
  `coalesce(octet_length(convert_to(${column}, 'UTF8'))::text, '-')`;
/** As `audit_text` makes it (prisma/migrations), and empty where a column is that may not be. */
const event = `coalesce(coalesce(seq::text, '-') || ' ' || coalesce(encode(prev_hash, 'hex'), '-') || ' ' || id::text || ' '
  || CASE WHEN isfinite(at) THEN ((extract(epoch FROM at) * 1000000)::bigint)::text ELSE '-' END || ' ' || coalesce(service_id::text, '-') || ' '
  || ${lengthOf("actor_kind")} || ' ' || ${lengthOf("actor_id")} || ' ' || ${lengthOf("action")} || ' ' || ${lengthOf("entity_id")} || ' '
  || ${lengthOf("address")} || ' ' || ${lengthOf("snapshot")} || ' '
  || actor_kind || actor_id || action || entity_id || coalesce(address, '') || snapshot, '') AS text, encode(hash, 'hex') AS hash`;

async function readChain(sql: Sql, { seq, id }: Place): Promise<(ChainedEvent & Place)[]> {
  return sql.query<ChainedEvent & Place>(
    `SELECT coalesce(seq, 0)::float8 AS seq, id, ${event} FROM audit_event WHERE (seq, id) > ($1::bigint, $2::uuid) ORDER BY seq, id LIMIT ${partRows}`,
    [seq, id],
  );
}

/** Events without a place: there are none, unless they were inserted by hand. */
async function readPlaceless(sql: Sql): Promise<ChainedEvent[]> {
  return sql.query<ChainedEvent>(
    `SELECT ${event} FROM audit_event WHERE seq IS NULL ORDER BY id LIMIT ${partRows}`,
  );
}
