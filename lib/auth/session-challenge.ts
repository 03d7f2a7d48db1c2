import { isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { challengeMs } from "./passkey";

/**
 * Stores the challenge that a passkey of a session signs, for five minutes; the challenge before is
 * no longer accepted.
 */
export async function noteSessionChallenge(sessionId: string, challenge: string): Promise<void> {
  await database().query(
    "UPDATE session SET challenge = $2, challenge_until = now() + make_interval(secs => $3::float8) WHERE id = $1",
    [sessionId, challenge, challengeMs / 1_000],
  );
}

/** What a passkey was asked to sign in a session: it can be used once, with any result. */
export async function takeSessionChallenge(
  sessionId: string | undefined,
): Promise<string | undefined> {
  if (sessionId === undefined || !isId(sessionId)) return undefined;
  const [row] = await database().query<{ challenge: string | null }>(
    `UPDATE session s SET challenge = NULL, challenge_until = NULL
     FROM (SELECT id, CASE WHEN challenge_until > now() THEN challenge END AS challenge FROM session WHERE id = $1 FOR UPDATE) o
     WHERE s.id = o.id RETURNING o.challenge`,
    [sessionId],
  );
  return row?.challenge ?? undefined;
}
