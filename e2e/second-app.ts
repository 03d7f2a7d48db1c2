import { join } from "node:path";
import { openDatabase } from "@/lib/database/open";
import { newId } from "@/lib/database/id";

/** Run beside a server that is not running: puts a second app into the service of its sandbox. `node --import tsx e2e/second-app.ts FOLDER` */
const [folder = ""] = process.argv.slice(2);
const sql = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder }, join(import.meta.dirname, ".."));
await sql.query(
  `INSERT INTO app (id, service_id, appid, name, client_key) SELECT $1, service_id, 'kiosk', 'Kiosk', 'ck_second_app' FROM app WHERE appid = 'sandbox'`,
  [newId()],
);
await sql.close();
