import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { publishTemplate } from "@/lib/directory/template/publish";
import { saveCampaign } from "./save";
import { scheduleCampaign } from "./schedule";
import { testShop, type TestShop } from "./testing";

const job = { actor: { kind: "job" as const, name: "test" } };

describe.each(testDatabases())("the template of a scheduled campaign on $name", ({ open }) => {
  let sql: Database;
  let shop: TestShop;
  beforeAll(async () => {
    sql = await open();
    shop = await testShop(sql);
    await publish("First");
  });
  afterAll(() => sql.close());

  const publish = async (text: string) => {
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = 'shop'");
    await publishTemplate(job, { appId: app?.id ?? "", templateId: "later", name: "Later", blocks: { android: { text } }, parameters: [] });
  };
  const schedule = async (template: string, followTemplate?: boolean) => {
    const request = JSON.stringify({ deliverychannel: "push", appid: "shop", destination: [{ userid: ["u"] }], message: { template } });
    const saved = await saveCampaign(shop.maya, { campaign: { id: null, revision: 0, name: "Later", appid: "shop", draft: "{}" } });
    if (saved.kind !== "saved") throw new Error(saved.kind);
    const startsAt = new Date(Date.now() + 3_600_000).toISOString();
    const reach = { audienceId: null, moreAppids: [] };
    await scheduleCampaign(shop.maya, {
      id: saved.id,
      revision: saved.revision,
      startsAt,
      timezone: "UTC",
      request,
      reach,
      followTemplate,
    });
    const [row] = await sql.query<{ request: string }>("SELECT request FROM campaign WHERE id = $1", [saved.id]);
    return (JSON.parse(row?.request ?? "{}") as { message: { template: string } }).message.template;
  };

  it("is the version that it was confirmed with, unless it is to follow the newest", async () => {
    expect(await schedule("later")).toBe("later@1");
    await publish("Second");
    expect(await schedule("later")).toBe("later@2");
    expect(await schedule("later@1")).toBe("later@1");
    expect(await schedule("later", true)).toBe("later");
  });
});
