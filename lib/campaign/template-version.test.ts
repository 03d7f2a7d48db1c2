import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { publishForTest } from "@/lib/directory/template/testing";
import { campaignsUsing } from "@/lib/directory/template/used-by";
import { readCampaign } from "@/lib/results/read-campaign";
import { sendDue } from "./run";
import { scheduleCampaign } from "./schedule";
import { releaseSend, sendCampaign } from "./send";
import { inAnHour, newDraft, reach, testShop, type TestShop } from "./testing";

const job = { actor: { kind: "job" as const, name: "test" } };
let orders = 0;

describe("the template of what was ordered", () => {
  let sql: Database;
  let shop: TestShop;
  const newest = new Map<string, number>();
  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
    for (const appid of ["shop", "kiosk", "kiosk"]) await publish(appid);
  });
  afterAll(() => sql.close());

  const publish = async (appid = "shop") => {
    const [app] = await sql.query<{ id: string }>("SELECT id FROM app WHERE appid = $1", [appid]);
    const blocks = { android: { text: `Text ${(newest.get(appid) ?? 0) + 1} of ${appid}` } };
    const { version } = await publishForTest(job, {
      appId: app?.id ?? "",
      templateId: "later",
      name: "Later",
      blocks,
      parameters: [],
    });
    newest.set(appid, version);
  };
  const request = (template = "later") =>
    JSON.stringify({
      deliverychannel: "push",
      appid: "shop",
      destination: [{ userid: ["u"] }],
      message: { template },
    });
  const schedule = async (
    options: {
      template?: string;
      followTemplate?: boolean;
      templateVersion?: number;
      moreAppids?: string[];
    } = {},
  ) => {
    const { template, moreAppids = [], ...rest } = options;
    const id = await newDraft(shop);
    const order = {
      request: request(template),
      reach: { ...reach, moreAppids },
      startsAt: inAnHour(),
      timezone: "UTC",
      ...rest,
    };
    await scheduleCampaign(shop.maya, { id, revision: 1, ...order });
    return id;
  };
  const send = async (templateVersion?: number) => {
    orders += 1;
    const { campaignId } = await sendCampaign(shop.maya, {
      request: request(),
      nonce: `order ${orders}`,
      templateVersion,
    });
    await releaseSend(shop.maya, { id: campaignId });
    return campaignId;
  };
  /** The versions that its messages were accepted with, by app. */
  const sentBy = async (id: string) => {
    await sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 minute' WHERE campaign_id = $1",
      [id],
    );
    await sendDue();
    const rows = await sql.query<{ appid: string; version: number; body: string }>(
      `SELECT a.appid, v.version, convert_from(m.request, 'UTF8') AS body FROM message m JOIN app a ON a.id = m.app_id
         JOIN template_version v ON v.id = m.template_version_id WHERE m.campaign_id = $1 AND m.accepted_at > now() - interval '1 hour'`,
      [id],
    );
    return {
      versions: Object.fromEntries(rows.map(({ appid, version }) => [appid, version])),
      bodies: rows.map(({ body }) => body),
    };
  };

  it("is the version that it was confirmed with", async () => {
    const [pinnedId, followed, named] = [
      await schedule(),
      await schedule({ followTemplate: true }),
      await schedule({ template: "later@1" }),
    ];
    const inWindowId = await send();
    const before = newest.get("shop") ?? 0;
    await publish();
    expect(await sentBy(pinnedId)).toEqual({ versions: { shop: before }, bodies: [request()] });
    expect((await sentBy(inWindowId)).versions).toEqual({ shop: before });
    expect((await sentBy(followed)).versions).toEqual({ shop: before + 1 });
    expect((await sentBy(named)).versions).toEqual({ shop: 1 });
  });

  it("is in each of several apps the version that the app had published", async () => {
    const id = await schedule({ moreAppids: ["kiosk"] });
    const before = Object.fromEntries(newest);
    for (const appid of ["shop", "kiosk"]) await publish(appid);
    expect((await sentBy(id)).versions).toEqual(before);
  });

  it("is shown with the campaign, and with the uses of the template", async () => {
    const [pinnedId, followed] = [await schedule(), await schedule({ followTemplate: true })];
    const version = newest.get("shop");
    expect((await readCampaign(shop.maya, { id: pinnedId })).template).toEqual({
      templateId: "later",
      version,
    });
    expect((await readCampaign(shop.maya, { id: followed })).template).toEqual({
      templateId: "later",
      version: null,
    });
    const [template] = await sql.query<{ id: string }>(
      "SELECT t.id FROM template t JOIN app a ON a.id = t.app_id WHERE a.appid = 'shop'",
    );
    const users = await campaignsUsing(sql, template?.id ?? "");
    expect(
      users
        .filter(({ id }) => [pinnedId, followed].includes(id))
        .map((one) => [one.id, one.version]),
    ).toEqual(
      expect.arrayContaining([
        [pinnedId, version],
        [followed, null],
      ]),
    );
  });

  it("is the one that was looked at, or nothing is sent or scheduled", async () => {
    const looked = newest.get("shop") ?? 0;
    await publish();
    const refusal = {
      problems: [
        {
          pointer: "/templateVersion",
          message: `Version ${looked + 1} of this template was published while you previewed version ${looked}. Review the new version, then continue.`,
        },
      ],
    };
    await expect(send(looked)).rejects.toMatchObject(refusal);
    await expect(schedule({ templateVersion: looked })).rejects.toMatchObject(refusal);
    expect((await sentBy(await send(looked + 1))).versions).toEqual({ shop: looked + 1 });
    await schedule({ templateVersion: looked, followTemplate: true });
  });
});
