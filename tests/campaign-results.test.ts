import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { changeCampaign } from "@/lib/campaign/change";
import { sendDue } from "@/lib/campaign/run";
import { sendTestMessage } from "@/lib/campaign/send-test";
import {
  fillList,
  body,
  draft,
  orderNow,
  people,
  sendNow,
  testShop,
  type TestShop,
} from "@/lib/campaign/testing";
import type { Database, Sql } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { expand } from "@/lib/dispatch/expand";
import { listCampaigns } from "@/lib/results/campaign-list";
import { listRecipients } from "@/lib/results/campaign-recipients";
import { overview } from "@/lib/results/overview";
import { readCampaign } from "@/lib/results/read-campaign";
import { listMessages, listRequests } from "@/lib/results/read-messages";
import { writeDeliveries } from "@/lib/results/testing";

describe("results of a campaign", () => {
  let sql: Database;
  let shop: TestShop;
  let id: string;
  let requests: number;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
    const audienceId = await fillList(shop, "Everybody", people(800));
    ({ campaignId: id, requests } = await orderNow(shop, {
      request: body,
      nonce: "all",
      reach: { audienceId, moreAppids: ["kiosk"] },
      campaign: { ...draft, name: "To everybody" },
    }));
    await sendDue();
    await expandAll();
  });
  afterAll(() => sql.close());

  const expandAll = async () => {
    const rows = await sql.query<{ id: string }>(
      "SELECT id FROM message WHERE state = 'accepted' ORDER BY id",
    );
    await expand(rows.map((row) => row.id));
  };

  it("are one row among the messages, with what became of all its requests", async () => {
    expect(requests).toBeGreaterThan(4);
    const { rows, total } = await listMessages(shop.maya, { serviceId: shop.serviceId });
    expect(rows).toHaveLength(1);
    expect(total).toBe(1);
    expect(rows[0]).toMatchObject({
      campaign: { id, requests, name: "To everybody" },
      counts: { failed: 1_600 },
    });
    const of = await listRequests(shop.maya, { campaignId: id });
    expect(of.rows).toHaveLength(Math.min(requests, 50));
    expect(of.rows.every(({ campaign }) => campaign === null)).toBe(true);
    expect(of.rows.at(-1)?.counts.failed).toBeLessThan(1_600);
  });

  it("are the same in the list of campaigns and on its page", async () => {
    const [row] = (await listCampaigns(shop.maya, { serviceId: shop.serviceId, state: "sent" }))
      .rows;
    expect(row).toMatchObject({ id, recipients: 800, counts: { failed: 1_600, queued: 0 } });
    expect((await readCampaign(shop.maya, { id })).counts).toEqual(row?.counts);
    expect((await readCampaign(shop.maya, { id, breakdown: true })).breakdown).toEqual({
      kinds: [
        {
          kind: null,
          counts: {
            queued: 0,
            submitted: 0,
            delivered: 0,
            read: 0,
            failed: 1_600,
            expired: 0,
            capped: 0,
          },
        },
      ],
      reasons: [{ code: "7105", description: expect.any(String) as string, count: 1_600 }],
      presses: [],
    });
  });

  it("add up in every part of the page, however much happens while it is read", async () => {
    const busy: Sql = {
      ...sql,
      query: async <R>(text: string, values?: unknown[]) => {
        const rows = await sql.query<R>(text, values);
        await writeDeliveries(sql, (tx) =>
          tx.query(
            `UPDATE delivery SET state = 'read', kind = 'android', button = 'yes' WHERE (message_id, id) =
               (SELECT message_id, id FROM delivery WHERE state = 'failed' ORDER BY id LIMIT 1)`,
          ),
        );
        return rows;
      },
    };
    const { counts, breakdown } = await readCampaign(
      { ...shop.maya, tx: busy },
      { id, breakdown: true },
    );
    const inKinds = breakdown?.kinds.reduce((sum, kind) => sum + kind.counts.failed, 0);
    const inReasons = breakdown?.reasons.reduce((sum, { count }) => sum + count, 0);
    expect(counts.failed).toBeLessThan(1_600);
    expect({ inKinds, inReasons }).toEqual({ inKinds: counts.failed, inReasons: counts.failed });
    expect(breakdown?.presses).toEqual([{ button: "yes", count: counts.read }]);
    await writeDeliveries(sql, (tx) =>
      tx.query(
        "UPDATE delivery SET state = 'failed', kind = '', button = NULL WHERE state = 'read'",
      ),
    );
  });

  it("say when it was sent and who sent it, also when another member changed it since", async () => {
    const campaign = await readCampaign(shop.maya, { id });
    expect(campaign).toMatchObject({
      orderedBy: "Maya",
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    });
    const as = { actor: testOwner() };
    await sql.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'o@a.example', 'Olga', '')",
      [as.actor.id],
    );
    await changeCampaign(as, { id, change: { kind: "rename", name: "To everybody" } });
    const [row] = (await listCampaigns(shop.maya, { serviceId: shop.serviceId, state: "sent" }))
      .rows;
    expect(row).toMatchObject({
      orderedBy: "Maya",
      updatedBy: "Olga",
      startedAt: campaign.startedAt,
    });
  });

  it("can be searched for a recipient, and paged without one left out or shown twice", async () => {
    const matches = await listRecipients(shop.maya, { id, recipient: "customer-77" });
    expect(matches.rows.map(({ destination }) => destination)).toEqual([
      "customer-77",
      "customer-77",
    ]);
    expect(
      (await listRecipients(shop.maya, { id, recipient: "customer-79" })).rows.map(
        ({ destination }) => destination,
      ),
    ).toEqual(["customer-79", "customer-79"]);
    const begun = await listRecipients(shop.maya, { id, recipient: "customer-12" });
    expect(begun.rows).toHaveLength(2);
    const many = await listRecipients(shop.maya, { id, recipient: "customer-" });
    expect({ total: many.total, rows: many.rows.length }).toEqual({ total: 1_001, rows: 50 });
    const some = await listRecipients(shop.maya, { id, recipient: "customer-800" });
    expect(some.rows).toEqual([]);
    expect((await listRecipients(shop.maya, { id, recipient: "ustomer" })).rows).toEqual([]);
    expect((await listRecipients(shop.maya, { id, recipient: "customer_" })).rows).toEqual([]);
    expect((await listRecipients(shop.maya, { id, state: "read" })).rows).toEqual([]);
    const seen: string[] = [];
    let after: string | undefined;
    for (let page = 0; page < 40; page += 1) {
      const { rows, next } = await listRecipients(shop.maya, { id, after });
      seen.push(...rows.map((row) => row.id));
      if (next === null) break;
      after = next;
    }
    expect(seen).toHaveLength(1_600);
    expect(new Set(seen).size).toBe(1_600);
    const second = await listRecipients(shop.maya, { id, after });
    expect(
      (await listRecipients(shop.maya, { id, before: second.previous ?? undefined })).rows,
    ).toHaveLength(50);
  });

  it("are found among the messages by text, campaign and recipient", async () => {
    const campaignNames = async (what: { text?: string; recipient?: string; within?: "24h" }) =>
      (await listMessages(shop.maya, { serviceId: shop.serviceId, ...what })).rows.map(
        (row) => row.campaign?.name,
      );
    const [row] = (await listMessages(shop.maya, { serviceId: shop.serviceId })).rows;
    for (const text of [row?.text.toUpperCase() ?? "", "to EVERY", row?.transid ?? ""])
      expect(await campaignNames({ text })).toEqual(["To everybody"]);
    expect(await campaignNames({ text: "100%" })).toEqual([]);
    // In one of its later requests.
    expect(await campaignNames({ recipient: "customer-799", within: "24h" })).toEqual([
      "To everybody",
    ]);
    expect(await campaignNames({ recipient: "customer-799", text: "elsewhere" })).toEqual([]);
    expect(await campaignNames({ recipient: "customer-" })).toEqual([]);
  });

  it("are found by failures of any of their requests", async () => {
    const failureCount = async () =>
      (await listMessages(shop.maya, { serviceId: shop.serviceId, failures: true })).total;
    expect(await failureCount()).toBe(1);
    const write = (statement: string) => writeDeliveries(sql, (tx) => tx.script(statement));
    await write(
      "UPDATE delivery SET state = 'submitted' WHERE message_id <> (SELECT max(message_id::text)::uuid FROM delivery)",
    );
    expect(await failureCount()).toBe(1);
    await write("UPDATE delivery SET state = 'submitted'");
    expect(await failureCount()).toBe(0);
    await write("UPDATE delivery SET state = 'failed'");
  });

  it("leave tests out of the figures, and mark them", async () => {
    const figures = async () => (await overview(shop.maya, { serviceId: shop.serviceId })).total;
    expect(await figures()).toMatchObject({ messages: 1, failed: 1_600 });
    await sendTestMessage(shop.maya, {
      request: body,
      nonce: "a test",
      choice: { groups: [], devices: [], browsers: [], users: ["customer-1"] },
    });
    await expandAll();
    expect(await figures()).toMatchObject({ messages: 1, failed: 1_600 });
    const { rows } = await listMessages(shop.maya, { serviceId: shop.serviceId, source: "test" });
    expect(rows).toMatchObject([{ source: "test", campaign: null }]);
    expect((await listMessages(shop.maya, { serviceId: shop.serviceId })).rows).toHaveLength(2);
  });

  it("of one request are those of its message", async () => {
    const transid = await sendNow(sql, shop, {
      request: body,
      nonce: "one",
      reach: { audienceId: null, moreAppids: [] },
      campaign: { ...draft, name: "To one" },
    });
    await expandAll();
    const [message] = (
      await listMessages(shop.maya, { serviceId: shop.serviceId, source: "console" })
    ).rows;
    expect(message).toMatchObject({ transid, campaign: null, counts: { failed: 1 } });
    const [row] = (await listCampaigns(shop.maya, { serviceId: shop.serviceId, text: "To one" }))
      .rows;
    expect(row?.counts).toEqual(message?.counts);
  });
});
