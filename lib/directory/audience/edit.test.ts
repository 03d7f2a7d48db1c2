import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase, storeCampaign } from "@/lib/database/testing";
import { NotFoundError } from "@/lib/verb/errors";
import { applyStaged } from "./apply-staged";
import { readListUse } from "./compare-staged";
import { editRecipient } from "./edit-recipient";
import { extendAudience } from "./extend";
import { addRecipients } from "./fill";
import { openAudience } from "./list";
import { removeRecipients } from "./remove-recipients";
import { renameColumns } from "./rename-columns";
import { stageRecipients } from "./stage";
import { storeAudience } from "./store";
import { editsOf, positionsOf, summaryOf, testShop, user, type TestShop } from "./testing";

describe("editing the recipients of a list", () => {
  let sql: Database;
  let shop: TestShop;
  let maya: TestShop["maya"];
  let otto: TestShop["otto"];
  let count = 0;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
    ({ maya, otto } = shop);
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  const listOf = (...recipients: ReturnType<typeof user>[]) =>
    storeAudience(maya, { serviceId: shop.serviceId, name: `List ${(count += 1)}`, recipients });
  const stage = async (id: string, ...recipients: ReturnType<typeof user>[]) => {
    const stagedId = await stageRecipients(maya, { id });
    if (recipients.length > 0) await addRecipients(maya, { id: stagedId, recipients });
    return stagedId;
  };
  const campaign = async (audienceId: string, state: string) => {
    const due_at = new Date(Date.now() + 86_400_000);
    const order = { state, audience_id: audienceId, due_at, recipients: 3 };
    return (await storeCampaign(sql, { serviceId: shop.serviceId, name: "Sale", order })).orderId;
  };

  it("adds recipients behind the others, each once", async () => {
    const id = await listOf(user("a", { city: "Bonn" }));
    expect(
      await extendAudience(maya, {
        id,
        recipients: [user("a", { city: "Rome" }), user("b", { name: "Bo" }), user("b")],
      }),
    ).toEqual({
      added: 1,
      repeats: 2,
    });
    expect(await positionsOf(sql, id)).toEqual([
      { id: "a", parameters: { city: "Bonn" }, position: 0 },
      { id: "b", parameters: { name: "Bo" }, position: 1 },
    ]);
    expect(await summaryOf(shop, id)).toMatchObject({
      recipients: 2,
      kinds: { userid: 2 },
      parameters: ["city", "name"],
      revision: 2,
    });
    expect(await extendAudience(maya, { id, recipients: [user("b")] })).toEqual({
      added: 0,
      repeats: 1,
    });
    expect(await editsOf(sql, shop, id)).toEqual([
      { name: "List 1", added: 1, removed: 0, changed: 0, recipients: 2 },
    ]);
  });

  it("removes recipients with their columns, without leaving a gap", async () => {
    const id = await listOf(
      user("a"),
      user("long", { city: "x".repeat(200) }),
      user("c"),
      user("d", { name: "Di" }),
      user("e"),
    );
    expect(
      await removeRecipients(maya, {
        id,
        recipients: [user("a"), user("long"), user("e"), user("nobody")],
      }),
    ).toHaveLength(3);
    expect(await positionsOf(sql, id)).toEqual(
      expect.arrayContaining([
        { id: "c", parameters: {}, position: expect.any(Number) },
        { id: "d", parameters: { name: "Di" }, position: expect.any(Number) },
      ]),
    );
    const places = await sql.query<{ position: number }>(
      "SELECT position FROM audience_recipient WHERE audience_id = $1 ORDER BY position",
      [id],
    );
    expect(places).toEqual([{ position: 0 }, { position: 1 }]);
    expect(await summaryOf(shop, id)).toMatchObject({
      recipients: 2,
      kinds: { userid: 2 },
      parameters: ["name"],
      widest: ["d"],
    });
    expect(await removeRecipients(maya, { id, recipients: [user("nobody")] })).toEqual([]);
    await expect(
      removeRecipients(maya, { id, recipients: [user("c"), user("d")] }),
    ).rejects.toThrow("at least one recipient");
    expect(await positionsOf(sql, id)).toHaveLength(2);
  });

  it("answers what it removed as another member left it, and not as the page showed it", async () => {
    const id = await listOf(user("a", { city: "Bonn" }), user("b"), user("c"));
    await editRecipient(otto, { id, recipient: user("a", { city: "Rome" }) });
    await removeRecipients(otto, { id, recipients: [user("b")] });
    expect(await removeRecipients(maya, { id, recipients: [user("a"), user("b")] })).toEqual([
      user("a", { city: "Rome" }),
    ]);
  });

  it("gives columns other names, also two that swap theirs, for all recipients at once", async () => {
    const id = await listOf(
      user("a", { Name: "Ann", city: "Bonn" }),
      user("b", { city: "Rome" }),
      user("c"),
    );
    await renameColumns(maya, {
      id,
      columns: [
        { from: "Name", to: "city" },
        { from: "city", to: "Name" },
      ],
    });
    expect(await positionsOf(sql, id)).toMatchObject([
      { parameters: { city: "Ann", Name: "Bonn" } },
      { parameters: { Name: "Rome" } },
      { parameters: {} },
    ]);
    await renameColumns(maya, {
      id,
      columns: [
        { from: "city", to: "first_name" },
        { from: "Name", to: "Name" },
      ],
    });
    expect(await positionsOf(sql, id)).toMatchObject([
      { parameters: { first_name: "Ann", Name: "Bonn" } },
      { parameters: { Name: "Rome" } },
      {},
    ]);
    const { head, ...list } = await openAudience(maya, { id });
    expect(list).toMatchObject({ parameters: ["first_name", "Name"], revision: 3 });
    expect(
      list.widest.every((one) =>
        head.some((other) => JSON.stringify(other.parameters) === JSON.stringify(one.parameters)),
      ),
    ).toBe(true);
    const rename = (from: string, to: string) =>
      renameColumns(maya, { id, columns: [{ from, to }] });
    await expect(rename("Name", "first_name")).rejects.toThrow(
      "Two columns would be called “first_name”",
    );
    await expect(rename("gone", "x")).rejects.toThrow("no column “gone” any longer");
    await expect(rename("Name", "two words")).rejects.toThrow("letters, digits and _");
    await campaign(id, "scheduled");
    await expect(rename("Name", "city")).rejects.toThrow("“Sale” is scheduled to this list");
    await campaign(id, "sending");
    await expect(rename("Name", "city")).rejects.toThrow("is being sent to this list");
    expect(
      (await editsOf(sql, shop, id)).map((edit) => (edit as { changed: number }).changed),
    ).toEqual([2, 1]);
  });

  it("gives a recipient other values", async () => {
    const id = await listOf(user("a", { city: "Bonn" }), user("b", { city: "Rome" }));
    await editRecipient(maya, { id, recipient: user("a", { name: "Ada Augusta" }) });
    await editRecipient(maya, { id, recipient: user("a", { name: "Ada Augusta" }) });
    expect(await positionsOf(sql, id)).toEqual([
      { id: "a", parameters: { name: "Ada Augusta" }, position: 0 },
      { id: "b", parameters: { city: "Rome" }, position: 1 },
    ]);
    expect(await summaryOf(shop, id)).toMatchObject({
      recipients: 2,
      kinds: { userid: 2 },
      parameters: ["name", "city"],
      revision: 2,
    });
    await expect(editRecipient(maya, { id, recipient: user("nobody") })).rejects.toThrow(
      NotFoundError,
    );
  });

  it("answers with the values of a recipient that another member has changed", async () => {
    const id = await listOf(user("a", { city: "Bonn" }), user("b"));
    const mine = {
      id,
      revision: 1,
      was: { parameters: { city: "Bonn" } },
      recipient: user("a", { city: "Oslo" }),
    };
    const theirs = {
      recipient: user("a", { city: "Rome" }),
      was: { parameters: { city: "Rome" } },
    };
    await editRecipient(otto, { id, recipient: user("a", { city: "Rome" }) });
    await expect(editRecipient(maya, mine)).rejects.toMatchObject({
      conflict: { revision: 2, by: "Otto", at: expect.any(String) as string, theirs },
    });
    // After several edits the author of this one cannot be determined.
    await editRecipient(otto, { id, recipient: user("b", { name: "Bo" }) });
    await expect(editRecipient(maya, mine)).rejects.toMatchObject({
      conflict: { revision: 3, by: "Another member", at: null, theirs },
    });
    expect(await positionsOf(sql, id)).toMatchObject([
      { parameters: { city: "Rome" } },
      { parameters: { name: "Bo" } },
    ]);
    // Their version was seen, and the other recipient is no concern of it.
    await extendAudience(otto, { id, recipients: [user("c")] });
    await editRecipient(maya, { ...mine, revision: 3, was: theirs.was });
    expect(await positionsOf(sql, id)).toMatchObject([
      { parameters: { city: "Oslo" } },
      { parameters: { name: "Bo" } },
      { id: "c" },
    ]);
  });

  it("is refused while a campaign sends to the list", async () => {
    const id = await listOf(user("a"), user("b"), user("c"));
    const scheduled = await campaign(id, "scheduled");
    expect(await readListUse(maya, { id })).toEqual({ scheduled: 1, names: ["Sale"], approved: 0 });
    await removeRecipients(maya, { id, recipients: [user("a")] });
    expect(
      await sql.query<object>("SELECT recount, recipients FROM campaign_order WHERE id = $1", [
        scheduled,
      ]),
    ).toEqual([{ recount: true, recipients: 2 }]);
    await campaign(id, "sending");
    const stagedId = await stage(id, user("z"));
    for (const edit of [
      () => extendAudience(maya, { id, recipients: [user("d")] }),
      () => removeRecipients(maya, { id, recipients: [user("b")] }),
      () => editRecipient(maya, { id, recipient: user("b", { name: "Bo" }) }),
      () => applyStaged(maya, { id, stagedId, how: "replace" }),
    ])
      await expect(edit()).rejects.toThrow("“Sale” is being sent to this list.");
    expect(await positionsOf(sql, id)).toHaveLength(2);
  });
});
