import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { changeAudience } from "./change";
import { addRecipients, createAudience, finishAudience } from "./fill";
import { audienceSorts, listAudiences } from "./list";
import { removeAudience } from "./remove";
import { saveTestGroup } from "./save-test-group";
import { storeAudience } from "./store";

const user = (id: string, parameters: Record<string, string> = {}) => ({
  type: "userid" as const,
  id,
  parameters,
});

const reasonsOf = (settled: PromiseSettledResult<unknown>[]) =>
  settled.flatMap((one) =>
    one.status === "rejected" ? [String((one.reason as Error).message)] : [],
  );

describe("audiences", () => {
  let sql: Database;
  let serviceId: string;
  let maya: { actor: ReturnType<typeof testMember> };

  beforeAll(async () => {
    sql = await openTestDatabase();
    ({ id: serviceId } = await createService({ actor: testOwner() }, { name: "Shop" }));
    await createApp({ actor: testOwner() }, { serviceId, appid: "shop", name: "Shop" });
    maya = { actor: testMember({ [serviceId]: { role: "marketer" } }) };
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  const row = async (id: string) =>
    (
      await sql.query<object>(
        "SELECT name, test, recipients, summary, ready_at IS NOT NULL AS ready, removed_at IS NOT NULL AS removed FROM audience WHERE id = $1",
        [id],
      )
    )[0];
  const recipientsOf = (id: string) =>
    sql.query<object>(
      "SELECT destination AS id, parameters FROM audience_recipient WHERE audience_id = $1 ORDER BY position",
      [id],
    );
  const filled = async (name: string, recipients: ReturnType<typeof user>[], test = false) => {
    const id = await createAudience(maya, { appid: "shop", name, test });
    await addRecipients(maya, { id, recipients });
    await finishAudience(maya, { id });
    return id;
  };
  const eventsAbout = async (id: string) =>
    (await eventsOf(sql, serviceId))
      .filter(({ entityId }) => entityId === id)
      .map(({ action, actorId, snapshot }) => [action, actorId, snapshot]);

  it("keeps recipients in their order, each once, with the first values it came with", async () => {
    const id = await createAudience(maya, { appid: "shop", name: "Spring" });
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
    expect(await eventsAbout(id)).toEqual([]);
    expect(await finishAudience(maya, { id })).toBe(4);
    expect(await eventsAbout(id)).toEqual([
      ["audience.create", maya.actor.id, { name: "Spring", recipients: 4, test: false }],
    ]);
    expect(await row(id)).toMatchObject({
      recipients: 4,
      ready: true,
      summary: { kinds: { userid: 3, ios_pushid: 1 }, parameters: ["name"], widest: [{ id: "b" }] },
    });
    expect(await recipientsOf(id)).toEqual([
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
    const id = await createAudience(maya, { appid: "shop", name: "Closed" });
    await addRecipients(maya, { id, recipients: [user("a"), user("b")] });
    expect(await Promise.all([1, 2, 3].map(() => finishAudience(maya, { id })))).toEqual([2, 2, 2]);
    expect(await finishAudience(maya, { id, name: "Closed" })).toBe(2);
    await expect(finishAudience(maya, { id, name: "Shut" })).rejects.toThrow(
      "This list was already created as “Closed”.",
    );
    expect(await row(id)).toMatchObject({ name: "Closed", ready: true });
    expect(await eventsAbout(id)).toHaveLength(1);
    await removeAudience(maya, { id });
    await expect(finishAudience(maya, { id })).rejects.toThrow("not being filled");
  });

  it("whose name was given to another list meanwhile is closed under another, and has lost nothing", async () => {
    const id = await createAudience(maya, { appid: "shop", name: "Late" });
    await addRecipients(maya, { id, recipients: [user("a"), user("b")] });
    await filled("late", [user("c")]);
    const problemsOf = async (name?: string) => {
      const refused = await finishAudience(maya, { id, ...(name !== undefined && { name }) }).catch(
        (error: unknown) => error,
      );
      expect(refused).toBeInstanceOf(RefusedError);
      return (refused as RefusedError).problems;
    };
    const taken = (name: string) => ({
      pointer: "/name",
      message: `A list named “${name}” already exists. Choose another name.`,
    });
    expect(await problemsOf()).toEqual([taken("Late")]);
    expect(await problemsOf(" LATE ")).toEqual([taken("LATE")]);
    expect((await problemsOf(" "))[0]?.pointer).toBe("/name");
    expect(await row(id)).toMatchObject({ name: "Late", recipients: 2, ready: false });
    expect(await finishAudience(maya, { id, name: " Later " })).toBe(2);
    expect(await row(id)).toMatchObject({ name: "Later", recipients: 2, ready: true });
    expect(await eventsAbout(id)).toEqual([
      ["audience.create", maya.actor.id, { name: "Later", recipients: 2, test: false }],
    ]);
  });

  it("refuses recipients that come before those in front of them, and takes repeated ones", async () => {
    const id = await createAudience(maya, { appid: "shop", name: "In order" });
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
    expect(await recipientsOf(id)).toEqual(
      ["a", "b", "c"].map((one) => ({ id: one, parameters: {} })),
    );
    for (const from of [-1, 0.5, 500_001])
      await expect(addRecipients(maya, { id, from, recipients: [] })).rejects.toThrow(RefusedError);
  });

  it("takes parts that come at once, each place once", async () => {
    const id = await createAudience(maya, { appid: "shop", name: "At once" });
    const parts = Array.from({ length: 6 }, (_, part) =>
      Array.from({ length: 50 }, (__, n) => user(`u${part * 40 + n}`)),
    );
    const answers = await Promise.all(
      parts.map((recipients) => addRecipients(maya, { id, recipients })),
    );
    expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(250);
    expect(await finishAudience(maya, { id })).toBe(250);
    const places = await sql.query<{ position: number }>(
      "SELECT position FROM audience_recipient WHERE audience_id = $1 ORDER BY position",
      [id],
    );
    expect(places.map(({ position }) => position)).toEqual(
      Array.from({ length: 250 }, (_, n) => n),
    );
  });

  it("is renamed, marked and removed; the log has what it was before and after", async () => {
    const id = await filled("Before", [user("a")], true);
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
    expect(await row(id)).toMatchObject({
      name: "After",
      test: false,
      recipients: 1,
      removed: true,
    });
    expect(await recipientsOf(id)).toHaveLength(1);
    expect((await eventsAbout(id)).slice(1)).toEqual([
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
    await filled("After", [user("a")]);
  });

  it.each(audienceSorts)(
    "is listed with the others, sorted by %s, page by page and back",
    async (sort) => {
      for (let n = 0; n < 5; n += 1)
        await filled(
          `By ${sort} ${n}`,
          Array.from({ length: (n % 3) + 1 }, (_, at) => user(`u${at}`)),
        );
      const listed = (place: { after?: string; before?: string }) =>
        listAudiences(maya, { serviceId, text: `by ${sort} `, sort, limit: 2, ...place });
      const one = await listed({});
      const two = await listed({ after: one.next ?? "" });
      const three = await listed({ after: two.next ?? "" });
      const sizes = [1, 1, 2, 2, 3];
      const rows = [...one.rows, ...two.rows, ...three.rows];
      const shown = rows.map(({ name, recipients }) =>
        sort.endsWith("name") ? Number(name.at(-1)) : recipients,
      );
      const up = sort.endsWith("name") ? [0, 1, 2, 3, 4] : sizes;
      expect(shown).toEqual(sort.startsWith("-") ? up.toReversed() : up);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(5);
      expect((await listed({ before: three.previous ?? "" })).rows).toEqual(two.rows);
      expect([one.previous, three.next, three.total]).toEqual([null, null, 5]);
    },
  );

  it("is not changed while it is being filled", async () => {
    const id = await createAudience(maya, { appid: "shop", name: "Half" });
    await expect(changeAudience(maya, { id, name: "Whole" })).rejects.toThrow(NotFoundError);
    await expect(removeAudience(maya, { id })).rejects.toThrow(NotFoundError);
    expect(await row(id)).toMatchObject({ name: "Half", removed: false });
  });

  it("is kept whole in one go, and a choice as a test group", async () => {
    const id = await storeAudience(maya, {
      serviceId,
      name: "Whole",
      recipients: [user("a"), user("a"), user("b")],
    });
    expect(await row(id)).toMatchObject({ name: "Whole", test: false, recipients: 2, ready: true });
    const choice = { groups: [], devices: [], browsers: [], users: ["u1", "u2", "u1"] };
    const group = await saveTestGroup(maya, { appid: "shop", name: "Team", choice });
    expect(await row(group)).toMatchObject({
      name: "Team",
      test: true,
      recipients: 2,
      ready: true,
    });
    expect(await eventsAbout(group)).toEqual([
      ["audience.create", maya.actor.id, { name: "Team", recipients: 2, test: true }],
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
    await expect(storeAudience(maya, { serviceId, name: "Empty", recipients: [] })).rejects.toThrow(
      "recipients: are missing",
    );
  });

  it("has a name of its own in its service, however it is spelled and however many want it at once", async () => {
    await filled("Taken", [user("a")]);
    const refused = await createAudience(maya, { appid: "shop", name: "tAKEN" }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(RefusedError);
    expect((refused as RefusedError).problems).toEqual([
      { pointer: "/name", message: "A list named “tAKEN” already exists. Choose another name." },
    ]);
    const ids = await Promise.all(
      ["Wanted", "wanted", "WANTED"].map((name) => createAudience(maya, { appid: "shop", name })),
    );
    for (const id of ids) await addRecipients(maya, { id, recipients: [user("a")] });
    const closed = await Promise.allSettled(ids.map((id) => finishAudience(maya, { id })));
    expect(closed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const reason of reasonsOf(closed))
      expect(reason).toMatch(/^A list named “wanted” already exists\./i);
    const other = await filled("Other", [user("a")]);
    await expect(changeAudience(maya, { id: other, name: "WaNtEd" })).rejects.toThrow("already");
    expect(await row(other)).toMatchObject({ name: "Other" });
    const { id: elsewhere } = await createService({ actor: testOwner() }, { name: "Elsewhere" });
    await storeAudience(
      { actor: testOwner() },
      { serviceId: elsewhere, name: "Taken", recipients: [user("a")] },
    );
  });

  it("that is full takes again what it has, and refuses what is new", async () => {
    const id = await createAudience(maya, { appid: "shop", name: "Full" });
    await addRecipients(maya, { id, recipients: [user("a"), user("b")] });
    await sql.query("UPDATE audience SET recipients = 499999 WHERE id = $1", [id]);
    expect(
      await addRecipients(maya, { id, recipients: [user("a"), user("b"), user("c")] }),
    ).toEqual({
      added: 1,
      repeats: 2,
      recipients: 500_000,
    });
    expect(await addRecipients(maya, { id, recipients: [user("b"), user("c")] })).toEqual({
      added: 0,
      repeats: 2,
      recipients: 500_000,
    });
    await expect(addRecipients(maya, { id, recipients: [user("c"), user("d")] })).rejects.toThrow(
      "at most 500,000 recipients",
    );
    expect(await recipientsOf(id)).toHaveLength(3);
  });

  it("says what is wrong, and leaves nothing half done", async () => {
    const id = await createAudience(maya, { appid: "shop", name: "Errors" });
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
    await expect(finishAudience(maya, { id })).rejects.toThrow("no recipients");
    expect(await recipientsOf(id)).toEqual([]);
    await add([user("a")]);
    await finishAudience(maya, { id });
    await expect(changeAudience(maya, { id, name: " " })).rejects.toThrow(
      "name: must not be empty",
    );
    await expect(changeAudience(maya, { id, name: "a\u0000b" })).rejects.toThrow("name: holds");
    await expect(changeAudience(maya, { id, name: "x".repeat(201) })).rejects.toThrow(
      "at most 200",
    );
    await expect(createAudience(maya, { appid: "nope", name: "x" })).rejects.toThrow(NotFoundError);
    await expect(createAudience(maya, { appid: "shop", name: "" })).rejects.toThrow(
      "name: must not be empty",
    );
  });
});
