import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { saveCheckedCredential } from "@/lib/check/credential";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import type { Conflict } from "@/lib/inputs/answer";
import { ConflictError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { changeApp } from "./app/change";
import { createApp } from "./app/create";
import { readAppDetail } from "./app/read";
import { idleCredential } from "./credential/testing";
import { addNotifyAuth } from "./notify-auth/add";
import { changeNotifyAuth } from "./notify-auth/change";
import { listNotifyAuths } from "./notify-auth/list";
import { changeService } from "./service/change";
import { createService } from "./service/create";
import { openService } from "./service/open";
import { addWebhook } from "./webhook/add";
import { changeWebhook } from "./webhook/change";
import { listWebhooks } from "./webhook/list";

vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

describe("two writers of one thing", () => {
  let database: Database;
  let serviceId: string;
  let appId: string;
  const job = { actor: { kind: "job" as const, name: "test" } };
  const as = () => ({ actor: { ...testMember({ [serviceId]: { role: "admin" } }), id: annId } });
  const annId = "00000000-0000-7000-8000-00000000a001";

  beforeAll(async () => {
    database = await openTestDatabase();
    ({ id: serviceId } = await createService(job, { name: "Shop" }));
    ({ id: appId } = await createApp(job, { serviceId, appid: "shop", name: "Shop" }));
    await database.query(
      "INSERT INTO member (id, email, name, password_hash) VALUES ($1, 'ann@shop.example', 'Ann', '')",
      [annId],
    );
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const conflictOf = async (saved: Promise<unknown>): Promise<Conflict> => {
    const error = await saved.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConflictError);
    return (error as ConflictError).conflict;
  };

  it("the second change of an app is refused with the first one's version and author", async () => {
    const base = {
      appId,
      name: "Shop",
      androidRendering: "auto" as const,
      signedRegistration: false,
      sharedDevices: false,
      pushEnabled: true,
    };
    const { revision } = await readAppDetail(job, { appId });
    expect(await changeApp(as(), { ...base, revision, name: "First" })).toEqual({
      revision: revision + 1,
    });
    const conflict = await conflictOf(changeApp(as(), { ...base, revision, name: "Second" }));
    expect(conflict).toMatchObject({
      by: "Ann",
      revision: revision + 1,
      theirs: { name: "First", platforms: ["android", "ios", "web"] },
    });
    expect(Date.now() - Date.parse(conflict.at ?? "")).toBeLessThan(60_000);
    expect((await readAppDetail(job, { appId })).name).toBe("First");
    // The same once more is no conflict, and a program, which names no revision, replaces it.
    expect(await changeApp(as(), { ...base, revision, name: "First" })).toEqual({
      revision: revision + 1,
    });
    expect(await changeApp(as(), { ...base, name: "Program" })).toEqual({ revision: revision + 2 });
    expect(await changeApp(as(), { ...base, revision: revision + 2, name: "Third" })).toEqual({
      revision: revision + 3,
    });
  });

  it("a change of a service reports what its own form shows, in any order of changes", async () => {
    const { revision } = await openService(job, { serviceId });
    await changeService(as(), { serviceId, part: "name", name: "Shop two", revision });
    const requests = {
      serviceId,
      part: "requests" as const,
      sizeRule: "message" as const,
      always200: false,
      revision,
    };
    const conflict = await conflictOf(changeService(as(), requests));
    expect(conflict.theirs).toEqual({ sizeRule: "body", always200: false, idsPerSecond: null });
    expect(await changeService(as(), { ...requests, revision: conflict.revision })).toEqual({
      revision: revision + 2,
    });
  });

  it("an authentication reveals none of its secrets", async () => {
    const fields = { username: "maya", password: "a secret password" };
    const { id } = await addNotifyAuth(as(), { serviceId, name: "CRM", kind: "basic", fields });
    const [listed] = await listNotifyAuths(job, { serviceId });
    const change = {
      serviceId,
      id,
      name: "CRM",
      kind: "basic" as const,
      revision: listed?.revision,
    };
    await changeNotifyAuth(as(), { ...change, fields: { ...fields, username: "first" } });
    const conflict = await conflictOf(
      changeNotifyAuth(as(), { ...change, fields: { username: "second" } }),
    );
    expect(conflict.theirs).toEqual({ name: "CRM", kind: "basic", fields: { username: "first" } });
    expect(JSON.stringify(conflict)).not.toContain("password");
  });

  it("a webhook, too", async () => {
    const webhook = { url: "https://a.example/hook", kinds: ["read" as const], notifyAuthId: "" };
    const { id } = await addWebhook(as(), { serviceId, ...webhook });
    const [listed] = await listWebhooks(job, { serviceId });
    const revision = listed?.revision;
    await changeWebhook(as(), { id, ...webhook, revision, url: "https://b.example/hook" });
    const conflict = await conflictOf(
      changeWebhook(as(), { id, ...webhook, revision, kinds: ["failed"] }),
    );
    expect(conflict).toMatchObject({
      by: "Ann",
      theirs: { url: "https://b.example/hook", kinds: ["read"], notifyAuthId: "" },
    });
  });

  it("only a change has another revision and an event", async () => {
    const webhook = {
      url: "https://same.example/hook",
      kinds: ["read" as const],
      notifyAuthId: "",
    };
    const { id } = await addWebhook(as(), { serviceId, ...webhook });
    const fields = { username: "maya", password: "a secret password" };
    const auth = { serviceId, name: "Same", kind: "basic" as const };
    const added = await addNotifyAuth(as(), { ...auth, fields });
    const before = await eventsOf(database, serviceId);
    expect(await changeWebhook(as(), { id, ...webhook, revision: 1 })).toEqual({ revision: 1 });
    for (const same of [fields, { username: "maya" }])
      expect(
        await changeNotifyAuth(as(), { ...auth, id: added.id, revision: 1, fields: same }),
      ).toEqual({ id: added.id, revision: 1 });
    expect(await eventsOf(database, serviceId)).toEqual(before);
    const replaced = { ...fields, password: "another password" };
    expect(
      await changeNotifyAuth(as(), { ...auth, id: added.id, revision: 1, fields: replaced }),
    ).toEqual({ id: added.id, revision: 2 });
    expect(await changeWebhook(as(), { id, ...webhook, kinds: ["failed"], revision: 1 })).toEqual({
      revision: 2,
    });
  });

  it("a credential before its provider is asked, without its secrets", async () => {
    const {
      appId: huaweiId,
      appSecret,
      ca: _,
      ...rest
    } = idleCredential("hms") as Record<string, string>;
    const write = (id: string, revision?: number) =>
      saveCheckedCredential(as(), {
        appId,
        provider: "hms",
        unchecked: true,
        credential: { ...rest, appId: id, appSecret: appSecret ?? "" },
        revision,
      });
    await write(huaweiId ?? "");
    const { credentials } = await readAppDetail(job, { appId });
    const revision = credentials[0]?.revision;
    await write("100", revision);
    const conflict = await conflictOf(write("200", revision));
    expect(conflict.theirs).toMatchObject({ credential: { appId: "100" } });
    expect(JSON.stringify(conflict)).not.toContain(appSecret);
    await write("200", conflict.revision);
  });
});
