import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { startReceiver, type Receiver } from "@/lib/lab/receiver";
import { probeNotifyurl } from "./check";
import { checkDestination } from "./send-test";
import { testAuth, testService, updatesOf } from "./testing";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.1");
vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

const secret = "whsec_c2VjcmV0IG9mIHRoZSBzZXJ2aWNl";

describe("checking a notify URL", () => {
  let sql: Database;
  let at: Receiver;
  beforeAll(async () => {
    sql = await openTestDatabase();
    at = await startReceiver({ secret });
  }, 120_000);
  afterAll(async () => {
    await at.stop();
    await sql.close();
  }, 120_000);

  const what = { notifyAuthId: "", callbackData: "", correlationid: "" };

  it("calls it once, signed and authenticated as a real update is, and stores nothing", async () => {
    const serviceId = await testService(sql, { secret });
    const notifyAuthId = await testAuth(sql, serviceId, { kind: "bearer", token: "let me in" });
    const url = `${at.url}/hook`;
    const answer = await probeNotifyurl(sql, {
      serviceId,
      url,
      notifyAuthId,
      callbackData: "c",
      correlationid: "id",
    });
    expect(answer).toEqual({
      url,
      isAccepted: true,
      status: 200,
      reason: null,
      durationMs: expect.any(Number) as number,
    });
    const request = at.requests.at(-1);
    expect(request).toMatchObject({
      method: "POST",
      path: "/hook",
      hubSignature: "valid",
      standardWebhook: "valid",
    });
    expect(request?.headers["authorization"]).toBe("Bearer let me in");
    expect(JSON.parse(request?.body ?? "")).toMatchObject({
      deliveryInfoNotification: {
        callbackData: "c",
        deliveryInfo: { code: "7501", deliveryStatus: "Submitted", destination: checkDestination },
      },
    });
    expect(at.requests).toHaveLength(1);
    expect(await updatesOf(sql, serviceId)).toEqual([]);
  });

  it("reports its answer, and tries no second time", async () => {
    const serviceId = await testService(sql);
    const before = at.requests.length;
    at.behave({ status: 503 });
    expect(await probeNotifyurl(sql, { ...what, serviceId, url: at.url })).toMatchObject({
      isAccepted: false,
      status: 503,
      reason: "answered 503",
    });
    at.behave({});
    expect(at.requests).toHaveLength(before + 1);
  });

  it("calls no private address, and says so", async () => {
    const serviceId = await testService(sql);
    expect(
      await probeNotifyurl(sql, { ...what, serviceId, url: "http://10.255.0.9/hook" }),
    ).toMatchObject({
      isAccepted: false,
      status: null,
      reason: expect.stringContaining("NOTIFY_ALLOW") as string,
    });
  });

  it("names an authentication that is unknown without calling", async () => {
    const serviceId = await testService(sql);
    const before = at.requests.length;
    const answer = await probeNotifyurl(sql, {
      ...what,
      serviceId,
      url: at.url,
      notifyAuthId: "nobody",
    });
    expect(answer).toMatchObject({
      isAccepted: false,
      status: null,
      reason: expect.stringMatching(/authentication/i) as string,
    });
    expect(at.requests).toHaveLength(before);
  });

  it("takes the service's own where the request names none", async () => {
    expect(
      await probeNotifyurl(sql, { ...what, serviceId: await testService(sql), url: "" }),
    ).toBeUndefined();
    const serviceId = await testService(sql, { notifyurl: `${at.url}/own` });
    expect(await probeNotifyurl(sql, { ...what, serviceId, url: "" })).toMatchObject({
      isAccepted: true,
      url: `${at.url}/own`,
    });
    expect(at.requests.at(-1)?.path).toBe("/own");
  });
});
