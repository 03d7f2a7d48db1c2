import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { campaignSorts, findCampaign, listCampaigns } from "@/lib/results/campaign-list";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { changeCampaign, duplicateCampaign } from "./change";
import { saveCampaign } from "./save";
import { draft, newDraft, testShop, type TestShop } from "./testing";

describe("drafts", () => {
  let sql: Database;
  let shop: TestShop;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const newCampaign = (part: Partial<typeof draft> = {}) => newDraft(shop, part);
  const listed = (filter: Partial<Parameters<typeof listCampaigns>[1]>) =>
    listCampaigns(shop.maya, { serviceId: shop.serviceId, ...filter });

  it("are stored, and no newer version is overwritten", async () => {
    const before = await eventsOf(sql, shop.serviceId);
    const id = await newCampaign();
    const save = (part: object) =>
      saveCampaign(shop.maya, { campaign: { ...draft, id, revision: 1, ...part } });
    expect(await save({ draft: '{"a":1}' })).toEqual({ kind: "saved", id, revision: 2 });
    // Its answer may be lost on the way: the same once more is no conflict with oneself.
    expect(await save({ draft: '{"a":1}' })).toEqual({ kind: "saved", id, revision: 2 });
    await expect(save({ draft: '{"a":2}' })).rejects.toMatchObject({
      conflict: {
        revision: 2,
        by: "Maya",
        at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        theirs: { name: draft.name, draft: '{"a":1}' },
      },
    });
    expect((await findCampaign(shop.maya, { id })).draft).toBe('{"a":1}');
    expect(await save({ id: newId() })).toEqual({ kind: "gone", state: "deleted" });
    expect(await save({ id: "no id" })).toEqual({ kind: "gone", state: "deleted" });
    await expect(saveCampaign(shop.viewer, { campaign: draft })).rejects.toThrow(ForbiddenError);
    // Who is in another service learns no more than who names an app that does not exist.
    const errors = await Promise.all(
      ["shop", "nope"].map((appid) =>
        saveCampaign(shop.stranger, { campaign: { ...draft, appid } }).catch(
          (error: unknown) => error,
        ),
      ),
    );
    expect(errors[0]).toEqual(errors[1]);
    expect(await eventsOf(sql, shop.serviceId)).toEqual(before);
  });

  it.each([
    ["a draft that is too large", { draft: "x".repeat(262_145) }, /262,145 bytes/],
    ["U+0000 in the draft", { draft: '{"text":"a\0"}' }, /U\+0000/],
    ["an unknown app", { appid: "nope" }, /under Audience/],
    ["an app whose name no database takes", { appid: "sh\0op" }, /under Audience/],
    ["U+0000 in the name", { name: "Two\0words" }, /^Its name holds .*U\+0000/],
    [
      "half of a surrogate pair in the name",
      { name: "Two\ud83dwords" },
      /^Its name holds .*surrogate/,
    ],
  ])("are refused with the reason: %s", async (_, part, reason) => {
    await expect(saveCampaign(shop.maya, { campaign: { ...draft, ...part } })).rejects.toThrow(
      reason,
    );
  });

  it("have each change in the audit log as it was stored", async () => {
    const id = await newCampaign();
    await changeCampaign(shop.maya, { id, change: { kind: "rename", name: "  Find me 100%_ " } });
    const copy = await duplicateCampaign(shop.maya, { id });
    expect((await listed({ text: "100%_" })).rows.map((row) => row.name).sort()).toEqual([
      "Find me 100%_",
      "Find me 100%_ (copy)",
    ]);
    expect(await eventsOf(sql, shop.serviceId, "campaign.duplicate")).toMatchObject([
      { entityId: copy, snapshot: { name: "Find me 100%_ (copy)", of: id } },
    ]);
    await changeCampaign(shop.maya, { id: copy, change: { kind: "archive" } });
    expect((await listed({ text: "find ME" })).rows.map((row) => row.id)).toEqual([id]);
    expect((await listed({ state: "archived" })).rows.map((row) => row.id)).toEqual([copy]);
    await changeCampaign(shop.maya, { id: copy, change: { kind: "restore" } });
    expect((await findCampaign(shop.maya, { id: copy })).state).toBe("draft");
    await expect(
      changeCampaign(shop.maya, { id: copy, change: { kind: "restore" } }),
    ).rejects.toThrow(RefusedError);
    expect(await eventsOf(sql, shop.serviceId, "campaign.change")).toMatchObject([
      {
        entityId: id,
        snapshot: {
          before: { name: "Spring", state: "draft" },
          after: { name: "Find me 100%_", state: "draft" },
        },
      },
      { entityId: copy, snapshot: { before: { state: "draft" }, after: { state: "archived" } } },
      { entityId: copy, snapshot: { before: { state: "archived" }, after: { state: "draft" } } },
    ]);
    for (const verb of [changeCampaign, duplicateCampaign] as ((
      who: typeof shop.viewer,
      input: object,
    ) => Promise<unknown>)[]) {
      const input = { id: copy, change: { kind: "archive" } };
      await expect(verb(shop.viewer, input)).rejects.toThrow(ForbiddenError);
      await expect(verb(shop.stranger, input)).rejects.toThrow(NotFoundError);
    }
    await expect(findCampaign(shop.stranger, { id })).rejects.toThrow(NotFoundError);
  });

  it("refuses a new name that no database takes, and finds nothing by one", async () => {
    const id = await newCampaign({ name: "Two words" });
    await expect(
      changeCampaign(shop.maya, { id, change: { kind: "rename", name: "Other\0words" } }),
    ).rejects.toThrow(/Its name holds/);
    expect((await findCampaign(shop.maya, { id })).name).toBe("Two words");
    expect((await listed({ text: "two words" })).rows.map((row) => row.id)).toEqual([id]);
    for (const text of ["two words\0", "\ud800"]) expect((await listed({ text })).rows).toEqual([]);
  });

  it.each(["1e20_", "Infinity_", "-1_", "99999999999999999_", "x_", "\0"])(
    "begins at the first page for the place %j",
    async (place) => {
      expect((await listed({ after: `${place}${newId()}` })).rows.length).toBeGreaterThan(0);
    },
  );

  it.each(campaignSorts)(
    "pages there and back by key, sorted by %s, without losing or repeating one",
    async (sort) => {
      for (let n = 0; n < 30; n += 1)
        await newCampaign({ name: `Name ${n % 7} Ä${n % 2 === 0 ? "B" : "b"}` });
      const pages: string[][] = [];
      const back: string[][] = [];
      let page = await listed({ sort });
      const idsOf = () => page.rows.map(({ id }) => id);
      pages.push(idsOf());
      while (page.next !== null)
        pages.push(((page = await listed({ sort, after: page.next })), idsOf()));
      back.push(idsOf());
      while (page.previous !== null)
        back.push(((page = await listed({ sort, before: page.previous })), idsOf()));
      expect(back.toReversed()).toEqual(pages);
      const direction = sort.startsWith("-") ? "DESC" : "ASC";
      const column = sort.endsWith("name") ? "lower(name)" : "updated_at";
      const all = await sql.query<{ id: string }>(
        `SELECT id FROM campaign WHERE archived_at IS NULL ORDER BY ${column} ${direction}, id ${direction}`,
      );
      expect(pages.flat()).toEqual(all.map(({ id }) => id));
      expect(page.total).toBe(all.length);
    },
  );

  it("counts up to a thousand and no further", async () => {
    await sql.query(
      `INSERT INTO campaign (id, service_id, app_id, name, draft, updated_at)
       SELECT gen_random_uuid(), c.service_id, c.app_id, 'Many', '{}', now() FROM (SELECT * FROM campaign LIMIT 1) c, generate_series(1, 1100)`,
    );
    expect((await listed({ text: "many" })).total).toBe(1_001);
    expect((await listed({ text: "two words" })).total).toBe(1);
  });
});
