import { seal, unseal, UnsealError } from "@/lib/auth/seal";
import { appSecretPlace, jwtSecretPlace } from "@/lib/auth/sealed-places";
import { StartError } from "@/lib/config/start-error";
import { database } from "@/lib/database/sql";

const name = "app_secret_check";

/**
 * Throws {@link StartError} when what this database keeps sealed was sealed with another
 * `APP_SECRET`: thrown at the start, not with the first message. The first process on a database
 * leaves something sealed there for this check.
 */
export async function assertAppSecret(): Promise<void> {
  try {
    const [secret] = await database().query<{ serviceId: string; sealed: Uint8Array }>(
      'SELECT service_id AS "serviceId", sealed FROM jwt_secret LIMIT 1',
    );
    if (secret) unseal(secret.sealed, jwtSecretPlace(secret.serviceId));
    await database().query(
      "INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
      [name, Buffer.from(seal("opened", appSecretPlace)).toString("base64")],
    );
    const [check] = await database().query<{ value: string }>(
      "SELECT value FROM setting WHERE name = $1",
      [name],
    );
    unseal(Buffer.from(check?.value ?? "", "base64"), appSecretPlace);
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    throw new StartError(
      "APP_SECRET is not the one that this database's secrets are sealed with: set APP_SECRET to that one, or put the file app-secret that held it back into DATA_DIR.",
    );
  }
}
