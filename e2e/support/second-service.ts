import { join } from "node:path";
import { hashPassword } from "@/lib/auth/password";
import { newId } from "@/lib/database/id";
import { openDatabase } from "@/lib/database/open";

/**
 * Run on the folder of a stopped server: makes a second service, Bank, with an app and a message, and Vera, who is a viewer of the sandbox's service alone
 * and signs in with the owner's password. Prints the transid. `node --import tsx e2e/support/second-service.ts FOLDER PASSWORD`
 */
const [folder = "", password = ""] = process.argv.slice(2);
const sql = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder }, join(import.meta.dirname, "../.."));
const [serviceId, appId, transid, memberId] = [newId(), newId(), newId(), newId()];
await sql.query("INSERT INTO service (id, name, sandbox) VALUES ($1, 'Bank', false)", [serviceId]);
await sql.query("INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, 'bank', 'Bank app', 'ck_second_service')", [
  appId,
  serviceId,
]);
const request = JSON.stringify({
  deliverychannel: "push",
  appid: "bank",
  destination: [{ userid: ["teller"] }],
  channels: { push: { android: { title: "Statement of June", text: "It is ready." } } },
});
await sql.query(
  `INSERT INTO message (id, service_id, app_id, request, effective_hash, state, accepted_at)
   VALUES ($1, $2, $3, convert_to($4, 'UTF8'), '\\x00'::bytea, 'done', now())`,
  [transid, serviceId, appId, request],
);
await sql.query("INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'vera@example.com', 'Vera', $2)", [
  memberId,
  await hashPassword(password),
]);
await sql.query("INSERT INTO membership (member_id, service_id, role) SELECT $1, id, 'viewer' FROM service WHERE sandbox", [memberId]);
await sql.close();
process.stdout.write(transid);
