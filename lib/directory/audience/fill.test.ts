import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { changeAudience } from "./change";
import { addRecipients, beginAudience, createAudience } from "./fill";
import { removeAudience } from "./remove";
import {
  eventsAbout,
  fillList,
  recipientsOf,
  rowOf,
  testShop,
  user,
  type TestShop,
} from "./testing";

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

  it("keeps recipients in their order, each once, with the first values it came with", async () => {
    const id = await beginAudience(maya, { appid: "shop", name: "Spring" });
    expect(
      await addRecipients(maya, {
        id,
        recipients: [user("b", { name: "Bo" }), user("a"), user("b", { name: "Other" })],
      }),
    ).toEqual({
      added: 2,
      repeats: 1,
      recipients: 2,
    });
    expect(
      await addRecipients(maya, {
        id,
        recipients: [user("a"), user("c"), { type: "ios_pushid", id: "a" }, user("b")],
      }),
    ).toEqual({
      added: 2,
      repeats: 2,
      recipients: 4,
    });
    expect(await eventsAbout(sql, shop, id)).toEqual([]);
    expect(await createAudience(maya, { id })).toBe(4);
    expect(await eventsAbout(sql, shop, id)).toEqual([
      ["audience.create", maya.actor.id, { name: "Spring", recipients: 4, test: false }],
    ]);
    expect(await rowOf(sql, id)).toMatchObject({
      recipients: 4,
      ready: true,
      summary: { kinds: { userid: 3, ios_pushid: 1 }, parameters: ["name"], widest: [{ id: "b" }] },
    });
    expect(await recipientsOf(sql, id)).toEqual([
      { id: "b", parameters: { name: "Bo" } },
      { id: "a", parameters: {} },
      { id: "c", parameters: {} },
      { id: "a", parameters: {} },
    ]);
    await expect(addRecipients(maya, { id, recipients: [user("d")] })).rejects.toThrow(
      "not being filled",
    );
  });

  it("is closed once, however often that is asked", async () => {
    const id = await beginAudience(maya, { appid: "shop", name: "Closed" });
    await addRecipients(maya, { id, recipients: [user("a"), user("b")] });
    expect(await Promise.all([1, 2, 3].map(() => createAudience(maya, { id })))).toEqual([2, 2, 2]);
    expect(await createAudience(maya, { id, name: "Closed" })).toBe(2);
    await expect(createAudience(maya, { id, name: "Shut" })).rejects.toThrow(
      "This list was already created as “Closed”.",
    );
    expect(await rowOf(sql, id)).toMatchObject({ name: "Closed", ready: true });
    expect(await eventsAbout(sql, shop, id)).toHaveLength(1);
    await removeAudience(maya, { id });
    await expect(createAudience(maya, { id })).rejects.toThrow("not being filled");
  });

  it("whose name was given to another list meanwhile is closed under another, and has lost nothing", async () => {
    const id = await beginAudience(maya, { appid: "shop", name: "Late" });
    await addRecipients(maya, { id, recipients: [user("a"), user("b")] });
    await fillList(shop, "late", [user("c")]);
    const finishProblems = async (name?: string) => {
      const refused = await createAudience(maya, { id, ...(name !== undefined && { name }) }).catch(
        (error: unknown) => error,
      );
      expect(refused).toBeInstanceOf(RefusedError);
      return (refused as RefusedError).problems;
    };
    const nameProblem = (name: string) => ({
      pointer: "/name",
      message: `A list named “${name}” already exists. Choose another name.`,
    });
    expect(await finishProblems()).toEqual([nameProblem("Late")]);
    expect(await finishProblems(" LATE ")).toEqual([nameProblem("LATE")]);
    expect((await finishProblems(" "))[0]?.pointer).toBe("/name");
    expect(await rowOf(sql, id)).toMatchObject({ name: "Late", recipients: 2, ready: false });
    expect(await createAudience(maya, { id, name: " Later " })).toBe(2);
    expect(await rowOf(sql, id)).toMatchObject({ name: "Later", recipients: 2, ready: true });
    expect(await eventsAbout(sql, shop, id)).toEqual([
      ["audience.create", maya.actor.id, { name: "Later", recipients: 2, test: false }],
    ]);
  });

  it("refuses recipients that come before those in front of them, and takes repeated ones", async () => {
    const id = await beginAudience(maya, { appid: "shop", name: "In order" });
    await addRecipients(maya, { id, from: 0, recipients: [user("a"), user("b")] });
    await expect(
      addRecipients(maya, { id, from: 3, recipients: [user("d")] }),
    ).rejects.toMatchObject({
      problems: [
        {
          pointer: "/from",
          message:
            "The list has 2 recipients, and these follow the first 3. Send those between first.",
        },
      ],
    });
    expect(await addRecipients(maya, { id, from: 2, recipients: [user("c")] })).toEqual({
      added: 1,
      repeats: 0,
      recipients: 3,
    });
    expect(await addRecipients(maya, { id, from: 0, recipients: [user("a"), user("b")] })).toEqual({
      added: 0,
      repeats: 2,
      recipients: 3,
    });
    expect(await recipientsOf(sql, id)).toEqual(
      ["a", "b", "c"].map((one) => ({ id: one, parameters: {} })),
    );
    for (const from of [-1, 0.5, 500_001])
      await expect(addRecipients(maya, { id, from, recipients: [] })).rejects.toThrow(RefusedError);
  });

  it("takes parts that come at once, each place once", async () => {
    const id = await beginAudience(maya, { appid: "shop", name: "At once" });
    const parts = Array.from({ length: 6 }, (_, part) =>
      Array.from({ length: 50 }, (__, n) => user(`u${part * 40 + n}`)),
    );
    const answers = await Promise.all(
      parts.map((recipients) => addRecipients(maya, { id, recipients })),
    );
    expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(250);
    expect(await createAudience(maya, { id })).toBe(250);
    const places = await sql.query<{ position: number }>(
      "SELECT position FROM audience_recipient WHERE audience_id = $1 ORDER BY position",
      [id],
    );
    expect(places.map(({ position }) => position)).toEqual(
      Array.from({ length: 250 }, (_, n) => n),
    );
  });

  it("that is full takes again what it has, and refuses what is new", async () => {
    const id = await beginAudience(maya, { appid: "shop", name: "Full" });
    await addRecipients(maya, { id, recipients: [user("a"), user("b")] });
    await sql.query("UPDATE audience SET recipients = 1999999 WHERE id = $1", [id]);
    expect(
      await addRecipients(maya, { id, recipients: [user("a"), user("b"), user("c")] }),
    ).toEqual({
      added: 1,
      repeats: 2,
      recipients: 2_000_000,
    });
    expect(await addRecipients(maya, { id, recipients: [user("b"), user("c")] })).toEqual({
      added: 0,
      repeats: 2,
      recipients: 2_000_000,
    });
    await expect(addRecipients(maya, { id, recipients: [user("c"), user("d")] })).rejects.toThrow(
      "at most 2,000,000 recipients",
    );
    expect(await recipientsOf(sql, id)).toHaveLength(3);
  });

  it("says what is wrong, and leaves nothing half done", async () => {
    const id = await beginAudience(maya, { appid: "shop", name: "Errors" });
    const add = (recipients: ReturnType<typeof user>[], of = id) =>
      addRecipients(maya, { id: of, recipients });
    await expect(add([user("ok"), user("")])).rejects.toThrow(
      "recipients 2, id: must not be empty.",
    );
    await expect(add([user("a\u0000b")])).rejects.toThrow("U+0000");
    await expect(add([user("a", { "no name": "x" })])).rejects.toThrow("letters, digits and _");
    await expect(add(Array.from({ length: 2_001 }, (_, n) => user(`u${n}`)))).rejects.toThrow(
      "a call takes at most 2,000 recipients",
    );
    const many = (from: number) =>
      Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`p${from + n}`, "x"]));
    await expect(add([user("a", many(0)), user("b", many(11))])).rejects.toThrow(
      "at most 20 different parameters",
    );
    await expect(add([user("a")], "no id")).rejects.toThrow(NotFoundError);
    await expect(createAudience(maya, { id })).rejects.toThrow("no recipients");
    expect(await recipientsOf(sql, id)).toEqual([]);
    await add([user("a")]);
    await createAudience(maya, { id });
    await expect(changeAudience(maya, { id, name: " " })).rejects.toThrow(
      "name: must not be empty",
    );
    await expect(changeAudience(maya, { id, name: "a\u0000b" })).rejects.toThrow("name: holds");
    await expect(changeAudience(maya, { id, name: "x".repeat(201) })).rejects.toThrow(
      "at most 200",
    );
    await expect(beginAudience(maya, { appid: "nope", name: "x" })).rejects.toThrow(NotFoundError);
    await expect(beginAudience(maya, { appid: "shop", name: "" })).rejects.toThrow(
      "name: must not be empty",
    );
  });
});
