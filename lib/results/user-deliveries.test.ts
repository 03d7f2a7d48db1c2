import { afterAll, beforeAll, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { firstIdAt, newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { createService } from "@/lib/directory/service/create";
import { storeTestUser } from "@/lib/directory/user/testing";
import { listUserDeliveries } from "./user-deliveries";

const as = { actor: testOwner() };
let sql: Database;
const id = newId();
let [serviceId, appId] = ["", ""];

beforeAll(async () => {
  sql = await openTestDatabase();
  ({ id: serviceId } = await createService(as, { name: "S", sandbox: false, httpsOnly: false }));
  await testApp(sql, serviceId, "shop");
  const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
  appId = app?.id ?? "";
  await storeTestUser(sql, { id, serviceId, userid: "maya", plan: "gold" });
}, 120_000);
afterAll(() => sql.close(), 60_000);

const send = async (
  transid: string,
  words: string,
  [destination, type]: readonly [string, string] = ["maya", "userid"],
) => {
  await sql.query(
    `INSERT INTO message (id, service_id, app_id, words, title, text, platforms, request, effective_hash, state, accepted_at)
     VALUES ($1, $2, $3, $4, $4, $4, '{android}', ''::bytea, ''::bytea, 'done', now())`,
    [transid, serviceId, appId, words],
  );
  await sql.query(
    `INSERT INTO delivery (message_id, id, service_id, app_id, target, destination, destination_type, kind, pushid, state, queued_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'android', 'p', 'read', now(), now())`,
    [transid, newId(), serviceId, appId, `d-${transid}`, destination, type],
  );
};

it("has what was sent to the user id in 13 months, the latest first, page by page", async () => {
  const yearsAgo = Date.now() - 500 * 86_400_000;
  await send(firstIdAt(yearsAgo), "too old");
  for (let n = 0; n < 55; n += 1) await send(newId(), `message ${n}`);
  await send(newId(), "to another user", ["noah", "userid"]);
  await send(newId(), "to a push id of that name", ["maya", "android_pushid"]);
  const first = await listUserDeliveries(as, { id });
  expect([first.rows.length, first.rows[0]?.words]).toEqual([50, "message 54"]);
  const second = await listUserDeliveries(as, { id, after: first.next ?? "" });
  expect(second.rows.map(({ words }) => words)).toEqual([4, 3, 2, 1, 0].map((n) => `message ${n}`));
  expect(second.next).toBeNull();
});

it("reads the deliveries of one user by their index", async () => {
  const plan = await sql.query<{ "QUERY PLAN": string }>(
    `EXPLAIN SELECT x.id FROM delivery x WHERE x.service_id = $1 AND x.destination = $2 AND x.message_id < $3 ORDER BY x.message_id DESC, x.id DESC LIMIT 51`,
    [serviceId, "maya", newId()],
  );
  expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/recipient|destination/);
});
