import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { openAudience } from "@/lib/directory/audience/list";
import { saveTestGroup } from "@/lib/directory/audience/save-test-group";
import { findTestTargets } from "@/lib/directory/audience/test-targets";
import { listDevices } from "@/lib/directory/device/list";
import { RefusedError } from "@/lib/verb/errors";
import { addDevice, fillGroup, noTargets, testServices, user, type TestDevice } from "./testing";

describe("tests", () => {
  let sql: Database;
  let shop: Awaited<ReturnType<typeof testServices>>;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testServices(sql);
  }, 120_000);
  afterAll(async () => {
    await sql.close();
  }, 120_000);

  const device = (kind: string, pushid: string, more: TestDevice = {}) =>
    addDevice(sql, shop.appId, { kind, pushid, ...more });

  it("keeps a choice as a test group", async () => {
    const tablet = await device("android", "tablet");
    const id = await saveTestGroup(shop.maya, {
      appid: "shop",
      name: "The team",
      choice: { ...noTargets, devices: [tablet], users: ["u1"] },
    });
    expect(await openAudience(shop.maya, { id })).toMatchObject({
      name: "The team",
      test: true,
      head: [user("u1"), { type: "android_pushid", id: "tablet" }],
    });
    await expect(
      saveTestGroup(shop.maya, {
        appid: "shop",
        name: "the TEAM",
        choice: { ...noTargets, users: ["u1"] },
      }),
    ).rejects.toThrow("already");
    await expect(
      saveTestGroup(shop.maya, { appid: "shop", name: "Nobody", choice: noTargets }),
    ).rejects.toThrow(RefusedError);
    await expect(
      saveTestGroup(shop.viewer, {
        appid: "shop",
        name: "Mine",
        choice: { ...noTargets, users: ["u1"] },
      }),
    ).rejects.toThrow(ForbiddenError);
  });

  it("offers active devices, those chosen before, and the groups of the app's service", async () => {
    const tablet = await device("ios", "offered", { model: "iPad Air" });
    const gone = await device("ios", "offered no longer", { state: "removed" });
    const groups = [
      await fillGroup(shop, [user("a")]),
      await fillGroup(shop, [user("a")], { appid: "other" }),
      await fillGroup(shop, [user("a")], { test: false }),
    ];
    const targets = await findTestTargets(shop.maya, {
      appid: "shop",
      text: "ipad",
      chosen: [tablet, gone],
    });
    expect(targets).toMatchObject({
      devices: [{ id: tablet, model: "iPad Air" }],
      more: false,
      chosen: [{ id: tablet }],
    });
    expect(targets.groups.map(({ id }) => id).filter((id) => groups.includes(id))).toEqual([
      groups[0],
    ]);
    await expect(
      findTestTargets(shop.viewer, { appid: "shop", text: "", chosen: [] }),
    ).rejects.toThrow(ForbiddenError);
  });

  it("finds devices by what people know of them", async () => {
    const galaxy = await device("hms", "galaxy", { model: "Galaxy S25", userids: ["Noor.Ahmed"] });
    const searchDevices = async (text: string) =>
      (
        await listDevices(shop.maya, {
          serviceId: shop.serviceId,
          appid: "shop",
          state: "active",
          text,
        })
      ).rows.map(({ id }) => id);
    expect(await searchDevices("galaxy s")).toEqual([galaxy]);
    expect(await searchDevices("noor.")).toEqual([galaxy]);
    expect(await searchDevices("HMS")).toEqual([galaxy]);
    expect(await searchDevices("galaxy")).toEqual([galaxy]);
    expect(await searchDevices("100%_")).toEqual([]);
    expect(
      (await listDevices(shop.maya, { serviceId: shop.serviceId, appid: "other", text: "galaxy" }))
        .rows,
    ).toEqual([]);
    await sql.query("UPDATE device SET state = 'removed' WHERE id = $1", [galaxy]);
    expect(await searchDevices("galaxy")).toEqual([]);
    expect(
      (await listDevices(shop.maya, { serviceId: shop.serviceId, ids: [galaxy, "no id"] })).rows,
    ).toHaveLength(1);
  });
});
