import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ForbiddenError, type Member } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { addToList } from "@/lib/directory/audience/add-to-list";
import { applyStaged } from "@/lib/directory/audience/apply-staged";
import { changeAudience } from "@/lib/directory/audience/change";
import { editRecipient } from "@/lib/directory/audience/edit-recipient";
import { addRecipients, createAudience, finishAudience } from "@/lib/directory/audience/fill";
import { openAudience } from "@/lib/directory/audience/list";
import { removeAudience } from "@/lib/directory/audience/remove";
import { removeRecipients } from "@/lib/directory/audience/remove-recipients";
import { saveTestGroup } from "@/lib/directory/audience/save-test-group";
import { stageRecipients } from "@/lib/directory/audience/stage";
import { storeAudience } from "@/lib/directory/audience/store";
import { findTestTargets } from "@/lib/directory/audience/test-targets";
import { changeService } from "@/lib/directory/service/change";
import { createService } from "@/lib/directory/service/create";
import { openService } from "@/lib/directory/service/open";
import type { TestChoice } from "@/lib/inputs/test-message";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { sendTestMessage } from "./send-test";

const nothing: TestChoice = { groups: [], devices: [], browsers: [], users: [] };
const request = JSON.stringify({
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["replaced"] }],
  channels: { push: { android: { text: "Hello" } } },
});
const job = { actor: { kind: "job" as const, name: "test" } };
const user = (id: string) => ({ type: "userid" as const, id, parameters: {} });
const users = (count: number, name = "u") => Array.from({ length: count }, (_, n) => `${name}${n}`);

