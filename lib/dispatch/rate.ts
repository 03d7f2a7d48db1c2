import { database } from "@/lib/database/sql";
import type { ServiceRecord } from "@/lib/directory/service/find";

/** A service may save up this many seconds of its rate. */
const burstSeconds = 2;

/**
 * Consumes a token for each id from the service's token bucket, which is in the database, so that
 * all processes share it (code 7020 counts ids, not requests). A request larger than the whole
 * bucket passes when the bucket is full, and leaves a debt. A clock that is set back removes no
 * tokens. The time is read once the row is locked: by `now()`, a statement that began earlier and
 * got the lock later would have the time between credited twice. It is cut to the milliseconds that
 * the row can store: a rounded one credits the same fraction again with each call.
 *
 * @returns 0 when the tokens were consumed, else the whole seconds to wait before a retry
 */
export async function consumeRateLimit(
  service: Pick<ServiceRecord, "id" | "idsPerSecond">,
  ids: number,
): Promise<number> {
  const rate = service.idsPerSecond;
  if (rate === null) return 0;
  const capacity = rate * burstSeconds;
  const neededTokens = Math.min(ids, capacity);
  const [row] = await database().query<{ wasConsumed: boolean; tokens: number }>(
    `INSERT INTO rate_bucket AS b (service_id, tokens, at) VALUES ($1, $2::float8 - $4::float8, date_trunc('milliseconds', clock_timestamp()))
     ON CONFLICT (service_id) DO UPDATE SET (tokens, at, taken) = (
       SELECT filled.tokens - CASE WHEN filled.tokens >= $5 THEN $4 ELSE 0 END, filled.at, filled.tokens >= $5
       FROM (SELECT LEAST($2, b.tokens + GREATEST(extract(epoch FROM clock.at - b.at), 0) * $3) AS tokens, clock.at
         FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) clock) filled)
     RETURNING taken AS "wasConsumed", tokens`,
    [service.id, capacity, rate, ids, neededTokens],
  );
  if (!row || row.wasConsumed) return 0;
  return Math.max(1, Math.ceil((neededTokens - row.tokens) / rate));
}
