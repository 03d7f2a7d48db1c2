import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { openAudience, readRecipients } from "@/lib/directory/audience/list";
import { testShop, type TestShop } from "../testing";
import { sharedSnapshot, storeSnapshot } from "./snapshot";

describe("snapshots", () => {
  let sql: Database;
  let shop: TestShop;
  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const store = (part: Partial<Parameters<typeof storeSnapshot>[1]> = {}) =>
    sql.transaction((tx) =>
      storeSnapshot(tx, {
        serviceId: shop.serviceId,
        name: "By start",
        revision: 7,
        parameters: ["name", "town"],
        columns: ["name"],
        key: null,
        orderId: null,
        rows: {
          select: `SELECT CASE WHEN n = 3 THEN 'ios_pushid' ELSE 'userid' END AS destination_type, 'id-' || n AS destination,
             jsonb_build_object('name', repeat('x', n)) AS parameters, -n AS start FROM generate_series(1, $1::int) n`,
          values: [12],
          orderBy: "start, destination",
        },
        ...part,
      }),
    );

  it("have their recipients in the order of their query, and name the largest", async () => {
    const id = await store();
    const recipients = await readRecipients(sql, id, 0, 100);
    expect(recipients.map((one) => one.id)).toEqual(
      Array.from({ length: 12 }, (_, at) => `id-${12 - at}`),
    );
    expect(recipients[9]).toMatchObject({ type: "ios_pushid", parameters: { name: "xxx" } });
    const opened = await openAudience(shop.maya, { id });
    expect(opened).toMatchObject({
      name: "By start",
      revision: 7,
      recipients: 12,
      kinds: { userid: 11, ios_pushid: 1 },
      parameters: ["name", "town"],
      removed: true,
    });
    expect(opened.widest).toEqual([
      { type: "userid", id: "id-12", parameters: { name: "x".repeat(12) } },
    ]);
    const places = await sql.query<{ position: number }>(
      "SELECT position FROM audience_recipient WHERE audience_id = $1 ORDER BY position",
      [id],
    );
    expect(places.map(({ position }) => position)).toEqual([...recipients.keys()]);
  });

  it("without values name the longest identifier of each kind", async () => {
    const rows = {
      select: `SELECT t AS destination_type, d AS destination, '{}'::jsonb AS parameters
        FROM (VALUES ('userid', 'short'), ('userid', 'much longer'), ('hms_pushid', 'one')) v(t, d)`,
      values: [],
      orderBy: "destination",
    };
    const id = await store({ rows, columns: [] });
    const { widest } = await openAudience(shop.maya, { id });
    expect(widest.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual([
      { type: "userid", id: "much longer", parameters: {} },
      { type: "hms_pushid", id: "one", parameters: {} },
    ]);
  });

  it("are shared by plans that need no other values, until an order has them", async () => {
    const { serviceId } = shop;
    const key = newId();
    const id = await store({ key });
    const find = (columns: string[], orderId: string | null = null) =>
      sql.transaction((tx) => sharedSnapshot(tx, { serviceId, key, columns, orderId }));
    expect(await find(["name"])).toBe(id);
    expect(await find([])).toBe(id);
    expect(await find(["town"])).toBeUndefined();
    expect(await find(["name"], newId())).toBe(id);
    expect(await find(["name"], newId())).toBeUndefined();
    await sql.query(
      "UPDATE audience SET order_id = NULL, created_at = now() - interval '11 minutes' WHERE id = $1",
      [id],
    );
    expect(await find(["name"])).toBeUndefined();
  });
});
