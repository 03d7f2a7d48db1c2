import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { forgetCached } from "@/lib/database/cached";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { applies, type Description } from "@/lib/describe/description";
import type { Platform, ProviderKind } from "@/lib/interface/device-kinds";
import { providers } from "@/lib/providers/credentials";
import { openProvider } from "@/lib/providers/registry";
import { NotFoundError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { createWebPushKeys } from "../credential/create-keys";
import { flagCredential, loadCredential } from "../credential/load";
import { removeCredential } from "../credential/remove";
import { saveCredential } from "../credential/save";
import { idleCredential } from "../credential/testing";
import { createService } from "../service/create";
import { changeApp } from "./change";
import { createApp } from "./create";
import { appOfAppid } from "./find";
import { listApps } from "./list";
import { readAppDetail } from "./read";

describe("an app", () => {
  let database: Database;
  let serviceId: string;
  let appId: string;
  const as = (role: "admin" | "viewer" = "admin") => ({
    actor: testMember({ [serviceId]: { role } }),
  });

  beforeAll(async () => {
    database = await openTestDatabase();
    const job = { actor: { kind: "job" as const, name: "test" } };
    ({ id: serviceId } = await createService(job, {
      name: "Shop",
      sandbox: false,
      httpsOnly: true,
    }));
    ({ id: appId } = await createApp(as(), { serviceId, appid: "shop", name: "Shop" }));
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const stored = (provider: ProviderKind) => {
    forgetCached("credential", `${appId}:${provider}`);
    return loadCredential(appId, provider);
  };
  const settings = {
    name: "Shop two",
    iconUrl: "https://shop.example/icon.png",
    siteUrl: "https://shop.example/",
    defaultChannelId: "news",
    deepLinkScheme: "myshop",
    platforms: ["android", "web"] as Platform[],
    androidRendering: "system",
    signedRegistration: true,
    sharedDevices: true,
    pushEnabled: false,
  } as const;

  it("has each change on record, with its state before and after", async () => {
    const before = await readAppDetail(as("viewer"), { appId });
    await changeApp(as(), {
      appId,
      ...settings,
      deepLinkScheme: "MyShop",
      platforms: ["web", "android", "web"],
    });
    expect(await readAppDetail(as("viewer"), { appId })).toMatchObject({
      ...settings,
      appid: "shop",
      clientKey: before.clientKey,
    });
    expect(await appOfAppid("shop")).toMatchObject({
      pushEnabled: false,
      signedRegistration: true,
      sharedDevices: true,
      androidRendering: "system",
    });
    const [event] = await eventsOf(database, serviceId, "app.change");
    expect(event?.snapshot).toEqual({
      before: {
        name: "Shop",
        iconUrl: null,
        siteUrl: null,
        defaultChannelId: null,
        deepLinkScheme: null,
        platforms: "android, ios, web",
        androidRendering: "auto",
        signedRegistration: false,
        sharedDevices: false,
        pushEnabled: true,
      },
      after: { ...settings, platforms: "android, web" },
    });
    await changeApp(as(), { appId, ...settings });
    expect(await eventsOf(database, serviceId, "app.change")).toHaveLength(1);
    const { iconUrl, siteUrl, defaultChannelId, ...rest } = settings;
    await changeApp(as(), { appId, ...rest, pushEnabled: true });
    expect(await readAppDetail(as(), { appId })).toMatchObject({
      iconUrl: null,
      siteUrl: null,
      defaultChannelId: null,
      pushEnabled: true,
    });
    for (const wrong of [
      "javascript:alert(1)",
      "data:image/png;base64,AA==",
      "icon.png",
      " https://shop.example/",
    ])
      await expect(changeApp(as(), { appId, ...settings, iconUrl: wrong })).rejects.toThrow(
        /iconUrl: must be an address/,
      );
    expect([iconUrl, siteUrl, defaultChannelId]).not.toContain(null);
    for (const field of ["iconUrl", "siteUrl"])
      await expect(
        changeApp(as(), { appId, ...settings, [field]: "https://maya:pw@shop.example/i.png" }),
      ).rejects.toThrow(`${field}: must hold no user name or password`);
    for (const wrong of [
      "myshop://",
      "1shop",
      "my shop",
      "my_shop",
      "https",
      "JavaScript",
      "data",
      "mailto",
    ])
      await expect(changeApp(as(), { appId, ...settings, deepLinkScheme: wrong })).rejects.toThrow(
        /deepLinkScheme: (must be a letter|is not an app’s own)/,
      );
    await expect(changeApp(as(), { appId, ...settings, platforms: [] })).rejects.toThrow(
      "platforms: choose at least one platform",
    );
    await expect(
      createApp(as(), { serviceId, appid: "none", name: "None", platforms: [] }),
    ).rejects.toThrow("choose at least one platform");
  });

  it("is created for all platforms unless some are chosen, with an icon", async () => {
    const iconUrl = "https://shop.example/icon.png";
    const { id } = await createApp(as(), {
      serviceId,
      appid: "web-only",
      name: "Web only",
      iconUrl,
      platforms: ["web"],
    });
    expect(await readAppDetail(as(), { appId: id })).toMatchObject({
      iconUrl,
      platforms: ["web"],
      deepLinkScheme: null,
    });
    const other = await createApp(as(), { serviceId, appid: "all", name: "All" });
    expect(await readAppDetail(as(), { appId: other.id })).toMatchObject({
      iconUrl: null,
      platforms: ["android", "ios", "web"],
    });
    await database.query("DELETE FROM app WHERE id = ANY($1::uuid[])", [[id, other.id]]);
  });

  it("shows of its credentials whether they are there and how they are, and nothing secret", async () => {
    for (const provider of ["fcm", "apns", "hms", "webpush"] as const) {
      const credential = providers[provider].schema.parse(
        Object.fromEntries(
          Object.entries(providers[provider].fields).map(([name, { example }]) => [name, example]),
        ),
      );
      await saveCredential(as(), { appId, provider, credential });
      const { credentials } = await readAppDetail(as("viewer"), { appId });
      const credentialRow = credentials.find((one) => one.provider === provider);
      expect(credentialRow).toMatchObject({
        refusedSince: null,
        checkedAt: null,
        workedAt: null,
        devices: 0,
      });
      const { fields }: Description = providers[provider];
      const open = Object.entries(fields).filter(
        ([name, { secret }]) => !secret && applies(fields, name, {}),
      );
      expect(Object.keys(credentialRow?.settings ?? {}).toSorted()).toEqual(
        open.map(([name]) => name).toSorted(),
      );
      await removeCredential(as(), { appId, provider });
    }
  });

  it("reports the state of a credential and the devices that it reaches", async () => {
    await saveCredential(as(), { appId, provider: "apns", credential: idleCredential("apns") });
    await flagCredential(database, appId, "apns", "APNs 403 InvalidProviderToken");
    for (const [kind, state] of [
      ["ios", "active"],
      ["ios", "active"],
      ["ios", "invalid"],
      ["android", "active"],
    ] as const)
      await database.query(
        "INSERT INTO device (id, app_id, kind, pushid, push_hash, state) VALUES ($1, $2, $3, $4, decode(md5($4), 'hex'), $5)",
        [newId(), appId, kind, newId(), state],
      );
    const worked = "2026-11-20T10:00:00.000Z";
    await database.query("UPDATE credential SET worked_at = $2 WHERE app_id = $1", [appId, worked]);
    const { credentials } = await readAppDetail(as(), { appId });
    expect(credentials).toMatchObject([
      {
        provider: "apns",
        refusedSince: expect.any(String) as string,
        refusedFor: "APNs 403 InvalidProviderToken",
        workedAt: worked,
        devices: 2,
      },
    ]);
    const [listed] = await listApps(as(), { serviceId });
    expect(listed?.providers).toMatchObject([
      { provider: "apns", state: "flagged", checked: true },
    ]);
    await saveCredential(as(), { appId, provider: "apns", credential: idleCredential("apns") });
    expect((await listApps(as(), { serviceId }))[0]?.providers).toMatchObject([
      { provider: "apns", state: "active", checked: false },
    ]);
  });

  it("gets keys for Web Push that are never shown, each time others", async () => {
    const { publicKey } = await createWebPushKeys(as(), {
      appId,
      subject: "mailto:push@shop.example",
    });
    const loaded = await stored("webpush");
    expect(loaded?.credential).toMatchObject({ publicKey, subject: "mailto:push@shop.example" });
    const privateKey = String(loaded?.credential["privateKey"]);
    // A pair, or it throws.
    await openProvider("webpush", loaded?.credential).close();
    const events = await eventsOf(database, serviceId, "webPushKeys.create");
    expect(JSON.stringify(events)).toContain(publicKey);
    expect(JSON.stringify(events)).not.toContain(privateKey);
    expect(JSON.stringify(await readAppDetail(as(), { appId }))).not.toContain(privateKey);
    expect(
      (await createWebPushKeys(as(), { appId, subject: "mailto:push@shop.example" })).publicKey,
    ).not.toBe(publicKey);
    await expect(createWebPushKeys(as(), { appId, subject: "push@shop.example" })).rejects.toThrow(
      /subject/,
    );
  });

  it("loses a credential for good, on record, and once", async () => {
    await removeCredential(as(), { appId, provider: "webpush" });
    expect(await stored("webpush")).toBeUndefined();
    const events = await eventsOf(database, serviceId, "credential.remove");
    expect(events.at(-1)).toMatchObject({
      entityId: `${appId}:webpush`,
      snapshot: { provider: "webpush" },
    });
    await expect(removeCredential(as(), { appId, provider: "webpush" })).rejects.toThrow(
      NotFoundError,
    );
  });
});
