import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { hashPushId } from "@/lib/directory/device/register-push-ids";
import { NotFoundError } from "@/lib/verb/errors";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { listRecipientsOf } from "./list-recipients";
import { removeAudience } from "./remove";
import { storeAudience } from "./store";

describe("the recipients of a list", () => {
  let sql: Database;
  let serviceId: string;
  let maya: { actor: ReturnType<typeof testMember> };
  let id: string;

  beforeAll(async () => {
    sql = await openTestDatabase();
    ({ id: serviceId } = await createService({ actor: testOwner() }, { name: "Shop" }));
    await createApp({ actor: testOwner() }, { serviceId, appid: "shop", name: "Shop" });
    maya = { actor: testMember({ [serviceId]: { role: "marketer" } }) };
    const users = Array.from({ length: 119 }, (_, n) => ({
      type: "userid" as const,
      id: `user-${n}`,
      parameters: { name: `No ${n}` },
    }));
    const phone = { type: "ios_pushid" as const, id: "ab".repeat(32), parameters: {} };
    id = await storeAudience(maya, { serviceId, name: "Spring", recipients: [...users, phone] });
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
    for (const [state, kind] of [
      ["active", "ios"],
      ["active", "android"],
      ["retired", "chrome"],
    ] as const) {
      const device = newId();
      await sql.query(
        "INSERT INTO device (id, app_id, kind, pushid, push_hash, state) VALUES ($1, $2, $3, $4, decode($5, 'hex'), $6)",
        [device, app?.id, kind, `p_${kind}`, hashPushId(`p_${kind}`), state],
      );
      await sql.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3)", [
        app?.id,
        "user-1",
        device,
      ]);
    }
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  const page = (query: { text?: string; after?: string; before?: string } = {}) =>
    listRecipientsOf(maya, { id, ...query });

  it("come in their order, each on one page, both ways", async () => {
    const first = await page();
    const second = await page({ after: first.next ?? "" });
    const third = await page({ after: second.next ?? "" });
    expect([first, second, third].map(({ rows }) => rows.length)).toEqual([50, 50, 20]);
    expect([...first.rows, ...second.rows, ...third.rows].map(({ position }) => position)).toEqual(
      Array.from({ length: 120 }, (_, n) => n),
    );
    expect({ next: third.next, total: third.total }).toEqual({ next: null, total: 120 });
    expect((await page({ before: third.previous ?? "" })).rows).toEqual(second.rows);
  });

  it("are listed with their values and with the devices that can be reached", async () => {
    const { rows } = await page();
    expect(rows[0]).toEqual({
      position: 0,
      type: "userid",
      destination: "user-0",
      parameters: { name: "No 0" },
      kinds: [],
    });
    expect(rows[1]?.kinds?.toSorted()).toEqual(["android", "ios"]);
    expect((await page({ text: "abab" })).rows).toMatchObject([
      { type: "ios_pushid", kinds: null },
    ]);
  });

  it("are found by a part of their id, however it is spelled", async () => {
    const { rows, total } = await page({ text: "USER-11" });
    expect([rows.map(({ destination }) => destination), total]).toEqual([
      [
        "user-11",
        "user-110",
        "user-111",
        "user-112",
        "user-113",
        "user-114",
        "user-115",
        "user-116",
        "user-117",
        "user-118",
      ],
      10,
    ]);
    for (const text of ["%", "_", "\0", "\uD800"]) expect((await page({ text })).rows).toEqual([]);
  });

  it("are not visible to members of another service, nor of a list that was removed", async () => {
    const { id: elsewhere } = await createService({ actor: testOwner() }, { name: "Elsewhere" });
    const stranger = { actor: testMember({ [elsewhere]: { role: "owner" } }) };
    await expect(listRecipientsOf(stranger, { id })).rejects.toThrow(NotFoundError);
    await removeAudience(maya, { id });
    await expect(page()).rejects.toThrow(NotFoundError);
  });
});
