import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { publishForTest } from "@/lib/directory/template/testing";
import { readCampaign } from "@/lib/results/read-campaign";
import { sendDue } from "./run";
import { scheduleCampaign } from "./schedule";
import { inAnHour, newDraft, reach, testShop, type TestShop } from "./testing";

describe("a campaign whose template's version cannot be read", () => {
  let sql: Database;
  let shop: TestShop;
  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  }, 120_000);
  afterAll(() => sql.close());

  it.each([true, false])(
    "fails and says so, instead of being sent forever (follows its template: %s)",
    async (followTemplate) => {
      const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
      const job = { actor: { kind: "job" as const, name: "test" } };
      const templateId = `spoiled_${followTemplate}`;
      const blocks = { android: { text: "Hello" } };
      await publishForTest(job, {
        appId: app?.id ?? "",
        templateId,
        name: "Spoiled",
        blocks,
        parameters: [],
      });
      const id = await newDraft(shop);
      const request = JSON.stringify({
        deliverychannel: "push",
        appid: "shop",
        destination: [{ userid: ["u"] }],
        message: { template: templateId },
      });
      await scheduleCampaign(shop.maya, {
        id,
        revision: 1,
        request,
        reach,
        startsAt: inAnHour(),
        timezone: "UTC",
        followTemplate,
      });
      await sql.query(
        "UPDATE template_version SET content = '{nope' WHERE template_id = (SELECT id FROM template WHERE template_id = $1)",
        [templateId],
      );
      forgetCached("template-version");
      await sql.query(
        "UPDATE campaign_order SET due_at = now() - interval '1 minute' WHERE campaign_id = $1",
        [id],
      );
      await sendDue();
      expect(await readCampaign(shop.maya, { id })).toMatchObject({ state: "failed" });
      const [{ refusal } = { refusal: "" }] = await sql.query<{ refusal: string }>(
        "SELECT row_to_json(o)::text AS refusal FROM campaign_order o WHERE campaign_id = $1",
        [id],
      );
      expect(refusal).toContain(`Version 1 of “${templateId}” cannot be read`);
    },
  );
});
