import { Pool } from "undici";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { exchangeText } from "@/lib/updates/exchange";
import { identityHeaders } from "@/lib/updates/sign";

const atOnce = 1_000;

interface WaitingUpdate {
  messageId: string;
  id: string;
  url: string;
  body: Buffer;
}

/**
 * Sends all updates that wait, as the smallest program would that loses none: for each thousand a
 * statement that leases them, the calls over so many keep-alive connections, each with its exchange
 * as the console shows it, and a transaction that stores what came of them. No order,
 * no fairness, no limits of origins, no address guard and no retries. While one thousand is sent
 * the next is leased and the last is stored.
 */
export async function sendLeast(
  sql: Database,
  { origin, connections }: { origin: string; connections: number },
): Promise<void> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const lane = async () => {
    for (;;) {
      const rows = await lease(sql);
      if (rows.length === 0) return;
      await store(sql, await callAll(pool, rows, connections));
    }
  };
  await Promise.all([lane(), lane()]);
  await pool.close();
}

function lease(sql: Database): Promise<WaitingUpdate[]> {
  return sql.query<WaitingUpdate>(
    `UPDATE "update" u SET lease_token = $1, next_at = now() + interval '30 seconds' FROM (
       SELECT message_id, id FROM "update" WHERE next_at <= now() ORDER BY service_id, origin, next_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED) c
     WHERE u.message_id = c.message_id AND u.id = c.id RETURNING u.message_id AS "messageId", u.id, u.url, u.body`,
    [newId()],
  );
}

type PostedUpdate = WaitingUpdate & {
  at: Date;
  durationMs: number;
  status: number;
  exchange: string;
};

async function callAll(
  pool: Pool,
  rows: readonly WaitingUpdate[],
  connections: number,
): Promise<PostedUpdate[]> {
  const sent: PostedUpdate[] = [];
  const queue = rows.values();
  const connection = async () => {
    for (const row of queue) {
      const at = new Date();
      const headers = {
        "content-type": "application/json; charset=utf-8",
        ...identityHeaders(row.id, Math.floor(at.getTime() / 1_000)),
      };
      const { pathname: path } = new URL(row.url);
      const answer = await pool.request({ method: "POST", path, headers, body: row.body });
      const body = await answer.body.text();
      const exchange = exchangeText(
        { url: row.url, authHeaders: {}, headers, bodyBytes: row.body.byteLength, secrets: [] },
        { status: answer.statusCode, headers: answer.headers, body },
      );
      const durationMs = Math.round(Date.now() - at.getTime());
      sent.push({ ...row, at, durationMs, status: answer.statusCode, exchange });
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return sent;
}

async function store(sql: Database, sent: readonly PostedUpdate[]): Promise<void> {
  const column = <T>(read: (one: PostedUpdate) => T) => sent.map(read);
  const ids = column(({ id }) => id);
  const statuses = column(({ status }) => status);
  await sql.transaction(async (tx) => {
    await tx.query(
      `UPDATE "update" u SET state = 'sent', attempts = 1, lease_token = NULL, last_status = r.status, next_at = NULL, sent_at = now()
       FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS r(m, id, status) WHERE u.message_id = r.m AND u.id = r.id`,
      [column(({ messageId }) => messageId), ids, statuses],
    );
    await tx.query(
      `INSERT INTO update_attempt (update_id, id, at, duration_ms, status, exchange)
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::int[], $5::smallint[], $6::text[])`,
      [
        ids,
        column(() => newId()),
        column(({ at }) => at.toISOString()),
        column(({ durationMs }) => durationMs),
        statuses,
        column(({ exchange }) => exchange),
      ],
    );
  });
}
