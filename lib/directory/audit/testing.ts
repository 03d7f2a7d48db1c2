import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { emptyHead, hashOf, type ChainedEvent, type Head } from "./chain";

/** An event by its columns, as a row has them. */
export interface EventRow {
  seq: number;
  prevHash: string;
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  serviceId: string | null;
  actorKind: string;
  actorId: string;
  action: string;
  entityId: string;
  address: string | null;
  snapshot: string;
  hash: string;
}

/** What a row makes, written apart from the SQL that makes it: one is the other's test. */
export function eventOf({ hash, ...row }: EventRow): ChainedEvent {
  const texts = [row.actorKind, row.actorId, row.action, row.entityId, row.address, row.snapshot];
  const lengths = texts.map((text) => (text === null ? "-" : Buffer.byteLength(text)));
  const first = [row.seq, row.prevHash, row.id, row.at * 1_000, row.serviceId ?? "-", ...lengths];
  return { text: `${first.join(" ")} ${texts.join("")}`, hash };
}

/**
 * Events of lists that were renamed, chained one behind the other from the first. For tests and
 * measurements.
 */
export function chainOf(count: number): EventRow[] {
  const rows: EventRow[] = [];
  let last: Head = emptyHead;
  const begin = Date.parse("2026-01-01T00:00:00Z");
  const [actorId, serviceId] = [newId(), newId()];
  for (let n = 0; n < count; n += 1) {
    const row = {
      seq: last.seq + 1,
      prevHash: last.hash,
      id: newId(),
      at: begin + n * 1_000,
      serviceId,
      actorKind: "member",
      actorId,
      action: "audience.change",
      entityId: newId(),
      address: n % 2 === 0 ? "192.0.2.1" : null,
      snapshot: `{"after":{"name":"Été ${n}","test":false},"before":{"name":"Spring","test":true}}`,
    };
    const { hash } = rehashed({ ...row, hash: "" });
    rows.push({ ...row, hash });
    last = { seq: row.seq, hash };
  }
  return rows;
}

/** The row with the hash that fits what it says, as a forger would have it. */
export function rehashed(row: EventRow): EventRow {
  return { ...row, hash: hashOf(eventOf(row).text) };
}

/** Has a database do what its triggers refuse, as its owner could. For tests and measurements. */
export async function withoutTriggers(
  database: Database,
  run: () => Promise<unknown>,
): Promise<void> {
  await database.script("ALTER TABLE audit_event DISABLE TRIGGER USER");
  await run();
  await database.script("ALTER TABLE audit_event ENABLE TRIGGER USER");
}

/**
 * Puts events into a database as they are, behind which the head then stands. For tests and
 * measurements.
 */
export async function putChain(database: Database, rows: readonly EventRow[]): Promise<void> {
  const partRows = 20_000;
  await withoutTriggers(database, async () => {
    for (let from = 0; from < rows.length; from += partRows)
      await database.query(
        `INSERT INTO audit_event (seq, prev_hash, at, id, actor_kind, actor_id, service_id, action, entity_id, address, snapshot, hash)
         SELECT seq, decode("prevHash", 'hex'), to_timestamp(at / 1000), id, "actorKind", "actorId", "serviceId", action, "entityId", address, snapshot,
           decode(hash, 'hex')
         FROM json_to_recordset($1::text::json) AS x(seq bigint, "prevHash" text, at float8, id uuid, "actorKind" text, "actorId" text, "serviceId" uuid,
           action text, "entityId" text, address text, snapshot text, hash text)`,
        [JSON.stringify(rows.slice(from, from + partRows))],
      );
  });
  const last = rows.at(-1);
  if (last)
    await database.query("UPDATE audit_head SET seq = $1, hash = decode($2, 'hex')", [
      last.seq,
      last.hash,
    ]);
}
