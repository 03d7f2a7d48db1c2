import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { sendDue } from "@/lib/campaign/run";
import {
  body,
  draft,
  fillList,
  orderNow,
  people,
  testShop,
  type TestShop,
} from "@/lib/campaign/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { expand } from "@/lib/dispatch/expand";
import { NotFoundError } from "@/lib/verb/errors";
import { eventsOf, expectRights } from "@/lib/verb/testing";
import { exportResults } from "./export";

const as = { actor: testOwner() };

describe("the results of a campaign are handed out", () => {
  let sql: Database;
  let shop: TestShop;
  let id: string;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
    await sql.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'o@a.example', 'O', '') ON CONFLICT DO NOTHING",
      [as.actor.id],
    );
    const audienceId = await fillList(shop, "Everybody", people(1_100));
    const campaign = { ...draft, name: "=Spring" };
    ({ campaignId: id } = await orderNow(shop, {
      request: body,
      nonce: "all",
      reach: { audienceId, moreAppids: ["kiosk"] },
      campaign,
    }));
    await sendDue();
    const rows = await sql.query<{ id: string }>(
      "SELECT id FROM message WHERE state = 'accepted' ORDER BY id",
    );
    await expand(rows.map((row) => row.id));
  });
  afterAll(() => sql.close());

  it("whole, over several parts, one row a delivery with its reason, and the log has it", async () => {
    // What a spreadsheet would run, and what has a comma in it.
    await sql.query(
      `UPDATE delivery SET description = '=1+1, "odd"', kind = 'android', state = 'read', read_at = '2026-01-02T03:04:05Z' WHERE destination = 'customer-7'`,
    );
    const { name, parts } = await exportResults(as, { id });
    expect(name).toBe("=Spring");
    let text = "";
    let partCount = 0;
    for await (const part of parts) {
      text += part;
      partCount += 1;
    }
    expect(partCount).toBe(3);
    const { data } = Papa.parse<Record<string, string>>(text.replace("\uFEFF", ""), {
      header: true,
      skipEmptyLines: true,
    });
    expect(data).toHaveLength(2_200);
    expect(new Set(data.map((row) => `${row["recipient"]} ${row["transid"]}`)).size).toBe(2_200);
    expect(data.find((row) => row["recipient"] === "customer-8")).toMatchObject({
      "kind of id": "userid",
      state: "failed",
      code: "7105",
      read: "",
      queued: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    const odd = data.filter((row) => row["recipient"] === "customer-7");
    expect(odd).toHaveLength(2);
    expect(odd[0]).toMatchObject({
      device: "android",
      state: "read",
      reason: `'=1+1, "odd"`,
      read: "2026-01-02T03:04:05.000Z",
    });
    const [event] = await eventsOf(sql, shop.serviceId, "results.export");
    expect(event?.snapshot).toMatchObject({ name: "=Spring" });
  });

  it("to those who may, of their own service, and of nothing that is not there", async () => {
    const foreign = newId();
    await expectRights(
      sql,
      "results.export",
      exportResults,
      { id },
      { own: shop.serviceId, foreign },
    );
    await expect(exportResults(as, { id: newId() })).rejects.toThrow(NotFoundError);
  });
});
