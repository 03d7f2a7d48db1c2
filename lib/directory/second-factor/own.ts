import { memberIdOf } from "@/lib/auth/member";
import { relyingParty } from "@/lib/auth/passkey";
import { nothingSchema } from "@/lib/inputs/nothing";
import { view } from "@/lib/verb/view";

/** A passkey in the list of its member. */
export interface PasskeyRow {
  id: string;
  name: string;
  /** ISO 8601, UTC, as the next one. */
  createdAt: string;
  /** Null where it was never used. */
  usedAt: string | null;
}

/** The second factors of a member, as they see them. No secret is in it. */
export interface OwnFactors {
  /** Since when there is an authenticator app: ISO 8601, UTC. */
  appSince: string | null;
  passkeys: PasskeyRow[];
  /** Recovery codes that were not used. */
  codesLeft: number;
  /** Whether browsers make passkeys for this console. */
  passkeysPossible: boolean;
}

/** The second factors of the signed-in member. */
export const readOwnFactors = view(
  "member.changeSecondFactor",
  nothingSchema,
  () => null,
  async ({ sql, actor }): Promise<OwnFactors> => {
    const id = memberIdOf(actor);
    const [row] = await sql.query<{ since: Date | null; codes: number }>(
      `SELECT (SELECT created_at FROM authenticator_app WHERE member_id = $1) AS since,
         (SELECT count(*)::int FROM recovery_code WHERE member_id = $1) AS codes`,
      [id],
    );
    const passkeys = await sql.query<{ id: string; name: string; createdAt: Date; usedAt: Date | null }>(
      `SELECT id, name, created_at AS "createdAt", used_at AS "usedAt" FROM passkey WHERE member_id = $1 ORDER BY id`,
      [id],
    );
    return {
      appSince: row?.since?.toISOString() ?? null,
      passkeys: passkeys.map(({ createdAt, usedAt, ...passkey }) => ({
        ...passkey,
        createdAt: createdAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      })),
      codesLeft: row?.codes ?? 0,
      passkeysPossible: relyingParty() !== undefined,
    };
  },
);
