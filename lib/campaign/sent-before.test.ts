import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { nonce } from "./approval/testing";
import { readPlan } from "./read-plan";
import { sendCampaign, undoSend } from "./send";
import { body, orderNow, reach, testShop, type TestShop } from "./testing";

describe("what sending would amount to, after the same was sent", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const lastSent = async (as = shop.maya, request = body) =>
    (await readPlan(as, { request, reach })).lastSent;

  it("says when, by whom and to how many, for an hour", async () => {
    expect(await lastSent()).toBeNull();
    const { campaignId } = await orderNow(shop, { request: body, nonce: nonce(), reach });
    expect(await lastSent()).toMatchObject({ by: "Maya", own: true, recipients: 1 });
    expect(await lastSent(shop.writer)).toMatchObject({ by: "Maya", own: false });
    const at = Date.parse((await lastSent())?.at ?? "");
    expect(Math.abs(Date.now() - at)).toBeLessThan(60_000);
    await sql.query(
      "UPDATE campaign_order SET started_at = now() - interval '61 minutes' WHERE campaign_id = $1",
      [campaignId],
    );
    expect(await lastSent()).toBeNull();
  });

  it("says nothing of another message, another app, or a send that was undone", async () => {
    const request = body.replace("Hello", "Undone");
    const { campaignId } = await sendCampaign(shop.maya, { request, nonce: nonce(), reach });
    expect(await lastSent(shop.maya, request)).toMatchObject({ recipients: 1 });
    expect(await lastSent(shop.maya, body.replace("Hello", "Another"))).toBeNull();
    expect(
      (await readPlan(shop.maya, { request, reach: { ...reach, moreAppids: ["kiosk"] } })).lastSent,
    ).toBeNull();
    expect(
      (await readPlan(shop.maya, { request, reach: { ...reach, language: "de" } })).lastSent,
    ).toBeNull();
    // A damaged id of a list is a problem of the plan, and no failure.
    expect(
      (await readPlan(shop.maya, { request, reach: { ...reach, audienceId: "x" } })).lastSent,
    ).toBeNull();
    await undoSend(shop.maya, { id: campaignId });
    expect(await lastSent(shop.maya, request)).toBeNull();
  });
});
