import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ForbiddenError, type Member } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { addRecipients, createAudience, finishAudience } from "@/lib/directory/audience/fill";
import { openAudience } from "@/lib/directory/audience/list";
import { removeAudience } from "@/lib/directory/audience/remove";
import { saveTestGroup } from "@/lib/directory/audience/save-test-group";
import { findTestTargets } from "@/lib/directory/audience/test-targets";
import { listDevices } from "@/lib/directory/device/list";
import { createService } from "@/lib/directory/service/create";
import { publishTemplate } from "@/lib/directory/template/testing";
import type { AudienceRecipientInput } from "@/lib/inputs/audience";
import type { TestChoice } from "@/lib/inputs/test-message";
import { utf8Bytes } from "@/lib/interface/bytes";
import type { PushRequestInput } from "@/lib/interface/request";
import { readTestFate } from "@/lib/results/test-fate";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { sendTestMessage } from "./send-test";

const nobody: TestChoice = { groups: [], devices: [], browsers: [], users: [] };
const request: PushRequestInput = {
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["not for a test"] }],
  channels: { push: { android: { text: "Hello" }, ios: { text: "Hello" } } },
};
const user = (id: string, parameters: Record<string, string> = {}): AudienceRecipientInput => ({
  type: "userid",
  id,
  parameters,
});

