import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { createService } from "../service/create";
import { changeAudience } from "./change";
import { addRecipients, beginAudience, createAudience } from "./fill";
import { audienceSorts, listAudiences } from "./list";
import { removeAudience } from "./remove";
import { saveTestGroup } from "./save-test-group";
import { storeAudience } from "./store";
import {
  eventsAbout,
  fillList,
  recipientsOf,
  rowOf,
  testShop,
  user,
  type TestShop,
} from "./testing";

const reasonsOf = (settled: PromiseSettledResult<unknown>[]) =>
  settled.flatMap((one) =>
    one.status === "rejected" ? [String((one.reason as Error).message)] : [],
  );

describe("audiences", () => {
  let sql: Database;
  let shop: TestShop;
  let maya: TestShop["maya"];

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
    maya = shop.maya;
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  it("has each change in the log with its state before and after", async () => {
    const id = await fillList(shop, "Before", [user("a")], true);
    expect(await changeAudience(maya, { id, test: false })).toEqual({
      name: "Before",
      test: false,
    });
    expect(await changeAudience(maya, { id, name: " After " })).toEqual({
      name: "After",
      test: false,
    });
    expect(await changeAudience(maya, { id, name: "After" })).toEqual({
      name: "After",
      test: false,
    });
    await removeAudience(maya, { id });
    expect(await rowOf(sql, id)).toMatchObject({
      name: "After",
      test: false,
      recipients: 1,
      removed: true,
    });
    expect(await recipientsOf(sql, id)).toHaveLength(1);
    expect((await eventsAbout(sql, shop, id)).slice(1)).toEqual([
      [
        "audience.change",
        maya.actor.id,
        { before: { name: "Before", test: true }, after: { name: "Before", test: false } },
      ],
      [
        "audience.change",
        maya.actor.id,
        { before: { name: "Before", test: false }, after: { name: "After", test: false } },
      ],
      ["audience.remove", maya.actor.id, { name: "After" }],
    ]);
    await expect(removeAudience(maya, { id })).rejects.toThrow(NotFoundError);
    await expect(changeAudience(maya, { id, name: "Again" })).rejects.toThrow(NotFoundError);
    await fillList(shop, "After", [user("a")]);
  });

  it.each(audienceSorts)(
    "is listed with the others, sorted by %s, page by page and back",
    async (sort) => {
      for (let n = 0; n < 5; n += 1)
        await fillList(
          shop,
          `By ${sort} ${n}`,
          Array.from({ length: (n % 3) + 1 }, (_, at) => user(`u${at}`)),
        );
      const listed = (place: { after?: string; before?: string }) =>
        listAudiences(maya, {
          serviceId: shop.serviceId,
          text: `by ${sort} `,
          sort,
          limit: 2,
          ...place,
        });
      const one = await listed({});
      const two = await listed({ after: one.next ?? "" });
      const three = await listed({ after: two.next ?? "" });
      const sizes = [1, 1, 2, 2, 3];
      const rows = [...one.rows, ...two.rows, ...three.rows];
      const sortValues = rows.map(({ name, recipients }) =>
        sort.endsWith("name") ? Number(name.at(-1)) : recipients,
      );
      const up = sort.endsWith("name") ? [0, 1, 2, 3, 4] : sizes;
      expect(sortValues).toEqual(sort.startsWith("-") ? up.toReversed() : up);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(5);
      expect((await listed({ before: three.previous ?? "" })).rows).toEqual(two.rows);
      expect([one.previous, three.next, three.total]).toEqual([null, null, 5]);
    },
  );

  it("is not changed while it is being filled", async () => {
    const id = await beginAudience(maya, { appid: "shop", name: "Half" });
    await expect(changeAudience(maya, { id, name: "Whole" })).rejects.toThrow(NotFoundError);
    await expect(removeAudience(maya, { id })).rejects.toThrow(NotFoundError);
    expect(await rowOf(sql, id)).toMatchObject({ name: "Half", removed: false });
  });

  it("is stored as a whole in one call, and a choice of recipients as a test group", async () => {
    const id = await storeAudience(maya, {
      serviceId: shop.serviceId,
      name: "Whole",
      recipients: [user("a"), user("a"), user("b")],
    });
    expect(await rowOf(sql, id)).toMatchObject({
      name: "Whole",
      test: false,
      recipients: 2,
      ready: true,
    });
    const choice = { groups: [], devices: [], browsers: [], users: ["u1", "u2", "u1"] };
    const group = await saveTestGroup(maya, { appid: "shop", name: "Team", choice });
    expect(await rowOf(sql, group)).toMatchObject({
      name: "Team",
      test: true,
      recipients: 2,
      ready: true,
    });
    expect(await eventsAbout(sql, shop, group)).toEqual([
      ["testGroup.save", maya.actor.id, { name: "Team", recipients: 2, test: true }],
    ]);
    await expect(
      saveTestGroup(maya, { appid: "shop", name: "tEAM", choice }),
    ).rejects.toMatchObject({
      problems: [
        { pointer: "/name", message: expect.stringContaining("“tEAM” already") as unknown },
      ],
    });
    await expect(
      saveTestGroup(maya, { appid: "shop", name: "None", choice: { ...choice, users: [] } }),
    ).rejects.toThrow("Choose recipients");
    await expect(
      storeAudience(maya, { serviceId: shop.serviceId, name: "Empty", recipients: [] }),
    ).rejects.toThrow("recipients: are missing");
  });

  it("has a name of its own in its service, however it is spelled and however many want it at once", async () => {
    await fillList(shop, "Taken", [user("a")]);
    const refused = await beginAudience(maya, { appid: "shop", name: "tAKEN" }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(RefusedError);
    expect((refused as RefusedError).problems).toEqual([
      { pointer: "/name", message: "A list named “tAKEN” already exists. Choose another name." },
    ]);
    const ids = await Promise.all(
      ["Wanted", "wanted", "WANTED"].map((name) => beginAudience(maya, { appid: "shop", name })),
    );
    for (const id of ids) await addRecipients(maya, { id, recipients: [user("a")] });
    const closed = await Promise.allSettled(ids.map((id) => createAudience(maya, { id })));
    expect(closed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const reason of reasonsOf(closed))
      expect(reason).toMatch(/^A list named “wanted” already exists\./i);
    const other = await fillList(shop, "Other", [user("a")]);
    await expect(changeAudience(maya, { id: other, name: "WaNtEd" })).rejects.toThrow("already");
    expect(await rowOf(sql, other)).toMatchObject({ name: "Other" });
    const { id: elsewhere } = await createService({ actor: testOwner() }, { name: "Elsewhere" });
    await storeAudience(
      { actor: testOwner() },
      { serviceId: elsewhere, name: "Taken", recipients: [user("a")] },
    );
  });
});