describe("the right to test", () => {
  let sql: Database;
  let appId: string;
  let serviceId: string;
  let otherId: string;
  let admin: { actor: Member };
  let sender: { actor: Member };
  let marketer: { actor: Member };

  beforeAll(async () => {
    sql = await openTestDatabase();
    serviceId = (await createService(job, { name: "shop", sandbox: true })).id;
    otherId = (await createService(job, { name: "other" })).id;
    appId = (await testApp(sql, serviceId, "shop", ["fcm", "webpush"])).id;
    await testApp(sql, otherId, "other", ["fcm"]);
  }, 120_000);
  afterAll(async () => {
    await sql.close();
  }, 120_000);
  beforeEach(async () => {
    const as = (services: Parameters<typeof testMember>[0]) => ({ actor: testMember(services) });
    admin = as({ [serviceId]: { role: "admin" } });
    sender = as({
      [serviceId]: { role: "marketer", maySend: true },
      [otherId]: { role: "marketer", maySend: true },
    });
    marketer = as({ [serviceId]: { role: "marketer", maySend: false } });
    await approval({ approvalScheduled: false });
    await limit(200);
  });

  const approval = (rules: { approvalAbove?: number; approvalScheduled: boolean }) =>
    changeService(job, { serviceId, part: "approval", approvalHours: 72, ...rules });
  const limit = (testsPerDay: number) =>
    changeService(job, { serviceId, part: "tests", testsPerDay });
  const device = async (
    of: { kind?: string; userids?: string[]; simulated?: boolean; state?: string } = {},
  ) => {
    const id = newId();
    await sql.query(
      "INSERT INTO device (id, app_id, kind, pushid, push_hash, deviceid, simulated, state) VALUES ($1, $2, $3, $4, $5, $4, $6, $7)",
      [
        id,
        appId,
        of.kind ?? "android",
        id,
        createHash("sha256").update(id).digest(),
        of.simulated ?? false,
        of.state ?? "active",
      ],
    );
    for (const userid of of.userids ?? [])
      await sql.query("INSERT INTO device_user (app_id, userid, device_id) VALUES ($1, $2, $3)", [
        appId,
        userid,
        id,
      ]);
    return id;
  };
  const list = (
    test: boolean,
    recipients = [user("a"), user("b")],
    by: typeof admin | typeof job = job,
  ) => storeAudience(by, { serviceId, name: newId(), test, recipients });
  const test = (by: typeof admin, choice: Partial<TestChoice>, nonce: string = newId()) =>
    sendTestMessage(by, { request, nonce, choice: { ...nothing, ...choice } });
  const refusal = (by: typeof admin, choice: Partial<TestChoice>) =>
    test(by, choice).then(() => "sent", String);
  const left = async (by: typeof admin) =>
    (await findTestTargets(by, { appid: "shop", text: "", chosen: [] })).allowance?.left;

  it("lets a member without the right to send test on groups, simulated devices and console browsers alone", async () => {
    const real = await device({ userids: ["customer"] });
    const simulated = await device({ userids: ["tester"], simulated: true });
    await device({ userids: ["mixed"], simulated: true });
    await device({ userids: ["mixed"] });
    const browser = await device({ kind: "chrome", userids: ["this-browser"] });
    const shared = await device({ kind: "chrome", userids: ["this-browser", "customer"] });
    const foreign = await device({ kind: "chrome", userids: ["customer"] });
    const groups = [await list(true)];

    expect(await refusal(marketer, { users: ["customer"] })).toContain(
      "You may not send in this service",
    );
    expect(await refusal(marketer, { users: ["CUSTOMER", "tester"] })).toContain("“CUSTOMER”");
    expect(await refusal(marketer, { users: ["mixed"] })).toContain("“mixed”");
    expect(await refusal(marketer, { users: ["unregistered"] })).toContain("“unregistered”");
    expect(await refusal(marketer, { devices: [real] })).toContain("1 chosen device");
    expect(await refusal(marketer, { devices: [simulated, real], groups })).toContain(
      "1 chosen device",
    );
    for (const pushid of [shared, foreign, real])
      expect(await refusal(marketer, { browsers: [pushid] })).toContain("browser");
    expect(
      await test(marketer, {
        groups,
        devices: [simulated],
        browsers: [browser],
        users: ["tester"],
      }),
    ).toMatchObject({ recipients: 5 });
    expect(await test(sender, { users: ["customer"], devices: [real] })).toMatchObject({
      recipients: 2,
    });
  });

  it.each([
    ["every large send", { approvalAbove: 1_000, approvalScheduled: false }],
    ["every scheduled send", { approvalScheduled: true }],
  ])("limits every member where %s needs approval", async (_, rules) => {
    await approval(rules);
    const groups = [await list(true)];
    for (const by of [sender, admin]) {
      expect(await refusal(by, { users: ["customer"] })).toContain(
        "Sends of this service need approval",
      );
      expect(await test(by, { groups })).toMatchObject({ recipients: 2 });
    }
  });

  it("offers what the member may test on", async () => {
    const simulated = await device({ simulated: true });
    const real = await device();
    const offered = async (by: typeof admin) => {
      const { devices, ...rest } = await findTestTargets(by, {
        appid: "shop",
        text: "",
        chosen: [real],
      });
      return {
        real: devices.some(({ id }) => id === real),
        simulated: devices.some(({ id }) => id === simulated),
        ...rest,
      };
    };
    expect(await offered(sender)).toMatchObject({
      real: true,
      simulated: true,
      chosen: [{ id: real }],
      limited: null,
      maySaveGroup: true,
    });
    expect(await offered(marketer)).toMatchObject({
      real: false,
      simulated: true,
      chosen: [],
      limited: "You may not send in this service",
      maySaveGroup: false,
      allowance: { limit: 200, left: 200 },
    });
    await approval({ approvalAbove: 0, approvalScheduled: false });
    expect(await offered(sender)).toMatchObject({ real: false, maySaveGroup: false });
    expect(await offered(admin)).toMatchObject({ real: false, maySaveGroup: true });
  });

  it("takes the right to send to make a list a test group", async () => {
    const plain = await list(false);
    const makes = [
      () => createAudience(marketer, { appid: "shop", name: newId(), test: true }),
      () => list(true, undefined, marketer),
      () => changeAudience(marketer, { id: plain, test: true }),
      () =>
        saveTestGroup(marketer, {
          appid: "shop",
          name: newId(),
          choice: { ...nothing, users: ["a"] },
        }),
    ];
    for (const make of makes) await expect(make()).rejects.toThrow(ForbiddenError);
    expect(await openAudience(admin, { id: plain })).toMatchObject({ test: false });
    await changeAudience(sender, { id: plain, test: true });
    expect(await list(true, undefined, sender)).toBeTypeOf("string");
  });

  it("takes the right to send to change a test group in any way", async () => {
    const id = await list(true);
    const begun = await createAudience(admin, { appid: "shop", name: newId(), test: true });
    await addRecipients(admin, { id: begun, recipients: [user("a")] });
    const stagedId = await stageRecipients(marketer, { id });
    await addRecipients(marketer, { id: stagedId, recipients: [user("customer")] });
    const changes = [
      () => addRecipients(marketer, { id: begun, recipients: [user("customer")] }),
      () => finishAudience(marketer, { id: begun }),
      () => addToList(marketer, { id, recipients: [user("customer")] }),
      () => editRecipient(marketer, { id, recipient: { ...user("a"), parameters: { name: "A" } } }),
      () => removeRecipients(marketer, { id, recipients: [user("a")] }),
      () => applyStaged(marketer, { id, stagedId, how: "replace" as const }),
      () => changeAudience(marketer, { id, name: newId() }),
      () => changeAudience(marketer, { id, test: false }),
      () => removeAudience(marketer, { id }),
    ];
    for (const change of changes) await expect(change()).rejects.toThrow(ForbiddenError);
    expect(await openAudience(admin, { id })).toMatchObject({
      test: true,
      recipients: 2,
      removed: false,
    });
    await addToList(sender, { id, recipients: [user("c")] });
    await finishAudience(sender, { id: begun });
    await approval({ approvalAbove: 0, approvalScheduled: false });
    await expect(addToList(sender, { id, recipients: [user("d")] })).rejects.toThrow(
      "only its admins",
    );
    await addToList(admin, { id, recipients: [user("d")] });
  });

  it("counts devices up to the limit of the day, and names it", async () => {
    for (let n = 0; n < 5; n += 1) await device({ userids: ["five"] });
    await device({ userids: ["five"], state: "invalid" });
    await test(sender, { users: ["five", "none"] });
    expect(await left(sender)).toBe(194);
    await limit(8);
    expect(await refusal(sender, { users: ["a", "b", "c"] })).toMatch(
      /8 devices a day.* 2 are left today, and this test goes to 3.*00:00 UTC.*Admins/,
    );
    await test(sender, { users: ["a", "b"] });
    expect(await refusal(sender, { users: ["a"] })).toContain("none are left today");
    expect(await left(sender)).toBe(0);
    expect(await left(admin)).toBe(8);
    await test(admin, { users: ["a"] });
  });

  it("counts each service and each day by itself", async () => {
    await limit(2);
    await test(sender, { users: ["a", "b"] });
    const other = JSON.stringify({ ...JSON.parse(request), appid: "other" });
    await sendTestMessage(sender, {
      request: other,
      nonce: newId(),
      choice: { ...nothing, users: ["a"] },
    });
    expect(await refusal(sender, { users: ["a"] })).toContain("none are left");
    await sql.query("UPDATE test_day SET day = day - 1 WHERE member_id = $1", [sender.actor.id]);
    await test(sender, { users: ["a"] });
    expect(await left(sender)).toBe(1);
  });

  it("counts a repeat under the same nonce once, and answers it when nothing is left", async () => {
    await limit(100);
    const first = await test(sender, { users: users(100) }, "repeat");
    expect(await test(sender, { users: users(100) }, "repeat")).toEqual(first);
    expect(await left(sender)).toBe(0);
    expect(await test(sender, { users: users(100) }, "repeat")).toEqual(first);
    await expect(test(sender, { users: users(99) }, "repeat")).rejects.toThrow("none are left");
  });

  it("counts further requests under the nonce of a smaller test", async () => {
    const long = users(60, "x".repeat(190));
    await test(sender, { users: long.slice(0, 20) }, "grown");
    await limit(40);
    await expect(test(sender, { users: long }, "grown")).rejects.toThrow("20 are left");
  });

  it("accepts no more than the limit from tests at the same time", async () => {
    await limit(250);
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => refusal(sender, { users: users(60) })),
    );
    expect(outcomes.filter((outcome) => outcome === "sent")).toHaveLength(4);
    expect(await left(sender)).toBe(10);
  });

  it("counts no test that is refused", async () => {
    await expect(
      sendTestMessage(sender, {
        request: request.replace("text", "wrong"),
        nonce: newId(),
        choice: { ...nothing, users: ["a"] },
      }),
    ).rejects.toThrow(RefusedError);
    expect(await left(sender)).toBe(200);
  });

  it("lets admins set the limit, with an event", async () => {
    const { revision } = await openService(admin, { serviceId });
    await changeService(admin, { serviceId, part: "tests", testsPerDay: 500, revision });
    expect(await openService(admin, { serviceId })).toMatchObject({ testsPerDay: 500 });
    expect((await eventsOf(sql, serviceId, "service.change")).at(-1)).toMatchObject({
      actorId: admin.actor.id,
      snapshot: { before: { testsPerDay: 200 }, after: { testsPerDay: 500 } },
    });
    await expect(
      changeService(sender, { serviceId, part: "tests", testsPerDay: 900, revision }),
    ).rejects.toThrow(ForbiddenError);
    await expect(
      changeService(admin, { serviceId, part: "tests", testsPerDay: -1, revision }),
    ).rejects.toThrow("takes 0 or more");
    await limit(0);
    expect(await refusal(sender, { users: ["a"] })).toContain("0 devices a day");
  });
});
