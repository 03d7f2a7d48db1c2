import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { editRecipient } from "@/lib/directory/audience/edit-recipient";
import { extendAudience } from "@/lib/directory/audience/extend";
import { testDesk, type TestDesk } from "./approval/testing";
import { askApproval } from "./ask";
import { readPlan } from "./read-plan";
import { sendApproved } from "./send-approved";
import { body, draft, fillList, inAnHour, newDraft, reach } from "./testing";

const customer = (n: number, parameters: Record<string, string>) => ({
  type: "userid" as const,
  id: `customer-${n}`,
  parameters,
});
const honest = (n: number) => customer(n, { name: "Friend", note: "" });
/**
 * Calculated in a second: with these notes, hashtextextended over the rows has the same sum as over
 * the honest ones.
 */
const notes = [2661, 118574, 90279, 41953, 34443, 115227, 67234, 13304];
const forged = notes.map((note, n) => customer(n, { name: "EVIL", note: String(note) }));
const rowSum = `SELECT sum(hashtextextended(destination_type || ' ' || encode(hash, 'hex') || ' ' || parameters::text, position))::text AS sum
  FROM audience_recipient WHERE audience_id = $1`;

describe("an approval of a list", () => {
  let sql: Database;
  let desk: TestDesk;
  const sumOf = async (list: string) => (await sql.query<{ sum: string }>(rowSum, [list]))[0]?.sum;

  beforeAll(async () => {
    sql = await openTestDatabase();
    desk = await testDesk(sql);
  });
  afterAll(() => sql.close());

  it("does not cover a list with the same 64-bit checksum that was edited in the console", async () => {
    const list = await fillList(
      desk.shop,
      "Edited",
      forged.map((_, n) => honest(n)),
    );
    const sum = await sumOf(list);
    const id = await desk.approved({ reach: { ...reach, audienceId: list } });
    for (const recipient of forged) await editRecipient(desk.shop.maya, { id: list, recipient });
    expect(await sumOf(list)).toBe(sum);
    await expect(sendApproved(desk.shop.maya, { id })).rejects.toThrow(
      "Its recipients were changed",
    );
    expect(await desk.sent(id)).toBe(0);
  });

  it("does not cover rows with the same 64-bit checksum that were written without a new revision", async () => {
    const list = await fillList(
      desk.shop,
      "Forged",
      forged.map((_, n) => honest(n)),
    );
    const sum = await sumOf(list);
    const to = { ...reach, audienceId: list };
    const startsAt = inAnHour();
    const immediateId = await desk.approved({ reach: to });
    const scheduled = await desk.approved({ reach: to, at: { startsAt, timezone: "UTC" } });
    await desk.scheduleAs(scheduled, { reach: to, startsAt });
    for (const { id, parameters } of forged)
      await sql.query(
        "UPDATE audience_recipient SET parameters = $3::jsonb WHERE audience_id = $1 AND destination = $2",
        [list, id, JSON.stringify(parameters)],
      );
    expect(await sumOf(list)).toBe(sum);
    await expect(sendApproved(desk.shop.maya, { id: immediateId })).rejects.toThrow(
      "Its recipients were changed",
    );
    await desk.due(scheduled);
    expect(await desk.latest(scheduled)).toMatchObject({
      state: "void",
      reason: "Its recipients were changed.",
    });
    expect([await desk.sent(immediateId), await desk.sent(scheduled)]).toEqual([0, 0]);
  });

  it("does not cover two rows that changed places", async () => {
    const list = await fillList(desk.shop, "Reordered", [honest(0), honest(1)]);
    const id = await desk.approved({ reach: { ...reach, audienceId: list } });
    await sql.query(
      "UPDATE audience_recipient SET position = -1 - position WHERE audience_id = $1",
      [list],
    );
    await sql.query(
      "UPDATE audience_recipient SET position = 2 + position WHERE audience_id = $1",
      [list],
    );
    await expect(sendApproved(desk.shop.maya, { id })).rejects.toThrow(
      "Its recipients were changed",
    );
  });

  it("does not cover a list that was edited and has its first values again", async () => {
    const list = await fillList(desk.shop, "Back again", [honest(0)]);
    const id = await desk.approved({ reach: { ...reach, audienceId: list } });
    await editRecipient(desk.shop.maya, { id: list, recipient: customer(0, { name: "EVIL" }) });
    await editRecipient(desk.shop.maya, { id: list, recipient: honest(0) });
    await expect(sendApproved(desk.shop.maya, { id })).rejects.toThrow(
      "Its recipients were changed",
    );
  });

  it("covers a list of several pages that stayed as it was", async () => {
    const many = Array.from({ length: 2_100 }, (_, n) => honest(n));
    const id = await desk.approved({
      reach: { ...reach, audienceId: await fillList(desk.shop, "Long", many) },
    });
    expect(await sendApproved(desk.shop.maya, { id })).toMatchObject({
      campaignId: id,
      recipients: 2_100,
    });
  });

  it("is not asked for with a list that changed since its recipients were counted", async () => {
    const list = await fillList(desk.shop, "Counted", [honest(0)]);
    const order = { request: body, reach: { ...reach, audienceId: list } };
    const { listRevision } = await readPlan(desk.shop.maya, order);
    await extendAudience(desk.shop.maya, { id: list, recipients: [honest(1)] });
    const id = await newDraft(desk.shop);
    const campaign = { ...draft, id, revision: 1 };
    await expect(askApproval(desk.shop.maya, { ...order, campaign, listRevision })).rejects.toThrow(
      "The list was changed in the meantime.",
    );
    expect(await desk.latest(id)).toBeNull();
    const now = await readPlan(desk.shop.maya, order);
    await askApproval(desk.shop.maya, { ...order, campaign, listRevision: now.listRevision });
    expect(await desk.latest(id)).toMatchObject({ state: "waiting" });
  });
});
