import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError } from "@/lib/auth/member";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { removeAudience } from "@/lib/directory/audience/remove";
import { publishForTest } from "@/lib/directory/template/testing";
import type { TestChoice } from "@/lib/inputs/test-message";
import type { PushRequestInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { readTestProgress } from "@/lib/results/test-progress";
import { writeDeliveries } from "@/lib/results/testing";
import { NotFoundError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { sendTestMessage } from "./send-test";
import { addDevice, fillGroup, noTargets, testServices, user, type TestDevice } from "./testing";

const request: PushRequestInput = {
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["not for a test"] }],
  channels: { push: { android: { text: "Hello" }, ios: { text: "Hello" } } },
};

describe("tests", () => {
  let sql: Database;
  let shop: Awaited<ReturnType<typeof testServices>>;

  beforeAll(async () => {
    sql = await openTestDatabase();
    shop = await testServices(sql);
    for (const appId of shop.appIds)
      await publishForTest(
        { actor: { kind: "job", name: "test" } },
        {
          appId,
          templateId: "hello",
          name: "Hello",
          blocks: { android: { text: "Hello ${name}" } },
          parameters: [{ name: "name", required: true }],
        },
      );
  }, 120_000);
  afterAll(async () => {
    await sql.close();
  }, 120_000);

  const device = (kind: string, pushid: string, more: TestDevice = {}) =>
    addDevice(sql, shop.appId, { kind, pushid, ...more });
  const sent = async (transids: readonly string[]) => {
    const rows = await sql.query<{ id: string; request: Uint8Array }>(
      "SELECT id, request FROM message WHERE id = ANY($1::uuid[])",
      [transids],
    );
    return transids.map((transid) => {
      const bytes = rows.find(({ id }) => id === transid)?.request ?? new Uint8Array();
      return JSON.parse(Buffer.from(bytes).toString("utf8")) as PushRequestInput;
    });
  };
  const accepted = async (of: PushRequestInput, nonce: string, choice: TestChoice) => {
    const reply = await sendTestMessage(shop.maya, { request: JSON.stringify(of), nonce, choice });
    return { ...reply, requests: await sent(reply.transids) };
  };

  it("is one message to users, devices and members of groups, each once", async () => {
    const pixel = await device("android", "pixel", { model: "Pixel 9" });
    const phone = await device("ios", "iphone");
    await device("chrome", "w_browser");
    const members = await fillGroup(shop, [
      user("u1"),
      user("u2"),
      { type: "android_pushid", id: "pixel" },
    ]);
    const choice = {
      groups: [members],
      devices: [phone, pixel],
      browsers: ["w_browser"],
      users: ["u1", "u9"],
    };
    const { requests, recipients } = await accepted(request, "once", choice);
    expect(recipients).toBe(6);
    expect(requests).toEqual([
      {
        ...request,
        destination: [
          { android_pushid: ["pixel"] },
          { chrome_pushid: ["w_browser"] },
          { ios_pushid: ["iphone"] },
          { userid: ["u1", "u9", "u2"] },
        ],
      },
    ]);
    const before = await eventsOf(sql, shop.serviceId, "testMessage.send");
    expect(before.at(-1)).toMatchObject({
      actorId: shop.maya.actor.id,
      snapshot: { appid: "shop", recipients: 6 },
    });
    expect(await accepted(request, "once", choice)).toMatchObject({ requests });
    expect(await eventsOf(sql, shop.serviceId, "testMessage.send")).toEqual(before);
  });

  it("gives each its own values when the template asks for them, and otherwise one message to all", async () => {
    const members = await fillGroup(shop, [
      user("bo", { name: "Bo", city: "Ulm" }),
      user("an", { name: "An" }),
      user("al", { name: "Bo" }),
    ]);
    const choice = { ...noTargets, groups: [members], users: ["bo"] };
    const withTemplate = {
      ...request,
      channels: undefined,
      message: { template: "hello", parameters: { name: "you" } },
    };
    const { requests } = await accepted(
      JSON.parse(JSON.stringify(withTemplate)) as PushRequestInput,
      "values",
      choice,
    );
    expect(requests.map(({ destination, message }) => [destination, message?.parameters])).toEqual([
      [[{ userid: ["bo", "al"] }], { name: "Bo" }],
      [[{ userid: ["an"] }], { name: "An" }],
    ]);
    expect((await accepted(request, "no values", choice)).requests).toHaveLength(1);
  });

  it("goes out in several requests when one would be too large", async () => {
    const long = Array.from({ length: 40 }, (_, n) => `${n}-${"x".repeat(200)}`);
    const { requests, recipients } = await accepted(request, "large", {
      ...noTargets,
      users: long,
    });
    expect(requests.length).toBeGreaterThan(1);
    expect(recipients).toBe(40);
    for (const one of requests) expect(utf8Bytes(JSON.stringify(one))).toBeLessThanOrEqual(4_096);
    expect(
      requests.flatMap(({ destination }) => destination.flatMap(({ userid }) => userid ?? [])),
    ).toEqual(long);
  });

  it("says what stands in the way, and sends nothing then", async () => {
    const refusal = async (choice: Partial<TestChoice>, of: PushRequestInput = request) => {
      return sendTestMessage(shop.maya, {
        request: JSON.stringify(of),
        nonce: newId(),
        choice: { ...noTargets, ...choice },
      }).then(
        () => "sent",
        (error: unknown) => String(error),
      );
    };
    const gone = await device("android", "gone", { state: "invalid" });
    const many = await fillGroup(
      shop,
      Array.from({ length: 101 }, (_, n) => user(`m${n}`)),
    );
    const removed = await fillGroup(shop, [user("a")]);
    await removeAudience(shop.maya, { id: removed });
    expect(await refusal({})).toContain("Choose recipients");
    expect(await refusal({ devices: [gone] })).toContain("is no longer registered");
    expect(await refusal({ devices: ["no id"] })).toContain("is no longer registered");
    expect(await refusal({ browsers: ["w_unknown"] })).toContain("browser is no longer registered");
    expect(await refusal({ groups: [many] })).toContain("more than 100");
    expect(await refusal({ groups: [removed] })).toContain("removed");
    expect(
      await refusal({ groups: [await fillGroup(shop, [user("a")], { test: false })] }),
    ).toContain("no longer a test group");
    expect(
      await refusal({ groups: [await fillGroup(shop, [user("a")], { appid: "other" })] }),
    ).toContain("removed");
    expect(await refusal({ users: Array.from({ length: 101 }, (_, n) => `u${n}`) })).toContain(
      "at most 100",
    );
    expect(await refusal({ users: ["a"] }, { ...request, appid: "nope" })).toContain("app id");
    expect(await refusal({ users: ["a"] }, { ...request, channels: { push: {} } })).not.toBe(
      "sent",
    );
    await expect(
      sendTestMessage(shop.viewer, {
        request: JSON.stringify(request),
        nonce: "n",
        choice: noTargets,
      }),
    ).rejects.toThrow(ForbiddenError);
  });

  it("reports what became of all its messages, those that failed first", async () => {
    const pixel = await device("android", "progress", { model: "Pixel 9", userids: ["fay"] });
    const { transids } = await accepted(request, "progress", {
      ...noTargets,
      devices: [pixel],
      users: ["u1"],
    });
    const [transid = ""] = transids;
    expect(await readTestProgress(shop.viewer, { transids })).toMatchObject({
      done: false,
      deliveries: [],
    });
    const stored = [newId(), newId(), transid, pixel];
    await writeDeliveries(sql, (tx) =>
      tx.query(
        `INSERT INTO delivery (id, message_id, service_id, app_id, target, device_id, kind, destination, destination_type, pushid, state, description, queued_at, updated_at)
       SELECT d.id, m.id, m.service_id, m.app_id, d.target, d.device, d.kind, d.destination, d.type, '', d.state, d.description, now(), now()
       FROM message m, (VALUES ($1::uuid, 'a', $4::uuid, 'android', 'progress', 'android_pushid', 'read', ''),
         ($2::uuid, 'b', NULL, '', 'u1', 'userid', 'failed', 'Unknown user')) AS d(id, target, device, kind, destination, type, state, description)
       WHERE m.id = $3`,
        stored,
      ),
    );
    await sql.query("UPDATE message SET state = 'done' WHERE id = $1", [transid]);
    expect(await readTestProgress(shop.viewer, { transids: [transid, "no id"] })).toMatchObject({
      done: true,
      counts: { read: 1, failed: 1, queued: 0 },
      notIncluded: 0,
      deliveries: [
        {
          userid: "u1",
          kind: null,
          state: "failed",
          failure: { cause: "no device", says: "No device" },
        },
        { model: "Pixel 9", kind: "android", userid: "fay", state: "read", failure: null },
      ],
    });
    await expect(readTestProgress(shop.viewer, { transids: [newId()] })).rejects.toThrow(
      NotFoundError,
    );
  });
});
