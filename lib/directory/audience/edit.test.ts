import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { NotFoundError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { createApp } from "../app/create";
import { createService } from "../service/create";
import { addToList } from "./add-to-list";
import { applyStaged } from "./apply-staged";
import { compareStaged, readListUse } from "./compare-staged";
import { editRecipient } from "./edit-recipient";
import { addRecipients } from "./fill";
import { openAudience } from "./list";
import { removeAudience } from "./remove";
import { removeRecipients } from "./remove-recipients";
import { renameColumns } from "./rename-columns";
import { stageRecipients } from "./stage";
import { storeAudience } from "./store";

const user = (id: string, parameters: Record<string, string> = {}) => ({
  type: "userid" as const,
  id,
  parameters,
});

describe("editing the recipients of a list", () => {
  let sql: Database;
  let serviceId: string;
  let maya: { actor: ReturnType<typeof testMember> };
  let otto: typeof maya;
  let count = 0;

  beforeAll(async () => {
    sql = await openTestDatabase();
    ({ id: serviceId } = await createService({ actor: testOwner() }, { name: "Shop" }));
    await createApp({ actor: testOwner() }, { serviceId, appid: "shop", name: "Shop" });
    maya = { actor: testMember({ [serviceId]: { role: "marketer" } }) };
    otto = { actor: testMember({ [serviceId]: { role: "marketer" } }) };
    await sql.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'otto@a.example', 'Otto', '')",
      [otto.actor.id],
    );
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  const listOf = (...recipients: ReturnType<typeof user>[]) =>
    storeAudience(maya, { serviceId, name: `List ${(count += 1)}`, recipients });
  const rows = (id: string) =>
    sql.query<object>(
      "SELECT destination AS id, parameters, position FROM audience_recipient WHERE audience_id = $1 ORDER BY position",
      [id],
    );
  const about = async (id: string) => {
    const { recipients, kinds, parameters, widest, revision } = await openAudience(maya, { id });
    return { recipients, kinds, parameters, widest: widest.map((one) => one.id), revision };
  };
  const stage = async (id: string, ...recipients: ReturnType<typeof user>[]) => {
    const stagedId = await stageRecipients(maya, { id });
    if (recipients.length > 0) await addRecipients(maya, { id: stagedId, recipients });
    return stagedId;
  };
  const campaign = async (audienceId: string, state: string) => {
    const id = newId();
    await sql.query(
      `INSERT INTO campaign (id, service_id, audience_id, name, draft, state, due_at, recipients, updated_at)
       VALUES ($1, $2, $3, 'Sale', '{}', $4, now() + interval '1 day', 3, now())`,
      [id, serviceId, audienceId, state],
    );
    return id;
  };
  const edits = async (id: string) =>
    (await eventsOf(sql, serviceId)).flatMap(({ action, entityId, snapshot }) =>
      action === "audience.edit" && entityId === id ? [snapshot] : [],
    );

  it("adds recipients behind the others, each once", async () => {
    const id = await listOf(user("a", { city: "Bonn" }));
    expect(
      await addToList(maya, {
        id,
        recipients: [user("a", { city: "Rome" }), user("b", { name: "Bo" }), user("b")],
      }),
    ).toEqual({
      added: 1,
      repeats: 2,
    });
    expect(await rows(id)).toEqual([
      { id: "a", parameters: { city: "Bonn" }, position: 0 },
      { id: "b", parameters: { name: "Bo" }, position: 1 },
    ]);
    expect(await about(id)).toMatchObject({
      recipients: 2,
      kinds: { userid: 2 },
      parameters: ["city", "name"],
      revision: 2,
    });
    expect(await addToList(maya, { id, recipients: [user("b")] })).toEqual({
      added: 0,
      repeats: 1,
    });
    expect(await edits(id)).toEqual([
      { name: "List 1", how: "add", added: 1, removed: 0, changed: 0, recipients: 2 },
    ]);
  });

  it("removes recipients without leaving a gap, and forgets columns and largest ones that went with them", async () => {
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
    expect(await rows(id)).toEqual(
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
    expect(await about(id)).toMatchObject({
      recipients: 2,
      kinds: { userid: 2 },
      parameters: ["name"],
      widest: ["d"],
    });
    expect(await removeRecipients(maya, { id, recipients: [user("nobody")] })).toEqual([]);
    await expect(
      removeRecipients(maya, { id, recipients: [user("c"), user("d")] }),
    ).rejects.toThrow("at least one recipient");
    expect(await rows(id)).toHaveLength(2);
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
    expect(await rows(id)).toMatchObject([
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
    expect(await rows(id)).toMatchObject([
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
    expect((await edits(id)).map((edit) => (edit as { changed: number }).changed)).toEqual([2, 1]);
  });

  it("gives a recipient other values", async () => {
    const id = await listOf(user("a", { city: "Bonn" }), user("b", { city: "Rome" }));
    await editRecipient(maya, { id, recipient: user("a", { name: "Ada Augusta" }) });
    await editRecipient(maya, { id, recipient: user("a", { name: "Ada Augusta" }) });
    expect(await rows(id)).toEqual([
      { id: "a", parameters: { name: "Ada Augusta" }, position: 0 },
      { id: "b", parameters: { city: "Rome" }, position: 1 },
    ]);
    expect(await about(id)).toMatchObject({
      recipients: 2,
      kinds: { userid: 2 },
      parameters: ["name", "city"],
      revision: 2,
    });
    await expect(editRecipient(maya, { id, recipient: user("nobody") })).rejects.toThrow(
      NotFoundError,
    );
  });

  it("refuses values of a recipient that another member changed since they were opened, and answers with theirs", async () => {
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
    // Of several edits nothing tells which one it was.
    await editRecipient(otto, { id, recipient: user("b", { name: "Bo" }) });
    await expect(editRecipient(maya, mine)).rejects.toMatchObject({
      conflict: { revision: 3, by: "Another member", at: null, theirs },
    });
    expect(await rows(id)).toMatchObject([
      { parameters: { city: "Rome" } },
      { parameters: { name: "Bo" } },
    ]);
    // Their version was seen, and the other recipient is no concern of it.
    await addToList(otto, { id, recipients: [user("c")] });
    await editRecipient(maya, { ...mine, revision: 3, was: theirs.was });
    expect(await rows(id)).toMatchObject([
      { parameters: { city: "Oslo" } },
      { parameters: { name: "Bo" } },
      { id: "c" },
    ]);
  });

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
      expect(await rows(id)).toMatchObject([{ id: "a" }]);
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
    expect(await rows(id)).toHaveLength(3);
    expect(await applyStaged(maya, { id, stagedId, how: "replace" })).toBe(3);
    expect(await rows(id)).toEqual([
      { id: "b", parameters: {}, position: 0 },
      { id: "a", parameters: { city: "Rome" }, position: 1 },
      { id: "d", parameters: { name: "Di" }, position: 2 },
    ]);
    expect(await about(id)).toMatchObject({
      recipients: 3,
      kinds: { userid: 3 },
      parameters: ["city", "name"],
      revision: 2,
    });
    expect(await edits(id)).toMatchObject([
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
    expect(await rows(id)).toEqual([
      { id: "a", parameters: { city: "Bonn" }, position: 0 },
      { id: "z", parameters: {}, position: 1 },
      { id: "b", parameters: {}, position: 2 },
    ]);
    expect(await about(id)).toMatchObject({ recipients: 3, kinds: { userid: 3 } });
  });

  it("refuses an empty upload, a list that is ready as what was brought, and a list that was removed", async () => {
    const [id, other] = [await listOf(user("a")), await listOf(user("b"))];
    await expect(
      applyStaged(maya, { id, stagedId: await stage(id), how: "replace" }),
    ).rejects.toThrow("no recipients");
    await expect(applyStaged(maya, { id, stagedId: other, how: "replace" })).rejects.toThrow(
      NotFoundError,
    );
    await expect(compareStaged(maya, { id, stagedId: "no id" })).rejects.toThrow(NotFoundError);
    await removeAudience(maya, { id });
    await expect(addToList(maya, { id, recipients: [user("c")] })).rejects.toThrow(NotFoundError);
    await expect(stageRecipients(maya, { id })).rejects.toThrow(NotFoundError);
    const many = Array.from({ length: 201 }, (_, n) => user(`u${n}`));
    await expect(addToList(maya, { id: other, recipients: many })).rejects.toThrow("at most 200");
    await expect(removeRecipients(maya, { id: other, recipients: many })).rejects.toThrow(
      "at most 200",
    );
  });

  it("is refused while a campaign sends to the list; one that is scheduled is counted again", async () => {
    const id = await listOf(user("a"), user("b"), user("c"));
    const scheduled = await campaign(id, "scheduled");
    expect(await readListUse(maya, { id })).toEqual({ scheduled: 1, names: ["Sale"], approved: 0 });
    await removeRecipients(maya, { id, recipients: [user("a")] });
    expect(
      await sql.query<object>("SELECT recount, recipients FROM campaign WHERE id = $1", [
        scheduled,
      ]),
    ).toEqual([{ recount: true, recipients: 2 }]);
    await campaign(id, "sending");
    const stagedId = await stage(id, user("z"));
    for (const edit of [
      () => addToList(maya, { id, recipients: [user("d")] }),
      () => removeRecipients(maya, { id, recipients: [user("b")] }),
      () => editRecipient(maya, { id, recipient: user("b", { name: "Bo" }) }),
      () => applyStaged(maya, { id, stagedId, how: "replace" }),
    ])
      await expect(edit()).rejects.toThrow("“Sale” is being sent to this list.");
    expect(await rows(id)).toHaveLength(2);
  });
});
