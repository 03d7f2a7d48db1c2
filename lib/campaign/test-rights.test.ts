import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ForbiddenError, type Member } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { applyStaged } from "@/lib/directory/audience/apply-staged";
import { changeAudience } from "@/lib/directory/audience/change";
import { editRecipient } from "@/lib/directory/audience/edit-recipient";
import { extendAudience } from "@/lib/directory/audience/extend";
import { addRecipients, beginAudience, createAudience } from "@/lib/directory/audience/fill";
import { openAudience } from "@/lib/directory/audience/list";
import { removeAudience } from "@/lib/directory/audience/remove";
import { removeRecipients } from "@/lib/directory/audience/remove-recipients";
import { saveTestGroup } from "@/lib/directory/audience/save-test-group";
import { stageRecipients } from "@/lib/directory/audience/stage";
import { storeAudience } from "@/lib/directory/audience/store";
import { findTestTargets } from "@/lib/directory/audience/test-targets";
import { changeService } from "@/lib/directory/service/change";
import { createService } from "@/lib/directory/service/create";
import type { TestChoice } from "@/lib/inputs/test-message";
import { sendTestMessage } from "./send-test";
import { addDevice, noTargets, user, type TestDevice } from "./testing";

const request = JSON.stringify({
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["replaced"] }],
  channels: { push: { android: { text: "Hello" } } },
});
const job = { actor: { kind: "job" as const, name: "test" } };

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
  const device = (of: TestDevice = {}) => addDevice(sql, appId, of);
  const list = (
    test: boolean,
    recipients = [user("a"), user("b")],
    by: typeof admin | typeof job = job,
  ) => storeAudience(by, { serviceId, name: newId(), test, recipients });
  const test = (by: typeof admin, choice: Partial<TestChoice>, nonce: string = newId()) =>
    sendTestMessage(by, { request, nonce, choice: { ...noTargets, ...choice } });
  const refusal = (by: typeof admin, choice: Partial<TestChoice>) =>
    test(by, choice).then(() => "sent", String);

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
      () => beginAudience(marketer, { appid: "shop", name: newId(), test: true }),
      () => list(true, undefined, marketer),
      () => changeAudience(marketer, { id: plain, test: true }),
      () =>
        saveTestGroup(marketer, {
          appid: "shop",
          name: newId(),
          choice: { ...noTargets, users: ["a"] },
        }),
    ];
    for (const make of makes) await expect(make()).rejects.toThrow(ForbiddenError);
    expect(await openAudience(admin, { id: plain })).toMatchObject({ test: false });
    await changeAudience(sender, { id: plain, test: true });
    expect(await list(true, undefined, sender)).toBeTypeOf("string");
  });

  it("takes the right to send to change a test group in any way", async () => {
    const id = await list(true);
    const begun = await beginAudience(admin, { appid: "shop", name: newId(), test: true });
    await addRecipients(admin, { id: begun, recipients: [user("a")] });
    const stagedId = await stageRecipients(marketer, { id });
    await addRecipients(marketer, { id: stagedId, recipients: [user("customer")] });
    const changes = [
      () => addRecipients(marketer, { id: begun, recipients: [user("customer")] }),
      () => createAudience(marketer, { id: begun }),
      () => extendAudience(marketer, { id, recipients: [user("customer")] }),
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
    await extendAudience(sender, { id, recipients: [user("c")] });
    await createAudience(sender, { id: begun });
    await approval({ approvalAbove: 0, approvalScheduled: false });
    await expect(extendAudience(sender, { id, recipients: [user("d")] })).rejects.toThrow(
      "only its admins",
    );
    await extendAudience(admin, { id, recipients: [user("d")] });
  });
});
