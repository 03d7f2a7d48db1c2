import { unseal } from "@/lib/auth/seal";
import { jwtSecretPlace } from "@/lib/auth/sealed-places";
import { database } from "@/lib/database/sql";
import { cached } from "@/lib/database/cached";

/** The decoded secret that signs a service's JWTs (contract 1); undefined when the service has none. */
export async function jwtSecretOf(serviceId: string): Promise<Uint8Array | undefined> {
  return cached("jwt-secret", serviceId, 5_000, async () => {
    const rows = await database().query<{ sealed: Uint8Array | null }>("SELECT jwt_secret_sealed AS sealed FROM service WHERE id = $1", [
      serviceId,
    ]);
    const sealed = rows[0]?.sealed;
    return sealed ? new Uint8Array(Buffer.from(unseal(sealed, jwtSecretPlace(serviceId)), "base64")) : undefined;
  });
}
