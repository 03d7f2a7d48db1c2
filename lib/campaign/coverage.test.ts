import { createECDH, randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { coverageOf, bothCoverages, noCoverage, type Coverage } from "@/lib/compose/coverage";
import { examine } from "@/lib/compose/examine";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { countCoverage } from "@/lib/directory/audience/count-coverage";
import { storeAudience } from "@/lib/directory/audience/store";
import { coverageOfList } from "@/lib/directory/device/covered";
import { hashPushId, registerPushIds } from "@/lib/directory/device/register-push-ids";
import { addSuppressions } from "@/lib/directory/suppression/add";
import { expand } from "@/lib/dispatch/expand";
import type { AudienceRecipientInput } from "@/lib/inputs/audience";
import { deviceKinds, type DeviceKind, type ProviderKind } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { recipientsIn } from "@/lib/plan/requests";
import { sendNow, testShop, type TestShop } from "./testing";

const job = { actor: { kind: "job" as const, name: "test" } };

/** What a browser would register. */
function subscription(): string {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const keys = {
    p256dh: pair.getPublicKey("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  return JSON.stringify({ endpoint: `https://push.example/${newId()}`, keys });
}

const anyKind = fc.constantFrom(...deviceKinds);
const owned = fc.record({
  kind: anyKind,
  state: fc.constantFrom("active", "active", "invalid", "removed"),
  owners: fc.subarray([0, 1, 2, 3, 4]),
});
const webKinds = ["chrome", "firefox", "safari"] as const;
const blocks = fc
  .record({
    android: fc.boolean(),
    ios: fc.boolean(),
    web: fc.option(fc.subarray([...webKinds], { minLength: 1 })),
  })
  .filter(({ android, ios, web }) => android || ios || web !== null);

describe("what a message reaches", () => {
  let sql: Database;
  let shop: TestShop;
  let appNumber = 0;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testShop(sql);
  });
  afterAll(() => sql.close());

  const addDevice = async (
    appId: string,
    kind: DeviceKind,
    state: string,
    owners: readonly string[],
  ) => {
    const id = newId();
    await sql.query(
      "INSERT INTO device (id, app_id, kind, pushid, push_hash, state) VALUES ($1, $2, $3, $4, decode($5, 'hex'), $6)",
      [id, appId, kind, `w_${id}`, hashPushId(`w_${id}`), state],
    );
    for (const userid of owners)
      await sql.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3)", [
        appId,
        userid,
        id,
      ]);
    return `w_${id}`;
  };
  const suppressed = async (kind: "userid" | "pushid", ids: readonly string[]) => {
    if (ids.length > 0)
      await addSuppressions(job, { serviceId: shop.serviceId, kind, ids: [...ids] });
  };
  /** Returns the coverage that a message had, counted in its deliveries. */
  const coverageAfterSend = async (
    transid: string,
  ): Promise<
    Pick<Coverage, "without" | "retired" | "suppressed" | "unfit" | "devices"> & { kinds: unknown }
  > => {
    await expand([transid]);
    const rows = await sql.query<{ code: string; why: string; kind: DeviceKind; failed: boolean }>(
      "SELECT code, description AS why, kind, state = 'failed' AS failed FROM delivery WHERE message_id = $1",
      [transid],
    );
    const count = (...codes: string[]) =>
      rows.filter(({ code, failed }) => failed && codes.includes(code)).length;
    const suppressed = rows.filter(
      ({ code, why, failed }) => failed && code === "7404" && why === "Suppressed",
    ).length;
    const live = rows.filter(({ failed }) => !failed);
    const kinds = deviceKinds
      .map((kind) => [kind, live.filter((row) => row.kind === kind).length])
      .filter(([, n]) => n !== 0);
    return {
      without: count("7105", "7512"),
      retired: count("7513"),
      suppressed,
      unfit: count("7404") - suppressed,
      devices: live.length,
      kinds,
    };
  };

  it("equals the deliveries that a send creates", async () => {
    const providers: ProviderKind[][] = [
      ["fcm", "webpush"],
      ["fcm", "hms", "apns", "webpush"],
      ["apns", "fcm"],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(owned, { maxLength: 12 }),
        blocks,
        fc.constantFrom(...providers),
        fc.boolean(),
        fc.record({
          userids: fc.subarray(["0", "2", "3", "5"]),
          active: fc.boolean(),
          unknown: fc.boolean(),
          browser: fc.boolean(),
        }),
        async (devices, { android, ios, web }, appProviders, asList, off) => {
          if ((ios && !appProviders.includes("apns")) || (web && !appProviders.includes("webpush")))
            return;
          const appid = `app-${(appNumber += 1)}`;
          const { id: appId } = await testApp(sql, shop.serviceId, appid, appProviders);
          for (const { kind, state, owners } of devices)
            await addDevice(appId, kind, state, owners.map(String));
          await sql.query("DELETE FROM suppression");
          await suppressed("userid", off.userids);
          const recipients: AudienceRecipientInput[] = ["0", "1", "2", "3", "4", "5"].map((id) => ({
            type: "userid",
            id,
          }));
          const registeredBrowser = subscription();
          recipients.push(
            { type: "android_pushid", id: await addDevice(appId, "android", "active", []) },
            { type: "android_pushid", id: await addDevice(appId, "android", "invalid", []) },
            { type: "android_pushid", id: await addDevice(appId, "android", "active", ["2"]) },
            { type: "android_pushid", id: await addDevice(appId, "android", "active", ["0", "1"]) },
            {
              type: "android_pushid",
              id: await addDevice(appId, "android", "invalid", ["6", "2"]),
            },
            { type: "android_pushid", id: `new ${appid}` },
          );
          await suppressed("pushid", [
            ...recipients
              .slice(6)
              .flatMap(({ id }, n) =>
                (n === 0 && off.active) || (n === 5 && off.unknown) ? [id] : [],
              ),
            ...(off.browser ? [registeredBrowser] : []),
          ]);
          if (appProviders.includes("apns")) {
            const token = randomBytes(8).toString("hex");
            recipients.push({ type: "ios_pushid", id: token });
            if (off.active) await suppressed("pushid", [token.toUpperCase()]);
          }
          if (appProviders.includes("webpush")) {
            await registerPushIds(sql, appId, [{ kind: "chrome", pushid: registeredBrowser }]);
            recipients.push(
              { type: "chrome_pushid", id: registeredBrowser },
              { type: "firefox_pushid", id: subscription() },
              { type: "chrome_pushid", id: "w_nobody" },
              { type: "safari_pushid", id: "no subscription" },
            );
          }
          const request = {
            deliverychannel: "push",
            appid,
            destination: recipients.map(({ type, id }) => ({ [type]: [id] })),
            channels: {
              push: {
                ...(android && { android: { text: "Hello" } }),
                ...(ios && { ios: { text: "Hello" } }),
                ...(web && { web: { platform_types: web, title: "Hello", text: "Hello" } }),
              },
            },
          } as PushRequestInput;
          const audienceId = asList
            ? await storeAudience(job, { serviceId: shop.serviceId, name: appid, recipients })
            : null;
          const named: Record<string, string[]> = {};
          for (const { type, id } of asList ? [] : recipientsIn(request.destination))
            (named[type] ??= []).push(id);
          const { groups, next, of } = await countCoverage(shop.maya, {
            appids: [appid],
            audienceId,
            from: 0,
            named,
          });
          expect([next, of]).toEqual([null, recipients.length]);
          const { drawn } = examine(JSON.stringify(request), {
            app: { name: "Shop" },
            sender: { pushEnabled: true, providers: appProviders },
            httpsOnly: false,
            sizeRule: "message",
            now: Date.now(),
          });
          const counted = coverageOf(
            groups,
            [{ appid, name: appid, providers: appProviders }],
            (kind) => drawn[kind] !== undefined,
          );
          const transid = await sendNow(sql, shop, {
            request: JSON.stringify(request),
            nonce: appid,
            reach: { audienceId, moreAppids: [] },
            campaign: { id: null, revision: 0, name: appid, appid, draft: "{}" },
          });
          expect(transid).toBeDefined();
          const { kinds, recipients: all, reached, ...rest } = counted;
          const going = kinds
            .filter(({ lack }) => lack === null)
            .map(({ kind, devices: count }) => [kind, count]);
          expect({ ...rest, kinds: going }).toEqual(await coverageAfterSend(transid ?? ""));
          expect(reached + rest.without + rest.retired + rest.suppressed + rest.unfit).toBe(all);
        },
      ),
      { numRuns: 25 },
    );
  });

  it("counts a device that two people share once, in parts of any size", async () => {
    const { id: appId } = await testApp(sql, shop.serviceId, "sharing");
    await addDevice(appId, "android", "active", ["a", "b"]);
    await addDevice(appId, "android", "active", ["b"]);
    await addDevice(appId, "android", "active", ["a", "stranger"]);
    const recipients = ["a", "nobody", "b"].map((id): AudienceRecipientInput => ({
      type: "userid",
      id,
    }));
    const id = await storeAudience(job, { serviceId: shop.serviceId, name: "Sharing", recipients });
    const part = (from: number, to: number) => coverageOfList(sql, [appId], { id, from, to }, []);
    const whole = await part(0, 3);
    expect(whole).toMatchObject({
      recipients: 3,
      reachable: { "100000": 2 },
      retired: 0,
      devices: [3, 0, 0, 0, 0, 0],
    });
    const parts = [await part(0, 1), await part(1, 2), await part(2, 3)];
    expect(parts.reduce(bothCoverages, noCoverage)).toEqual(whole);
  });

  it("counts people once who can be reached in several apps, and all of their devices", async () => {
    const apps = await Promise.all(
      ["one", "two"].map((appid) => testApp(sql, shop.serviceId, appid)),
    );
    const [one, two] = apps.map(({ id }) => id);
    await addDevice(one ?? "", "android", "active", ["a", "b"]);
    await addDevice(two ?? "", "ios", "active", ["b", "c"]);
    const { groups } = await countCoverage(shop.maya, {
      appids: ["one", "two"],
      audienceId: null,
      from: 0,
      named: { userid: ["a", "b", "c", "d"] },
    });
    const sender = (appid: string, providers: ProviderKind[]) => ({
      appid,
      name: appid,
      providers,
    });
    const of = (second: ProviderKind[]) =>
      coverageOf(groups, [sender("one", ["fcm"]), sender("two", second)], () => true);
    expect(of(["apns"])).toMatchObject({
      recipients: 4,
      reached: 3,
      without: 1,
      unfit: 0,
      devices: 2,
    });
    expect(of([])).toMatchObject({ recipients: 4, reached: 2, without: 1, unfit: 1, devices: 1 });
    expect(
      of([]).kinds.map(({ sender: { appid }, kind, devices, lack }) => [
        appid,
        kind,
        devices,
        lack,
      ]),
    ).toEqual([
      ["one", "android", 1, null],
      ["two", "ios", 1, "credential"],
    ]);
  });
});
