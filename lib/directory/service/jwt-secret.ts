import { unseal } from "@/lib/auth/seal";
import { jwtSecretPlace } from "@/lib/auth/sealed-places";
import { database } from "@/lib/database/sql";
import { cached } from "@/lib/database/cached";
import { now } from "@/lib/runtime/clock";

interface Row {
  sealed: Uint8Array | null;
  former: Uint8Array | null;
  formerUntil: Date | null;
}

/**
 * The decoded secrets that may have signed a service's JWTs (contract 1): the present one, and the one before as long as both are taken. None when the service has
 * none.
 */
export async function jwtSecretsOf(serviceId: string): Promise<Uint8Array[]> {
  const secrets = await cached("jwt-secrets", serviceId, 5_000, async () => {
    const [row] = await database().query<Row>(
      `SELECT jwt_secret_sealed AS sealed, former_jwt_secret_sealed AS former, former_jwt_until AS "formerUntil" FROM service WHERE id = $1`,
      [serviceId],
    );
    const opened = (sealed: Uint8Array, until: number) => ({
      secret: new Uint8Array(Buffer.from(unseal(sealed, jwtSecretPlace(serviceId)), "base64")),
      until,
    });
    return [
      ...(row?.sealed ? [opened(row.sealed, Infinity)] : []),
      ...(row?.former ? [opened(row.former, row.formerUntil?.getTime() ?? 0)] : []),
    ];
  });
  return secrets.filter(({ until }) => until > now()).map(({ secret }) => secret);
}
