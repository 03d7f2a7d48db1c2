import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { NotFoundError } from "@/lib/verb/errors";
import { applyStaged } from "./apply-staged";
import { compareStaged } from "./compare-staged";
import { extendAudience } from "./extend";
import { addRecipients } from "./fill";
import { removeAudience } from "./remove";
import { removeRecipients } from "./remove-recipients";
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

  it.each(["add", "replace"] as const)(
    "refuses to %s what was compared with a list that was edited since",
    async (how) => {
      const id = await listOf(user("a", { city: "Bonn" }), user("b"));
      const stagedId = await stage(id, user("a", { city: "Bonn" }), user("c"));
      const { revision } = await compareStaged(maya, { id, stagedId });
      await removeRecipients(otto, { id, recipients: [user("b")] });
      await expect(applyStaged(maya, { id, stagedId, how, revision })).rejects.toMatchObject({
        conflict: { revision: 2, by: "Otto" },
      });
      expect(await positionsOf(sql, id)).toMatchObject([{ id: "a" }]);
      const again = await compareStaged(maya, { id, stagedId });
      expect(again).toEqual({ fresh: 1, same: 1, other: 0, missing: 0, revision: 2 });
      expect(await applyStaged(maya, { id, stagedId, how, revision: again.revision })).toBe(2);
    },
  );

  it("replaces all recipients in one go, and says before what that changes", async () => {
    const id = await listOf(user("a", { city: "Bonn" }), user("b"), user("c"));
    const stagedId = await stage(
      id,
      user("b"),
      user("a", { city: "Rome" }),
      user("d", { name: "Di" }),
    );
    expect(await compareStaged(maya, { id, stagedId })).toEqual({
      fresh: 1,
      same: 1,
      other: 1,
      missing: 1,
      revision: 1,
    });
    expect(await positionsOf(sql, id)).toHaveLength(3);
    expect(await applyStaged(maya, { id, stagedId, how: "replace" })).toBe(3);
    expect(await positionsOf(sql, id)).toEqual([
      { id: "b", parameters: {}, position: 0 },
      { id: "a", parameters: { city: "Rome" }, position: 1 },
      { id: "d", parameters: { name: "Di" }, position: 2 },
    ]);
    expect(await summaryOf(shop, id)).toMatchObject({
      recipients: 3,
      kinds: { userid: 3 },
      parameters: ["city", "name"],
      revision: 2,
    });
    expect(await editsOf(sql, shop, id)).toMatchObject([
      { how: "replace", added: 1, removed: 1, changed: 1, recipients: 3 },
    ]);
    await expect(applyStaged(maya, { id, stagedId, how: "replace" })).rejects.toThrow(
      NotFoundError,
    );
  });

  it("adds the recipients of a file; those that are there keep their values", async () => {
    const id = await listOf(user("a", { city: "Bonn" }));
    const stagedId = await stage(id, user("z"), user("a", { city: "Rome" }), user("b"));
    expect(await applyStaged(maya, { id, stagedId, how: "add" })).toBe(3);
    expect(await positionsOf(sql, id)).toEqual([
      { id: "a", parameters: { city: "Bonn" }, position: 0 },
      { id: "z", parameters: {}, position: 1 },
      { id: "b", parameters: {}, position: 2 },
    ]);
    expect(await summaryOf(shop, id)).toMatchObject({ recipients: 3, kinds: { userid: 3 } });
  });

  it("refuses uploads that are empty, or whose list is ready or removed", async () => {
    const [id, other] = [await listOf(user("a")), await listOf(user("b"))];
    await expect(
      applyStaged(maya, { id, stagedId: await stage(id), how: "replace" }),
    ).rejects.toThrow("no recipients");
    await expect(applyStaged(maya, { id, stagedId: other, how: "replace" })).rejects.toThrow(
      NotFoundError,
    );
    await expect(compareStaged(maya, { id, stagedId: "no id" })).rejects.toThrow(NotFoundError);
    await removeAudience(maya, { id });
    await expect(extendAudience(maya, { id, recipients: [user("c")] })).rejects.toThrow(
      NotFoundError,
    );
    await expect(stageRecipients(maya, { id })).rejects.toThrow(NotFoundError);
    const many = Array.from({ length: 201 }, (_, n) => user(`u${n}`));
    await expect(extendAudience(maya, { id: other, recipients: many })).rejects.toThrow(
      "at most 200",
    );
    await expect(removeRecipients(maya, { id: other, recipients: many })).rejects.toThrow(
      "at most 200",
    );
  });
});
