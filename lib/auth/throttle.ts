import { createHash } from "node:crypto";
import { database } from "@/lib/database/sql";

/** Failures that cost nothing yet. */
const free = 5;
const firstPauseSeconds = 2;
const longestPauseSeconds = 900;

/**
 * Seconds until another try is allowed for any of the buckets, 0 when at once. Buckets are an e-mail address and a client address:
 * the pause doubles with each failure, survives restarts, and holds in every process. Nobody is locked out for good.
 */
export async function pauseSeconds(buckets: string[]): Promise<number> {
  const rows = await database().query<{ seconds: number }>(
    "SELECT ceil(extract(epoch FROM until - now()))::int AS seconds FROM sign_in_failure WHERE bucket = ANY($1::text[]) AND until > now()",
    [buckets.map(digest)],
  );
  return Math.max(0, ...rows.map((row) => row.seconds));
}

/** Counts a failure in each bucket. */
export async function countFailure(buckets: string[]): Promise<void> {
  await database().query(
    `INSERT INTO sign_in_failure (bucket, count, until) SELECT b, 1, now() FROM unnest($1::text[]) AS b
     ON CONFLICT (bucket) DO UPDATE SET
       count = CASE WHEN sign_in_failure.until < now() - interval '1 hour' THEN 1 ELSE sign_in_failure.count + 1 END,
       until = now() + make_interval(secs => CASE WHEN sign_in_failure.count + 1 <= $2 THEN 0
         ELSE least($4::float8, $3::float8 * power(2, least(20, sign_in_failure.count - $2))) END)`,
    [buckets.map(digest).sort(), free, firstPauseSeconds, longestPauseSeconds],
  );
}

/** Forgets the failures after a success. */
export async function clearFailures(buckets: string[]): Promise<void> {
  await database().query("DELETE FROM sign_in_failure WHERE bucket = ANY($1::text[])", [buckets.map(digest)]);
}

function digest(bucket: string): string {
  return createHash("sha256").update(bucket).digest("base64url");
}
