import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { config } from "@/lib/config/config";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { findCampaign } from "@/lib/results/campaign-list";
import { readSendProgress } from "@/lib/results/send-progress";
import { NotFoundError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { endCampaignLeases, sendDue } from "./run";
import { saveCampaign } from "./save";
import { releaseSend, sendCampaign, undoSend } from "./send";
import { body, draft, newDraft, reach, sendNow, testShop, type TestShop } from "./testing";

describe("sending from the console", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const newCampaign = () => newDraft(shop);
  const messages = async () =>
    (await sql.query<{ n: number }>("SELECT count(*)::int AS n FROM message"))[0]?.n ?? 0;
  const remainingMs = async (id: string) => (await readSendProgress(shop.maya, { id })).undoMs;
  const events = async (action: "campaign.send" | "send.undo", id: string) =>
    (await eventsOf(sql, shop.serviceId, action)).filter(({ entityId }) => entityId === id);

  it("waits ten seconds by the clock of the database, and then goes out by itself", async () => {
    const before = await messages();
    const { campaignId: id, undoMs } = await sendCampaign(shop.maya, {
      request: body,
      nonce: "held",
      reach,
      campaign: draft,
    });
    // Of one transaction, which has one time.
    expect(Math.round(undoMs / 1_000)).toBe(10);
    // An hour longer, so that no machine is too slow for the next steps. A restarted worker sees
    // the same window.
    await sql.query(
      "UPDATE campaign_order SET undo_until = undo_until + interval '1 hour', due_at = due_at + interval '1 hour' WHERE campaign_id = $1",
      [id],
    );
    await sql.transaction(endCampaignLeases);
    await sendDue();
    expect(await remainingMs(id)).toBeGreaterThan(0);
    expect(await messages()).toBe(before);
    await sql.query(
      `UPDATE campaign_order SET undo_until = undo_until - interval '1 hour 10 seconds', due_at = due_at - interval '1 hour 10 seconds'
       WHERE campaign_id = $1`,
      [id],
    );
    await sendDue();
    expect(await readSendProgress(shop.maya, { id })).toMatchObject({
      state: "sent",
      undoMs: 0,
      problem: null,
    });
    expect(await messages()).toBe(before + 1);
    await expect(undoSend(shop.maya, { id })).rejects.toThrow("too late");
  });

  it("goes out at once when the undo window is 0 seconds", async () => {
    const before = await messages();
    const { UNDO_SECONDS: usual } = config();
    config().UNDO_SECONDS = 0;
    try {
      const { campaignId: id, undoMs } = await sendCampaign(shop.maya, {
        request: body,
        nonce: "at once",
        reach,
        campaign: draft,
      });
      expect(undoMs).toBe(0);
      await expect(undoSend(shop.maya, { id })).rejects.toThrow("too late");
    } finally {
      config().UNDO_SECONDS = usual;
    }
    await sendDue();
    expect(await messages()).toBe(before + 1);
  });

  it("is a draft again when it is undone, and a late retry sends nothing", async () => {
    const before = await messages();
    const id = await newCampaign();
    const input = {
      request: body,
      nonce: "taken back",
      reach,
      campaign: { ...draft, id, revision: 1, name: "Taken back" },
    };
    await sendCampaign(shop.maya, input);
    await expect(undoSend(shop.viewer, { id })).rejects.toThrow(ForbiddenError);
    await expect(undoSend(shop.stranger, { id })).rejects.toThrow(NotFoundError);
    const { revision } = await undoSend(shop.maya, { id });
    await expect(undoSend(shop.maya, { id })).rejects.toThrow("too late");
    await expect(sendCampaign(shop.maya, input)).rejects.toThrow(
      "This send was undone. Press Send again",
    );
    await expect(releaseSend(shop.maya, { id })).rejects.toThrow(
      "Maya undid this send, so nothing was sent",
    );
    await sendDue();
    expect(await findCampaign(shop.maya, { id })).toMatchObject({
      state: "draft",
      name: "Taken back",
      revision,
      transid: null,
    });
    expect(await messages()).toBe(before);
    expect(await events("send.undo", id)).toMatchObject([{ snapshot: { name: "Taken back" } }]);
    expect(await saveCampaign(shop.maya, { campaign: { ...draft, id, revision } })).toMatchObject({
      kind: "saved",
    });
    expect(
      await sendNow(sql, shop, {
        ...input,
        nonce: "again",
        campaign: { ...input.campaign, revision: revision + 1 },
      }),
    ).toBeTruthy();
  });

  it("is either sent or undone, never both, whichever comes first", async () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const before = await messages();
      const { campaignId: id } = await sendCampaign(shop.maya, {
        request: body,
        nonce: `race ${attempt}`,
        reach,
        campaign: draft,
      });
      const done = (call: Promise<unknown>) =>
        call.then(
          () => true,
          () => false,
        );
      const [undone, released] = await Promise.all([
        done(undoSend(shop.maya, { id })),
        done(releaseSend(shop.maya, { id })).then(async (well) => {
          await sendDue();
          return well;
        }),
      ]);
      // The release never reports success for a send that was undone.
      expect(released).toBe(!undone);
      // One that has left already goes out all the same.
      if (!undone) await releaseSend(shop.maya, { id });
      await sendDue();
      expect((await findCampaign(shop.maya, { id })).state).toBe(undone ? "draft" : "sent");
      expect(await messages()).toBe(undone ? before : before + 1);
    }
  });
});
