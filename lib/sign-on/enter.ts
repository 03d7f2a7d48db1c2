import { beginSession, type SessionRef } from "@/lib/auth/sessions";
import { repeatedTransaction } from "@/lib/database/repeat";
import { database, type Sql } from "@/lib/database/sql";
import { log } from "@/lib/log/log";
import { presentClient } from "@/lib/verb/client";
import { admit, type Admission } from "./admit";
import type { Connection } from "./connection";
import { SignOnError } from "./faults";
import type { SignOnReturn } from "./finish";
import { personOf, type Claims } from "./person";
import { storeTrial } from "./trials";

/** What a test run showed: every claim, and what they would give. */
export interface Trial {
  claims: Claims | null;
  outcome: Pick<Admission, "email" | "how" | "changes"> | null;
  /** Why it came to nothing. */
  refused: string | null;
}

/**
 * Admits a user who came back from their provider, and begins a session like any other. Throws
 * `SignOnError`.
 */
export async function enter(
  { connection, claims }: SignOnReturn,
  userAgent: string | undefined,
): Promise<SessionRef> {
  const person = personOf(await claims(), connection);
  const address = presentClient();
  const { memberId, sessionEpoch } = await repeatedTransaction((tx) =>
    admit(tx, connection, person, address),
  );
  await prove(database(), connection);
  // Here the house's second factor would be asked for. It is not: whether one is needed is the
  // provider's business, where it is set up for all that people use.
  const sessionId = await beginSession(memberId, sessionEpoch, {
    address: address ?? undefined,
    userAgent,
  });
  return { memberId, sessionId };
}

class UndoneError extends Error {}

/**
 * Does as {@link enter} would, and undoes it: answers the id by which the member whose test run it
 * is reads what it showed.
 */
export async function tryOut(
  { connection, claims }: SignOnReturn,
  testerId: string,
): Promise<string> {
  const trial: Trial = { claims: null, outcome: null, refused: null };
  try {
    trial.claims = await claims();
    const person = personOf(trial.claims, connection);
    await database()
      .transaction(async (tx) => {
        trial.outcome = await admit(tx, connection, person, null);
        throw new UndoneError("tried");
      })
      .catch((error: unknown) => {
        if (!(error instanceof UndoneError)) throw error;
      });
  } catch (error) {
    if (!(error instanceof SignOnError)) throw error;
    log().info(
      { connection: connection.id, reason: error.reason },
      "a test run of single sign-on came to nothing",
    );
    trial.refused = error.message;
  }
  if (trial.claims) await prove(database(), connection);
  return storeTrial(connection.id, testerId, trial);
}

/** Notes that a provider answered as it should, with the connection as it is set up now. */
async function prove(sql: Sql, { id, provenAt, updatedAt }: Connection): Promise<void> {
  if (provenAt !== null) return;
  await sql.query(
    "UPDATE sign_on_connection SET proven_at = now() WHERE id = $1 AND updated_at = $2",
    [id, updatedAt],
  );
}
