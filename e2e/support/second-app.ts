import { join } from "node:path";
import { openDatabase } from "@/lib/database/open";
import { newId } from "@/lib/database/id";

/** Run on the folder of a stopped server: puts a second app into the service of its sandbox. `node --import tsx e2e/support/second-app.ts FOLDER` */
const [folder = ""] = process.argv.slice(2);
const sql = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder }, join(import.meta.dirname, "../.."));
await sql.query(
  `INSERT INTO app (id, service_id, appid, name, client_key) SELECT $1, service_id, 'kiosk', 'Kiosk', 'ck_second_app' FROM app WHERE appid = 'sandbox'`,
  [newId()],
);
// Sealed for the other app, so that they open nothing: this app's people have no devices that anything could be sent to.
for (const provider of ["fcm", "apns", "hms", "webpush"])
  await sql.query(
    `INSERT INTO credential (id, app_id, provider, settings, secret_sealed, updated_at)
     SELECT $1, k.id, c.provider, c.settings, c.secret_sealed, now() FROM app k, credential c JOIN app s ON s.id = c.app_id
     WHERE k.appid = 'kiosk' AND s.appid = 'sandbox' AND c.provider = $2`,
    [newId(), provider],
  );
await sql.close();
