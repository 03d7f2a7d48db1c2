import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { editRecipient } from "@/lib/directory/audience/edit-recipient";
import { extendAudience } from "@/lib/directory/audience/extend";
import { removeAudience } from "@/lib/directory/audience/remove";
import { removeRecipients } from "@/lib/directory/audience/remove-recipients";
import { composedOf } from "@/lib/inputs/compose";
import { findCampaign } from "@/lib/results/campaign-list";
import { assertListUnchanged } from "./order/list-unchanged";
import { planCampaign } from "./order/plan";
import { readPlan } from "./read-plan";
import { sendDue } from "./run";
import { scheduleCampaign } from "./schedule";
import { sendCampaign } from "./send";
import {
  body,
  fillList,
  inAnHour,
  messagesOfCampaign,
  newDraft,
  testShop,
  usersOf,
  type TestShop,
} from "./testing";

const user = (id: string, parameters: Record<string, string> = {}) => ({
  type: "userid" as const,
  id,
  parameters,
});

describe("campaigns to a list that is edited", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const scheduled = async (audienceId: string, text: string) => {
    const id = await newDraft(shop);
    await scheduleCampaign(shop.maya, {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      request: body.replace("Hello", text),
      reach: { audienceId, moreAppids: [] },
    });
    return id;
  };
  const send = async (id: string) => {
    await sql.query(
      "UPDATE campaign_order SET due_at = now() - interval '1 second' WHERE campaign_id = $1",
      [id],
    );
    await sendDue();
    return findCampaign(shop.maya, { id });
  };

  it("go to those who are in it when they start, and are counted by them", async () => {
    const list = await fillList(shop, "Spring", [
      user("a", { name: "Ada" }),
      user("b", { name: "Bo" }),
    ]);
    const id = await scheduled(list, "Hello ${name}");
    await removeRecipients(shop.maya, { id: list, recipients: [user("a")] });
    await extendAudience(shop.maya, {
      id: list,
      recipients: [user("c", { name: "Cy" }), user("d", { name: "Di" })],
    });
    await editRecipient(shop.maya, { id: list, recipient: user("b", { name: "Ben" }) });
    expect(await findCampaign(shop.maya, { id })).toMatchObject({
      state: "scheduled",
      recipients: 3,
    });
    expect(await send(id)).toMatchObject({
      state: "sent",
      problem: null,
      recipients: 3,
      requests: 3,
      answered: 3,
    });
    const messages = await messagesOfCampaign(sql, id);
    expect(usersOf(messages)).toEqual(["b", "c", "d"]);
    expect(messages[0]).toMatchObject({
      request: { channels: { push: { android: { text: "Hello Ben" } } } },
    });
  });

  it("fail as a whole, with the reason, when a recipient that is in it now has no value for a text", async () => {
    const list = await fillList(shop, "Summer", [
      user("a", { name: "Ada" }),
      user("b", { name: "Bo" }),
    ]);
    const id = await scheduled(list, "Hello ${name}");
    await extendAudience(shop.maya, { id: list, recipients: [user("c")] });
    const failed = await send(id);
    expect(failed).toMatchObject({ state: "failed", transid: null });
    expect(failed.problem).toContain("1 recipient of “Summer” has no value for name");
    expect(await messagesOfCampaign(sql, id)).toEqual([]);
  });

  it("wait for an approval where the list has grown beyond what goes out without one", async () => {
    const list = await fillList(shop, "Winter", [user("a"), user("b")]);
    const id = await scheduled(list, "Hello");
    await sql.query("UPDATE service SET approval_above = 2 WHERE id = $1", [shop.serviceId]);
    const { updatedAt } = await findCampaign(shop.maya, { id });
    await extendAudience(shop.maya, { id: list, recipients: [user("c")] });
    // The list of campaigns shows who changed them last.
    expect(await findCampaign(shop.maya, { id })).toMatchObject({ state: "scheduled", updatedAt });
    const [waiting] = await sql.query(
      "SELECT due_at, stalled FROM campaign_order WHERE campaign_id = $1",
      [id],
    );
    expect(waiting).toMatchObject({
      due_at: null,
      stalled: expect.stringContaining("The list has 3 recipients now") as string,
    });
    // Short enough again, it goes out at its time.
    await removeRecipients(shop.maya, { id: list, recipients: [user("c")] });
    const [back] = await sql.query(
      "SELECT due_at = starts_at AS due, stalled FROM campaign_order WHERE campaign_id = $1",
      [id],
    );
    expect(back).toEqual({ due: true, stalled: null });
    await sql.query("UPDATE service SET approval_above = NULL WHERE id = $1", [shop.serviceId]);
    expect(await send(id)).toMatchObject({ state: "sent", recipients: 2 });
  });

  it("go to a list that was edited and then removed, as to any that was confirmed", async () => {
    const list = await fillList(shop, "Removed", [user("a"), user("b")]);
    const id = await scheduled(list, "Hello");
    await removeRecipients(shop.maya, { id: list, recipients: [user("a")] });
    await removeAudience(shop.maya, { id: list });
    expect(await send(id)).toMatchObject({ state: "sent", problem: null, recipients: 1 });
  });

  it("are refused where the list is another one than was confirmed", async () => {
    const list = await fillList(shop, "Confirmed", [user("a")]);
    const reach = { audienceId: list, moreAppids: [] };
    const { listRevision } = await readPlan(shop.maya, { request: body, reach });
    await extendAudience(shop.maya, { id: list, recipients: [user("b")] });
    const order = { request: body, reach, nonce: "another list", listRevision };
    await expect(sendCampaign(shop.maya, order)).rejects.toThrow(
      "The list was changed in the meantime.",
    );
    const id = await newDraft(shop);
    const later = {
      id,
      revision: 1,
      startsAt: inAnHour(),
      timezone: "UTC",
      request: body,
      reach,
      listRevision,
    };
    await expect(scheduleCampaign(shop.maya, later)).rejects.toThrow(
      "The list was changed in the meantime.",
    );
  });

  it("are not ordered by a count of before the edit", async () => {
    const list = await fillList(shop, "Autumn", [user("a"), user("b")]);
    const order = { pattern: composedOf(body), audienceId: list, moreAppids: [] };
    const plan = await planCampaign(
      { actor: shop.maya.actor, serviceId: shop.serviceId },
      order,
      Date.now(),
    );
    await expect(
      sql.transaction((tx) => assertListUnchanged(tx, order, plan)),
    ).resolves.toBeUndefined();
    await removeRecipients(shop.maya, { id: list, recipients: [user("a")] });
    await expect(sql.transaction((tx) => assertListUnchanged(tx, order, plan))).rejects.toThrow(
      "The list was changed in the meantime.",
    );
  });
});
