import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import type { UpdateKind } from "@/lib/interface/update";
import { startReceiver, type Receiver } from "@/lib/lab/receiver";
import { announce } from "@/lib/runtime/bus";
import { forgetEndpoints } from "./endpoints";
import { enqueueUpdates } from "./enqueue";
import type { UpdatePolicy } from "./policy";
import { switchWebhookOn } from "./resume-webhook";
import { startUpdates, type UpdateSender } from "./send";
import { testAuth, testService, testSource, testWebhook, updatesOf } from "./testing";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.0/8");
vi.stubEnv("APP_SECRET", "a secret of at least thirty-two characters");

/** The default with its hours turned into milliseconds. */
const quick: Partial<UpdatePolicy> = { pausesMs: [1, 2, 3, 4], jitter: 0, pollMs: [2, 10] };

describe("sending updates", () => {
  let sql: Database;
  let sender: UpdateSender | undefined;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    sql = await openTestDatabase();
  }, 120_000);
  afterAll(async () => {
    await sql.close();
  }, 120_000);
  afterEach(async () => {
    for (const one of receivers.splice(0)) await one.stop();
    await sender?.stop();
    sender = undefined;
    await sql.query(`DELETE FROM "update"`);
  });

  const receiver = async (secret?: string) => {
    const server = await startReceiver(secret === undefined ? {} : { secret });
    receivers.push(server);
    return server;
  };
  const start = (policy: Partial<UpdatePolicy> = {}) => {
    sender = startUpdates({ ...quick, ...policy });
  };
  const settle = (serviceId: string, states: string[]) =>
    vi.waitFor(async () => {
      const rows = await updatesOf(sql, serviceId);
      expect(rows.map(({ state }) => state).sort()).toEqual(states.sort());
      return rows;
    }, 30_000);
  const kindsAt = (at: Receiver) =>
    at.requests.map(
      ({ body }) =>
        (
          JSON.parse(body) as {
            deliveryInfoNotification: { deliveryInfo: { deliveryStatus: string } };
          }
        ).deliveryInfoNotification.deliveryInfo.deliveryStatus,
    );

  it("sends waiting updates to the current address of a webhook", async () => {
    const [before, after] = [await receiver(), await receiver()];
    const serviceId = await testService(sql);
    const webhook = await testWebhook(sql, serviceId, before.url, ["submitted"]);
    await enqueueUpdates(sql, [testSource(serviceId, "submitted")]);
    await testAuth(sql, serviceId, { kind: "bearer", token: "for-the-new-one" }, "new");
    await sql.query("UPDATE webhook SET url = $2, notify_auth_id = 'new' WHERE id = $1", [
      webhook,
      after.url,
    ]);
    forgetEndpoints();
    start();
    await settle(serviceId, ["sent"]);
    expect(after.requests[0]?.headers["authorization"]).toBe("Bearer for-the-new-one");
    expect(before.requests).toEqual([]);
  });

  it("sends the exact body, signed, with the update's id, and keeps the attempt", async () => {
    const at = await receiver("whsec_c2VjcmV0IG9mIHRoZSBzZXJ2aWNl");
    const serviceId = await testService(sql, {
      notifyurl: `${at.url}/hook?a=1`,
      secret: "whsec_c2VjcmV0IG9mIHRoZSBzZXJ2aWNl",
    });
    expect(
      await enqueueUpdates(sql, [
        testSource(serviceId, "submitted", { callbackData: "grüße \u{1F600} \"'" }),
      ]),
    ).toBe(1);
    start();
    const [request] = await at.waitFor((requests) => requests.length === 1);
    const [row] = await settle(serviceId, ["sent"]);
    expect(request).toMatchObject({
      method: "POST",
      path: "/hook?a=1",
      hubSignature: "valid",
      standardWebhook: "valid",
    });
    expect(request?.headers).toMatchObject({
      "webhook-id": row?.id,
      "content-type": "application/json; charset=utf-8",
    });
    const stored = await sql.query<{ body: Uint8Array }>(
      `SELECT body FROM "update" WHERE id = $1`,
      [row?.id],
    );
    expect(request?.body).toBe(Buffer.from(stored[0]?.body ?? []).toString());
    expect(JSON.parse(request?.body ?? "")).toMatchObject({
      deliveryInfoNotification: { callbackData: "grüße \u{1F600} \"'" },
    });
    expect(row).toMatchObject({ attempts: 1, lastStatus: 200, lastError: null });
    expect(
      await sql.query("SELECT status, error FROM update_attempt WHERE update_id = $1", [row?.id]),
    ).toEqual([{ status: 200, error: null }]);
  });

  it("sends to the webhooks that ask for the kind as well, each signed with its own secret, none twice", async () => {
    const [notify, hook] = [await receiver(), await receiver("hook secret")];
    const serviceId = await testService(sql, { notifyurl: notify.url });
    await testWebhook(sql, serviceId, hook.url, ["read"], "hook secret");
    const source = testSource(serviceId, "read", { pushref: "ref", button: "YES", reply: "hi" });
    const sources = [{ ...source, kind: "delivered" as const, code: "7500" as const }, source];
    expect(await enqueueUpdates(sql, sources)).toBe(3);
    expect(await enqueueUpdates(sql, sources)).toBe(0);
    start();
    await settle(serviceId, ["sent", "sent", "sent"]);
    expect(notify.requests).toHaveLength(2);
    expect(notify.requests[0]).toMatchObject({ hubSignature: "unchecked" });
    expect(notify.requests[0]?.headers).not.toHaveProperty("x-hub-signature");
    expect(hook.requests).toHaveLength(1);
    expect(hook.requests[0]).toMatchObject({ hubSignature: "valid", standardWebhook: "valid" });
    expect(JSON.parse(hook.requests[0]?.body ?? "")).toMatchObject({
      deliveryInfoNotification: {
        deliveryInfo: { interaction: { Button_Pressed: "YES", pushref: "ref", reply: "hi" } },
      },
    });
  });

  it("keeps the order of a delivery although all are due at once", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    const first = testSource(serviceId, "submitted");
    const kinds: UpdateKind[] = ["read", "delivered", "submitted"];
    await enqueueUpdates(
      sql,
      kinds.map((kind) => ({ ...testSource(serviceId, kind), delivery: first.delivery })),
    );
    at.behave({ status: 500, times: 1 });
    start();
    await settle(serviceId, ["sent", "sent", "sent"]);
    expect(kindsAt(at)).toEqual(["Submitted", "Submitted", "Delivered", "Read"]);
  });

  it("does not hold a later update up for long when an earlier one keeps failing", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    const first = testSource(serviceId, "submitted");
    await enqueueUpdates(sql, [
      first,
      { ...testSource(serviceId, "read"), delivery: first.delivery },
    ]);
    at.behave({ status: 500, times: 2 });
    start({ holdAttempts: 2, pausesMs: [1, 3_600_000] });
    await vi.waitFor(
      async () =>
        expect((await updatesOf(sql, serviceId)).map(({ state }) => state)).toEqual([
          "pending",
          "sent",
        ]),
      30_000,
    );
    expect(kindsAt(at)).toEqual(["Submitted", "Submitted", "Read"]);
  });

  it("tries again until the pauses are used up, then parks with the reason", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    await enqueueUpdates(sql, [testSource(serviceId, "submitted")]);
    at.behave({ status: 500 });
    start();
    const [row] = await settle(serviceId, ["parked"]);
    expect(row).toMatchObject({
      attempts: 5,
      lastStatus: 500,
      lastError: "answered 500; given up after 5 attempts",
      dueInMs: null,
    });
    expect(at.requests).toHaveLength(5);
    expect(new Set(at.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(
      await sql.query("SELECT 1 FROM update_attempt WHERE update_id = $1", [row?.id]),
    ).toHaveLength(5);
  });

  it("outlives a receiver that drops connections, answers redirects, then is well", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    await enqueueUpdates(sql, [testSource(serviceId, "submitted")]);
    at.behave({ drop: true, times: 1 });
    start({ pausesMs: [1, 3_600_000] });
    const [row] = await settle(serviceId, ["sent"]);
    expect(row).toMatchObject({ attempts: 2, lastError: null });
    await enqueueUpdates(sql, [testSource(serviceId, "submitted")]);
    at.behave({ status: 302, headers: { location: `${at.url}/elsewhere` }, times: 1 });
    announce("wake", "update");
    await settle(serviceId, ["sent", "sent"]);
    expect(at.requests.filter(({ path }) => path === "/elsewhere")).toEqual([]);
  });

  it("takes 410 for an end: the webhook is disabled and what waits for it parked", async () => {
    const hook = await receiver();
    const serviceId = await testService(sql);
    const webhookId = await testWebhook(sql, serviceId, hook.url, ["submitted"]);
    await enqueueUpdates(sql, [
      testSource(serviceId, "submitted"),
      testSource(serviceId, "submitted"),
      testSource(serviceId, "submitted"),
    ]);
    hook.behave({ status: 410 });
    start({ perOrigin: 1 });
    const rows = await settle(serviceId, ["parked", "parked", "parked"]);
    for (const { lastError } of rows) expect(lastError).toContain("410");
    expect(
      await sql.query("SELECT 1 FROM webhook WHERE id = $1 AND disabled_at IS NOT NULL", [
        webhookId,
      ]),
    ).toHaveLength(1);
    expect(hook.requests).toHaveLength(1);
    expect(await enqueueUpdates(sql, [testSource(serviceId, "submitted")])).toBe(0);
  });

  it("switches a webhook on again, and sends what was parked with it", async () => {
    const hook = await receiver();
    const serviceId = await testService(sql);
    const webhookId = await testWebhook(sql, serviceId, hook.url, ["submitted"]);
    await enqueueUpdates(sql, [
      testSource(serviceId, "submitted"),
      testSource(serviceId, "submitted"),
    ]);
    hook.behave({ status: 410 });
    start();
    await settle(serviceId, ["parked", "parked"]);
    const resume = (service: string) =>
      sql.transaction((tx) => switchWebhookOn(tx, service, webhookId));
    expect(await resume(await testService(sql))).toBeUndefined();
    hook.behave({});
    expect(await resume(serviceId)).toBe(2);
    forgetEndpoints(serviceId);
    announce("wake", "update");
    await settle(serviceId, ["sent", "sent"]);
    expect(await resume(serviceId)).toBeUndefined();
    expect(await enqueueUpdates(sql, [testSource(serviceId, "submitted")])).toBe(1);
  });

  it("parks at once what must not be called", async () => {
    const serviceId = await testService(sql);
    await enqueueUpdates(sql, [
      testSource(serviceId, "submitted", { notifyurl: "http://10.255.0.9/hook" }),
      testSource(serviceId, "submitted", { notifyurl: "mailto:a" }),
    ]);
    start();
    const rows = await settle(serviceId, ["parked", "parked"]);
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 0]);
    expect(rows[1]?.lastError).toBe("not a proper URL");
  });

  it("two senders send each update once", async () => {
    const at = await receiver();
    const serviceId = await testService(sql, { notifyurl: at.url });
    await enqueueUpdates(
      sql,
      Array.from({ length: 300 }, () => testSource(serviceId, "submitted")),
    );
    start();
    const other = startUpdates(quick);
    await at.waitFor((requests) => requests.length >= 300);
    await settle(
      serviceId,
      Array.from({ length: 300 }, () => "sent"),
    );
    await other.stop();
    expect(new Set(at.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(300);
    expect(at.requests).toHaveLength(300);
  });
});
