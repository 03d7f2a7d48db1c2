import { newId } from "../../lib/database/id";
import type { Workspace } from "./fixtures";

/**
 * Makes a second service, Bank, with an app and a message, which the member of a workspace owns as
 * well; and Vera, who is a viewer of the workspace's service alone and has the member's password.
 * Returns the id of the message, the appid of the app, and Vera's e-mail address.
 */
export async function addBank({ query, serviceId, memberId, mark }: Workspace) {
  const [bankId, appId, transid, veraId] = [newId(), newId(), newId(), newId()];
  const [bank, vera] = [`bank-${mark}`, `vera-${mark}@example.com`];
  await query("INSERT INTO service (id, name, sandbox) VALUES ($1, 'Bank', false)", [bankId]);
  await query(
    "INSERT INTO app (id, service_id, appid, name, client_key) VALUES ($1, $2, $3, 'Bank app', $4)",
    [appId, bankId, bank, `ck_bank_${mark}`],
  );
  const request = JSON.stringify({
    deliverychannel: "push",
    appid: bank,
    destination: [{ userid: ["teller"] }],
    channels: { push: { android: { title: "Statement of June", text: "It is ready." } } },
  });
  await query(
    `INSERT INTO message (id, service_id, app_id, request, effective_hash, state, accepted_at)
     VALUES ($1, $2, $3, convert_to($4, 'UTF8'), '\\x00'::bytea, 'done', now())`,
    [transid, bankId, appId, request],
  );
  await query("INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, 'owner')", [
    memberId,
    bankId,
  ]);
  await query(
    "INSERT INTO member (id, email, name, password_hash) SELECT $1, $2, 'Vera', password_hash FROM member WHERE id = $3",
    [veraId, vera, memberId],
  );
  await query("INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, 'viewer')", [
    veraId,
    serviceId,
  ]);
  return { transid, bank, vera };
}
