import { unseal } from "@/lib/auth/seal";
import { jwtSecretPlace } from "@/lib/auth/sealed-places";
import { cached } from "@/lib/database/cached";
import { database } from "@/lib/database/sql";
import { now } from "@/lib/runtime/clock";

/** A JWT secret as calls are checked and counted by it. */
export interface JwtSecret {
  id: string;
  /** Decoded. */
  secret: Uint8Array;
}

/** Two at a time: the current one, and its predecessor while both are accepted. */
const most = 2;

/**
 * The secrets that may have signed a service's JWTs (contract 1), the newest first. None when the
 * service has none that still works.
 */
export async function jwtSecretsOf(serviceId: string): Promise<JwtSecret[]> {
  const secrets = await cached("jwt-secrets", serviceId, 5_000, async () => {
    const rows = await database().query<{ id: string; sealed: Uint8Array; expiresAt: Date | null }>(
      `SELECT id, sealed, expires_at AS "expiresAt" FROM jwt_secret WHERE service_id = $1 AND (expires_at IS NULL OR expires_at > now())
       ORDER BY replaced, created_at DESC, id LIMIT ${most}`,
      [serviceId],
    );
    return rows.map(({ id, sealed, expiresAt }) => ({
      id,
      secret: new Uint8Array(Buffer.from(unseal(sealed, jwtSecretPlace(serviceId)), "base64")),
      until: expiresAt?.getTime() ?? Infinity,
    }));
  });
  return secrets.filter(({ until }) => until > now()).map(({ id, secret }) => ({ id, secret }));
}
