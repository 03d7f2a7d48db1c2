import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember, testOwner } from "@/lib/auth/testing";
import type { Database, Sql } from "@/lib/database/sql";
import { lockWaited, openTestDatabase } from "@/lib/database/testing";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { changeApp } from "../app/change";
import { createApp } from "../app/create";
import { changeService } from "./change";
import { createService } from "./create";
import { createServiceKey } from "./create-key";
import { serviceOfKey } from "./find";
import { listServiceKeys } from "./list-keys";

const owner = testOwner();

describe("services", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const problems = async (refused: Promise<unknown>) => {
    const error = await refused.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    return (error as RefusedError).problems;
  };

  it("come with a key that is shown once and stored as a hash", async () => {
    const { id, key } = await createService({ actor: owner }, { name: "Shop" });
    expect(await serviceOfKey(key)).toMatchObject({
      id,
      name: "Shop",
      sandbox: false,
      httpsOnly: true,
    });
    const events = await eventsOf(database, id);
    expect(
      events.map(({ action, entityId, snapshot }) => ({ action, entityId, snapshot })),
    ).toEqual([
      {
        action: "serviceKey.create",
        entityId: expect.any(String) as string,
        snapshot: {
          name: "First key",
          prefix: key.slice(0, 7),
          scopes: ["send", "status", "devices"],
        },
      },
      { action: "service.create", entityId: id, snapshot: { name: "Shop", sandbox: false } },
    ]);
    expect(JSON.stringify(events)).not.toContain(key);
  });

  it("have fifty keys at most, however many are asked for at once", async () => {
    const { id } = await createService({ actor: owner }, { name: "Keys" });
    const admin = testMember({ [id]: { role: "admin" } });
    const make = (name: string, tx?: Sql) =>
      createServiceKey(
        { actor: admin, ...(tx && { tx }) },
        { serviceId: id, name, scopes: ["status", "send"] },
      );
    // In addition to the first key of the service.
    for (let n = 2; n < 50; n += 1) await make(`Program ${n}`);
    // The second begins while the first has written its row and not yet committed it.
    const { second } = await database.transaction(async (tx) => {
      await make("Second", tx);
      const third = problems(make("Third"));
      await lockWaited(database);
      return { second: third };
    });
    expect(await second).toEqual([
      { pointer: "", message: "A service can have 50 active keys at most. Revoke one first." },
    ]);
    const scopes = await database.query(
      "SELECT scopes FROM service_key WHERE service_id = $1 ORDER BY id",
      [id],
    );
    expect(scopes).toHaveLength(50);
    expect(scopes.slice(0, 2)).toEqual([
      { scopes: ["send", "status", "devices"] },
      { scopes: ["send", "status"] },
    ]);
    expect(await listServiceKeys({ actor: admin }, { serviceId: id })).toHaveLength(50);
    await database.query(
      "UPDATE service_key SET revoked_at = now() WHERE service_id = $1 AND name = 'First key'",
      [id],
    );
    await createServiceKey({ actor: admin }, { serviceId: id, name: "Next" });
  });

  it("refuse a key that cannot be one, or is another's, without repeating it", async () => {
    const { id, key } = await createService(
      { actor: owner },
      { name: "First", key: "sk_service_test_key_01" },
    );
    expect(key).toBe("sk_service_test_key_01");
    const keyProblems = await problems(createService({ actor: owner }, { name: "Second", key }));
    expect(keyProblems).toEqual([
      {
        pointer: "/key",
        message: "This key is already in use. Choose another, or leave it empty to generate one.",
      },
    ]);
    expect(await database.query("SELECT 1 FROM service WHERE name = 'Second'")).toEqual([]);
    expect(
      (
        await problems(
          createServiceKey({ actor: owner }, { serviceId: id, name: "X", key: "short" }),
        )
      )[0]?.pointer,
    ).toBe("/key");
    expect(
      (
        await problems(createServiceKey({ actor: owner }, { serviceId: id, name: " ", scopes: [] }))
      ).map(({ pointer }) => pointer),
    ).toEqual(["/name", "/scopes"]);
  });

  it("have unique names in any case, and so have their apps", async () => {
    const as = { actor: owner };
    const nameProblems = (what: string) => [
      { pointer: "/name", message: `Another ${what} has this name. Choose a different one.` },
    ];
    const { id } = await createService(as, { name: "Named" });
    expect(await problems(createService(as, { name: " nAMED " }))).toEqual(nameProblems("service"));
    const outcomes = async (both: Promise<unknown>[]) =>
      (await Promise.allSettled(both)).map(({ status }) => status).toSorted();
    const once = ["fulfilled", "rejected"];
    expect(
      await outcomes([
        createService(as, { name: "At once" }),
        createService(as, { name: "at ONCE" }),
      ]),
    ).toEqual(once);
    const { id: other } = await createService(as, { name: "Another one" });
    const rename = (serviceId: string, name: string) =>
      changeService(as, { part: "name", serviceId, name });
    expect(await problems(rename(other, "NAMED"))).toEqual(nameProblems("service"));
    expect(await outcomes([rename(other, "Next"), rename(id, "next")])).toEqual(once);
    // Services that already have the same name can still be changed.
    await database.query("UPDATE service SET name = 'Twin' WHERE id = ANY($1)", [[id, other]]);
    await rename(id, "Twin");
    await changeService(as, {
      part: "requests",
      serviceId: id,
      sizeRule: "message",
      always200: true,
    });
    await rename(id, "No twin");

    const app = (serviceId: string, appid: string, name: string) =>
      createApp(as, { serviceId, appid, name });
    const { id: appId } = await app(id, "named-1", "Shop");
    await app(other, "named-2", "shop");
    expect(await problems(app(id, "named-3", "SHOP"))).toEqual(nameProblems("app of this service"));
    expect(await outcomes([app(id, "named-4", "Kiosk"), app(id, "named-5", "kiosk")])).toEqual(
      once,
    );
    const settings = {
      androidRendering: "system",
      signedRegistration: false,
      sharedDevices: false,
      pushEnabled: true,
    } as const;
    expect(await problems(changeApp(as, { appId, ...settings, name: "Kiosk" }))).toEqual(
      nameProblems("app of this service"),
    );
    await database.query("UPDATE app SET name = 'Kiosk' WHERE id = $1", [appId]);
    await changeApp(as, { appId, ...settings, name: "Kiosk", pushEnabled: false });
    await changeApp(as, { appId, ...settings, name: "Shop again" });
  });

  it("share no appid among their apps, and say so in a sentence", async () => {
    const [one, other] = [
      await createService({ actor: owner }, { name: "One" }),
      await createService({ actor: owner }, { name: "Other" }),
    ];
    const app = { appid: "kiosk", name: "Kiosk", siteUrl: "https://kiosk.example/" };
    const { id, clientKey } = await createApp({ actor: owner }, { serviceId: one.id, ...app });
    expect(
      await database.query(
        "SELECT client_key, site_url, default_channel_id FROM app WHERE id = $1",
        [id],
      ),
    ).toEqual([
      { client_key: clientKey, site_url: "https://kiosk.example/", default_channel_id: null },
    ]);
    const appidProblems = await problems(
      createApp({ actor: owner }, { serviceId: other.id, ...app }),
    );
    expect(appidProblems).toEqual([
      { pointer: "/appid", message: "An app “kiosk” already exists. Choose another appid." },
    ]);
    const wrong = await problems(
      createApp(
        { actor: owner },
        { serviceId: other.id, appid: "", name: "x", siteUrl: "javascript:1" },
      ),
    );
    expect(wrong.map(({ pointer }) => pointer)).toEqual(["/appid", "/siteUrl"]);
  });
});
