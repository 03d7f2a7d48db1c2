import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ForbiddenError, type Member } from "@/lib/auth/member";
import { testMember } from "@/lib/auth/testing";
import { newId } from "@/lib/database/id";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { findTestTargets } from "@/lib/directory/audience/test-targets";
import { changeService } from "@/lib/directory/service/change";
import { createService } from "@/lib/directory/service/create";
import { openService } from "@/lib/directory/service/open";
import type { TestChoice } from "@/lib/inputs/test-message";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { sendTestMessage } from "./send-test";
import { addDevice, noTargets, type TestDevice } from "./testing";

const request = JSON.stringify({
  deliverychannel: "push",
  appid: "shop",
  destination: [{ userid: ["replaced"] }],
  channels: { push: { android: { text: "Hello" } } },
});
const job = { actor: { kind: "job" as const, name: "test" } };
const users = (count: number, name = "u") => Array.from({ length: count }, (_, n) => `${name}${n}`);

describe("the right to test", () => {
  let sql: Database;
  let appId: string;
  let serviceId: string;
  let otherId: string;
  let admin: { actor: Member };
  let sender: { actor: Member };

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
    admin = { actor: testMember({ [serviceId]: { role: "admin" } }) };
    sender = {
      actor: testMember({
        [serviceId]: { role: "marketer", maySend: true },
        [otherId]: { role: "marketer", maySend: true },
      }),
    };
    await limit(200);
  });

  const limit = (testsPerDay: number) =>
    changeService(job, { serviceId, part: "tests", testsPerDay });
  const device = (of: TestDevice = {}) => addDevice(sql, appId, of);
  const test = (by: typeof admin, choice: Partial<TestChoice>, nonce: string = newId()) =>
    sendTestMessage(by, { request, nonce, choice: { ...noTargets, ...choice } });
  const refusal = (by: typeof admin, choice: Partial<TestChoice>) =>
    test(by, choice).then(() => "sent", String);
  const left = async (by: typeof admin) =>
    (await findTestTargets(by, { appid: "shop", text: "", chosen: [] })).allowance?.left;

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
      choice: { ...noTargets, users: ["a"] },
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
        choice: { ...noTargets, users: ["a"] },
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