describe("tests", () => {
  let sql: Database;
  let appId: string;
  let serviceId: string;
  let maya: { actor: Member };
  let viewer: { actor: Member };

  beforeAll(async () => {
    sql = await openTestDatabase();
    const actor = { kind: "job" as const, name: "test" };
    const services: string[] = [];
    for (const appid of ["shop", "other"]) {
      const service = await createService(
        { actor },
        { name: appid, sandbox: true, httpsOnly: false },
      );
      services.push(service.id);
      const app = await testApp(sql, service.id, appid, ["fcm", "apns", "webpush"]);
      if (appid === "shop") [appId, serviceId] = [app.id, service.id];
      const blocks = { android: { text: "Hello ${name}" } };
      await publishTemplate(
        { actor },
        {
          appId: app.id,
          templateId: "hello",
          name: "Hello",
          blocks,
          parameters: [{ name: "name", required: true }],
        },
      );
    }
    maya = {
      actor: testMember(
        Object.fromEntries(services.map((id) => [id, { role: "marketer" as const }])),
      ),
    };
    viewer = { actor: testMember({ [serviceId]: { role: "viewer" } }) };
  }, 120_000);
  afterAll(async () => {
    await sql.close();
  }, 120_000);

  const device = async (
    kind: string,
    pushid: string,
    more: { model?: string; userid?: string; state?: string } = {},
  ) => {
    const id = newId();
    await sql.query(
      "INSERT INTO device (id, app_id, kind, pushid, push_hash, deviceid, model, state) VALUES ($1, $2, $3, $4, $5, $4, $6, $7)",
      [
        id,
        appId,
        kind,
        pushid,
        createHash("sha256").update(pushid).digest(),
        more.model ?? null,
        more.state ?? "active",
      ],
    );
    if (more.userid !== undefined)
      await sql.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3)", [
        appId,
        more.userid,
        id,
      ]);
    return id;
  };
  const group = async (
    recipients: AudienceRecipientInput[],
    { appid = "shop", test = true } = {},
  ) => {
    const id = await createAudience(maya, { appid, name: newId(), test });
    await addRecipients(maya, { id, recipients });
    await finishAudience(maya, { id });
    return id;
  };
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
    const reply = await sendTestMessage(maya, { request: JSON.stringify(of), nonce, choice });
    return { ...reply, requests: await sent(reply.transids) };
  };

  it("is one message to users, devices and members of groups, each once", async () => {
    const pixel = await device("android", "pixel", { model: "Pixel 9" });
    const phone = await device("ios", "iphone");
    await device("chrome", "w_browser");
    const members = await group([user("u1"), user("u2"), { type: "android_pushid", id: "pixel" }]);
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
    const before = await eventsOf(sql, serviceId, "campaign.test");
    expect(before.at(-1)).toMatchObject({
      actorId: maya.actor.id,
      snapshot: { appid: "shop", recipients: 6 },
    });
    expect(await accepted(request, "once", choice)).toMatchObject({ requests });
    expect(await eventsOf(sql, serviceId, "campaign.test")).toEqual(before);
  });

  it("gives each its own values when the template asks for them, and otherwise one message to all", async () => {
    const members = await group([
      user("bo", { name: "Bo", city: "Ulm" }),
      user("an", { name: "An" }),
      user("al", { name: "Bo" }),
    ]);
    const choice = { ...nobody, groups: [members], users: ["bo"] };
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
    const { requests, recipients } = await accepted(request, "large", { ...nobody, users: long });
    expect(requests.length).toBeGreaterThan(1);
    expect(recipients).toBe(40);
    for (const one of requests) expect(utf8Bytes(JSON.stringify(one))).toBeLessThanOrEqual(4_096);
    expect(
      requests.flatMap(({ destination }) => destination.flatMap(({ userid }) => userid ?? [])),
    ).toEqual(long);
  });

  it("says what stands in the way, and sends nothing then", async () => {
    const refusal = async (choice: Partial<TestChoice>, of: PushRequestInput = request) => {
      return sendTestMessage(maya, {
        request: JSON.stringify(of),
        nonce: newId(),
        choice: { ...nobody, ...choice },
      }).then(
        () => "sent",
        (error: unknown) => String(error),
      );
    };
    const gone = await device("android", "gone", { state: "invalid" });
    const many = await group(Array.from({ length: 101 }, (_, n) => user(`m${n}`)));
    const removed = await group([user("a")]);
    await removeAudience(maya, { id: removed });
    expect(await refusal({})).toContain("Choose recipients");
    expect(await refusal({ devices: [gone] })).toContain("is no longer registered");
    expect(await refusal({ devices: ["no id"] })).toContain("is no longer registered");
    expect(await refusal({ browsers: ["w_unknown"] })).toContain("browser is no longer registered");
    expect(await refusal({ groups: [many] })).toContain("more than 100");
    expect(await refusal({ groups: [removed] })).toContain("removed");
    expect(await refusal({ groups: [await group([user("a")], { test: false })] })).toContain(
      "no longer a test group",
    );
    expect(await refusal({ groups: [await group([user("a")], { appid: "other" })] })).toContain(
      "removed",
    );
    expect(await refusal({ users: Array.from({ length: 101 }, (_, n) => `u${n}`) })).toContain(
      "at most 100",
    );
    expect(await refusal({ users: ["a"] }, { ...request, appid: "nope" })).toContain("app id");
    expect(await refusal({ users: ["a"] }, { ...request, channels: { push: {} } })).not.toBe(
      "sent",
    );
    await expect(
      sendTestMessage(viewer, { request: JSON.stringify(request), nonce: "n", choice: nobody }),
    ).rejects.toThrow(ForbiddenError);
  });

  it("keeps a choice as a test group", async () => {
    const tablet = await device("android", "tablet");
    const id = await saveTestGroup(maya, {
      appid: "shop",
      name: "The team",
      choice: { ...nobody, devices: [tablet], users: ["u1"] },
    });
    expect(await openAudience(maya, { id })).toMatchObject({
      name: "The team",
      test: true,
      head: [user("u1"), { type: "android_pushid", id: "tablet" }],
    });
    await expect(
      saveTestGroup(maya, {
        appid: "shop",
        name: "the TEAM",
        choice: { ...nobody, users: ["u1"] },
      }),
    ).rejects.toThrow("already");
    await expect(
      saveTestGroup(maya, { appid: "shop", name: "Nobody", choice: nobody }),
    ).rejects.toThrow(RefusedError);
    await expect(
      saveTestGroup(viewer, { appid: "shop", name: "Mine", choice: { ...nobody, users: ["u1"] } }),
    ).rejects.toThrow(ForbiddenError);
  });

  it("reports what became of all its messages, those that failed first", async () => {
    const pixel = await device("android", "fate", { model: "Pixel 9", userid: "fay" });
    const { transids } = await accepted(request, "fate", {
      ...nobody,
      devices: [pixel],
      users: ["u1"],
    });
    const [transid = ""] = transids;
    expect(await readTestFate(viewer, { transids })).toMatchObject({ done: false, deliveries: [] });
    await sql.query(
      `INSERT INTO delivery (id, message_id, service_id, app_id, target, device_id, kind, destination, destination_type, pushid, state, description, queued_at, updated_at)
       SELECT d.id, m.id, m.service_id, m.app_id, d.target, d.device, d.kind, d.destination, d.type, '', d.state, d.description, now(), now()
       FROM message m, (VALUES ($1::uuid, 'a', $4::uuid, 'android', 'fate', 'android_pushid', 'read', ''),
         ($2::uuid, 'b', NULL, '', 'u1', 'userid', 'failed', 'Unknown user')) AS d(id, target, device, kind, destination, type, state, description)
       WHERE m.id = $3`,
      [newId(), newId(), transid, pixel],
    );
    await sql.query("UPDATE message SET state = 'done' WHERE id = $1", [transid]);
    expect(await readTestFate(viewer, { transids: [transid, "no id"] })).toMatchObject({
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
    await expect(readTestFate(viewer, { transids: [newId()] })).rejects.toThrow(NotFoundError);
  });

  it("offers active devices, those chosen before, and the groups of the app's service", async () => {
    const tablet = await device("ios", "offered", { model: "iPad Air" });
    const gone = await device("ios", "offered no longer", { state: "removed" });
    const groups = [
      await group([user("a")]),
      await group([user("a")], { appid: "other" }),
      await group([user("a")], { test: false }),
    ];
    const targets = await findTestTargets(maya, {
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
    await expect(findTestTargets(viewer, { appid: "shop", text: "", chosen: [] })).rejects.toThrow(
      ForbiddenError,
    );
  });

  it("finds devices by what people know of them", async () => {
    const galaxy = await device("hms", "galaxy", { model: "Galaxy S25", userid: "Noor.Ahmed" });
    const found = async (text: string) =>
      (await listDevices(maya, { serviceId, appid: "shop", state: "active", text })).rows.map(
        ({ id }) => id,
      );
    expect(await found("galaxy s")).toEqual([galaxy]);
    expect(await found("noor.")).toEqual([galaxy]);
    expect(await found("HMS")).toEqual([galaxy]);
    expect(await found("galaxy")).toEqual([galaxy]);
    expect(await found("100%_")).toEqual([]);
    expect((await listDevices(maya, { serviceId, appid: "other", text: "galaxy" })).rows).toEqual(
      [],
    );
    await sql.query("UPDATE device SET state = 'removed' WHERE id = $1", [galaxy]);
    expect(await found("galaxy")).toEqual([]);
    expect((await listDevices(maya, { serviceId, ids: [galaxy, "no id"] })).rows).toHaveLength(1);
  });
});
