import { newId } from "../../lib/database/id";
import type { Workspace } from "./fixtures";

/** Puts a second app, Kiosk, into the service of a workspace. */
export async function addKiosk({ query, serviceId, appId, mark }: Workspace): Promise<void> {
  const kiosk = newId();
  await query(
    "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, $3, 'Kiosk', $4)",
    [kiosk, serviceId, `kiosk-${mark}`, `ck_kiosk_${mark}`],
  );
  // Sealed for the other app, so that they open nothing: this app's people have no devices that
  // anything could be sent to.
  await query(
    `INSERT INTO credential (id, app_id, provider, settings, secret_sealed, updated_at)
     SELECT gen_random_uuid(), $1, provider, settings, secret_sealed, now() FROM credential WHERE app_id = $2`,
    [kiosk, appId],
  );
}
