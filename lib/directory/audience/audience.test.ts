import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError, type Member } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { createApp } from "@/lib/directory/app/create";
import { createService } from "@/lib/directory/service/create";
import { changeAudience } from "./change";
import { addRecipients, createAudience, finishAudience } from "./fill";
import { listAudiences, openAudience, readRecipients } from "./list";
import { AudienceError } from "./rows";

const maya: Member = { id: newId(), email: "maya@a.example", name: "Maya", role: "marketer" };
const viewer: Member = { ...maya, id: newId(), role: "viewer" };
const user = (id: string, parameters: Record<string, string> = {}) => ({ type: "userid" as const, id, parameters });

describe.each(testDatabases())("audiences on $name", ({ open }) => {
  let sql: Database;
  beforeAll(async () => {
    sql = await open();
    const actor = { kind: "job" as const, name: "test" };
    await sql.transaction(async (tx) => {
      const { id: serviceId } = await createService(tx, actor, {
        name: "Shop",
        sandbox: true,
        httpsOnly: false,
        key: "sk_audience_test_0001",
      });
      await createApp(tx, actor, { serviceId, appid: "shop", name: "Shop" });
    });
  }, 120_000);
  afterAll(() => sql.close(), 60_000);

  const filled = async (name: string, recipients: ReturnType<typeof user>[], test = false) => {
    const id = await createAudience(maya, { appid: "shop", name, test });
    await addRecipients(maya, id, recipients);
    await finishAudience(maya, id);
    return id;
  };

  it("keeps recipients in their order, each once, with the first values it came with", async () => {
    const id = await createAudience(maya, { appid: "shop", name: "Spring" });
    expect(await openAudience(maya, id)).toBeUndefined();
    expect(await addRecipients(maya, id, [user("b", { name: "Bo" }), user("a"), user("b", { name: "Other" })])).toEqual({
      added: 2,
      repeats: 1,
    });
    expect(await addRecipients(maya, id, [user("a"), user("c"), { type: "ios_pushid", id: "a" }, user("b")])).toEqual({
      added: 2,
      repeats: 2,
    });
    await finishAudience(maya, id);
    expect(await openAudience(maya, id)).toMatchObject({
      name: "Spring",
      recipients: 4,
      kinds: { userid: 3, ios_pushid: 1 },
      parameters: ["name"],
      head: [user("b", { name: "Bo" }), user("a"), user("c"), { type: "ios_pushid", id: "a" }],
      widest: [{ id: "b" }],
    });
    expect((await readRecipients(sql, id, 2, 1)).map((one) => one.id)).toEqual(["c"]);
    await expect(addRecipients(maya, id, [user("d")])).rejects.toThrow("not being filled");
  });

  it("lists those that are ready, and forgets the removed ones but keeps what campaigns need", async () => {
    const id = await filled("Removed", [user("a")], true);
    expect((await listAudiences(viewer)).find((one) => one.id === id)).toMatchObject({ name: "Removed", test: true, recipients: 1 });
    await changeAudience(maya, id, { kind: "test", test: false });
    await changeAudience(maya, id, { kind: "rename", name: " Renamed " });
    expect((await listAudiences(viewer)).find((one) => one.id === id)).toMatchObject({ name: "Renamed", test: false });
    await changeAudience(maya, id, { kind: "remove" });
    expect((await listAudiences(viewer)).some((one) => one.id === id)).toBe(false);
    expect(await openAudience(viewer, id)).toMatchObject({ recipients: 1, removed: true });
    await expect(changeAudience(maya, id, { kind: "remove" })).rejects.toThrow(AudienceError);
    await filled("Renamed", [user("a")]);
  });

  it("says what is wrong, and leaves nothing half done", async () => {
    const id = await createAudience(maya, { appid: "shop", name: "Errors" });
    await expect(addRecipients(maya, id, [user("ok"), user("")])).rejects.toThrow("Recipient 2, id");
    await expect(addRecipients(maya, id, [user("a\u0000b")])).rejects.toThrow("U+0000");
    await expect(addRecipients(maya, id, [user("a", { "no name": "x" })])).rejects.toThrow(AudienceError);
    await expect(
      addRecipients(
        maya,
        id,
        Array.from({ length: 2_001 }, (_, n) => user(`u${n}`)),
      ),
    ).rejects.toThrow(AudienceError);
    await expect(addRecipients(maya, "no id", [user("a")])).rejects.toThrow(AudienceError);
    await expect(finishAudience(maya, id)).rejects.toThrow("no recipients");
    await addRecipients(maya, id, [user("a")]);
    await finishAudience(maya, id);
    await expect(filled("errors", [user("a")])).rejects.toThrow("already");
    await expect(changeAudience(maya, id, { kind: "rename", name: " " })).rejects.toThrow("name: must not be empty");
    await expect(changeAudience(maya, id, { kind: "rename", name: "a\u0000b" })).rejects.toThrow("name: holds");
    await expect(changeAudience(maya, id, { kind: "rename", name: "x".repeat(201) })).rejects.toThrow("at most 200");
    await expect(createAudience(maya, { appid: "nope", name: "x" })).rejects.toThrow(AudienceError);
    await expect(createAudience(maya, { appid: "shop", name: "" })).rejects.toThrow(AudienceError);
    await expect(createAudience(viewer, { appid: "shop", name: "x" })).rejects.toThrow(ForbiddenError);
    await expect(addRecipients(viewer, id, [])).rejects.toThrow(ForbiddenError);
    await expect(finishAudience(viewer, id)).rejects.toThrow(ForbiddenError);
    await expect(changeAudience(viewer, id, { kind: "remove" })).rejects.toThrow(ForbiddenError);
  });
});
