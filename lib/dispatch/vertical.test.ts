import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testDatabases } from "@/lib/database/testing";
import { database, type Database } from "@/lib/database/sql";
import { appOfClientKey } from "@/lib/directory/app/find";
import { forgetCached } from "@/lib/database/cached";
import { saveCredential } from "@/lib/directory/credential/save";
import { serviceOfKey } from "@/lib/directory/service/find";
import { startLab, type Lab } from "@/lib/lab/lab";
import { startReceiver } from "@/lib/lab/receiver";
import { startUpdates } from "@/lib/updates/send";
import { seedSandbox } from "@/prisma/seed";
import { acceptRequest } from "./accept";
import { recordReceipts } from "./receive";
import { messageStatus } from "@/lib/results/status";
import { startWorker } from "./worker";

const key = "sk_vertical_test_key_0001";

/** One message through all of it, on the embedded database and on PostgreSQL, to the lab's real endpoints. */
describe.each(testDatabases())("the way of a message on $name", ({ open }) => {
  let folder: string;
  let opened: Database;
  let lab: Lab;
  let stops: (() => Promise<void>)[];
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "clarion-vertical-"));
    opened = await open();
    lab = await startLab({ dataDir: folder, ports: 0 });
    const sandbox = await seedSandbox(opened, lab, key);
    if (!sandbox) throw new Error("no sandbox");
    receiver = await startReceiver();
    const updates = startUpdates();
    stops = [await startWorker(), () => updates.stop()];
  }, 120_000);

  afterAll(async () => {
    for (const stop of stops) await stop();
    await receiver.stop();
    await lab.stop();
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  }, 120_000);

  const service = async () => {
    const found = await serviceOfKey(key);
    if (!found) throw new Error("no service");
    return found;
  };
  const accept = async (request: object, more: { idempotencyKey?: string } = {}) =>
    acceptRequest({ service: await service(), bytes: Buffer.from(JSON.stringify(request)), source: "api", ...more });
  const settled = async (transid: string, want: (counts: Record<string, number>) => boolean) =>
    vi.waitFor(
      async () => {
        const status = await messageStatus((await service()).id, transid);
        if (!status || !want(status.counts)) throw new Error(`not yet: ${JSON.stringify(status)}`);
        return status;
      },
      { timeout: 20_000, interval: 20 },
    );

  it("reaches all six devices, and tells it", async () => {
    const reply = await accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1", "user-2", "user-3", "nobody"] }],
      correlationid: "c-1",
      notifyurl: receiver.url,
      channels: {
        push: {
          android: { title: "Hi", text: "Android" },
          ios: { title: "Hi", text: "iOS" },
          web: { platform_types: ["chrome", "firefox", "safari"], title: "Hi", text: "Web", actiontext: "Go" },
        },
      },
    });
    expect(JSON.parse(Buffer.from(reply.body).toString())).toEqual({
      response: [{ code: "1001", transid: reply.transid, description: "Queued", correlationid: "c-1" }],
    });
    const status = await settled(reply.transid, ({ submitted }) => submitted === 6);
    expect(status.counts).toEqual({ queued: 0, submitted: 6, delivered: 0, read: 0, failed: 1, expired: 0 });
    expect(status.deliveries.filter(({ status: state }) => state === "failed")).toEqual([
      expect.objectContaining({ destination: "nobody", destinationType: "userid", code: "7105", platform: "" }),
    ]);
    expect(lab.notifications().filter(({ transid }) => transid === reply.transid)).toHaveLength(6);
  });

  it("takes receipts in any order and tells each step once, in order", async () => {
    const reply = await accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      notifyurl: receiver.url,
      channels: { push: { ios: { text: "Read me" } } },
    });
    await settled(reply.transid, ({ submitted }) => submitted === 1);
    const [row] = await database().query<{ clientKey: string; deviceid: string }>(
      `SELECT a.client_key AS "clientKey", d.deviceid FROM delivery d JOIN app a ON a.id = d.app_id WHERE d.message_id = $1`,
      [reply.transid],
    );
    const app = await appOfClientKey(row?.clientKey ?? "");
    if (!app || !row) throw new Error("no app");
    const receipt = { transid: reply.transid, deviceid: row.deviceid, at: new Date() };
    await recordReceipts(app, [{ ...receipt, event: "read" }]);
    await recordReceipts(app, [
      { ...receipt, event: "delivered" },
      { ...receipt, event: "read" },
      { ...receipt, transid: "0190b0a0-0000-7000-8000-000000000000", event: "read" },
      { ...receipt, deviceid: "a stranger", event: "read" },
    ]);
    await settled(reply.transid, ({ read }) => read === 1);
    await vi.waitFor(async () => expect((await messageStatus((await service()).id, reply.transid))?.state).toBe("done"), 20_000);
    const rows = await opened.query<{ kind: string }>(`SELECT kind FROM "update" WHERE message_id = $1 ORDER BY id`, [reply.transid]);
    expect(rows.map(({ kind }) => kind)).toEqual(["submitted", "delivered", "read"]);
  });

  it("answers a repeated Idempotency-Key with the first reply and sends nothing again", async () => {
    const request = {
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-3"] }],
      channels: { push: { web: { platform_types: ["firefox"], title: "One", text: "Once" } } },
    };
    const replies = await Promise.all(Array.from({ length: 8 }, () => accept(request, { idempotencyKey: "once" })));
    expect(new Set(replies.map(({ body }) => Buffer.from(body).toString())).size).toBe(1);
    const other = await accept({ ...request, correlationid: "another" }, { idempotencyKey: "once" });
    expect(other.status).toBe(409);
    const transid = replies[0]?.transid ?? "";
    await settled(transid, ({ submitted }) => submitted === 1);
    expect(
      await opened.query("SELECT id FROM message WHERE id = ANY($1::uuid[])", [[...new Set(replies.map((reply) => reply.transid))]]),
    ).toHaveLength(1);
  });

  it("retires a device whose token is dead, and tries it no more", async () => {
    const guest = lab.addDevice({ kind: "android" });
    const request = {
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ android_pushid: [guest.pushId] }],
      channels: { push: { android: { text: "Anyone there?" } } },
    };
    const first = await accept(request);
    await settled(first.transid, ({ submitted }) => submitted === 1);
    lab.retire(guest.pushId);
    const second = await accept(request);
    expect((await settled(second.transid, ({ failed }) => failed === 1)).deliveries[0]?.code).toBe("7571");
    const third = await accept(request);
    expect((await settled(third.transid, ({ failed }) => failed === 1)).deliveries[0]?.code).toBe("7513");
  });

  it("waits for a provider that is out of order, and delivers", async () => {
    lab.faults.set({ fcm: { status: 503 } });
    const reply = await accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      channels: { push: { android: { text: "Patience" } } },
    });
    await vi.waitFor(async () => {
      const [row] = await opened.query<{ attempts: number }>("SELECT attempts FROM delivery WHERE message_id = $1", [reply.transid]);
      expect(row?.attempts).toBeGreaterThanOrEqual(1);
    }, 10_000);
    lab.faults.set({});
    const status = await settled(reply.transid, ({ submitted }) => submitted === 1);
    expect(status.deliveries).toHaveLength(1);
  });

  it.each([
    ["that its provider refuses", { teamId: "WRONGTEAM0" }, /APNs 403/],
    [
      "whose address is private",
      { endpoint: "http://169.254.169.254" },
      /^169\.254\.169\.254 is a private address \(linkLocal\); add it to PROVIDER_ALLOW$/,
    ],
  ])("flags a credential %s, burns nothing, and goes on when it is mended", async (_what, wrong, reason) => {
    const [app] = await opened.query<{ id: string; serviceId: string }>(
      `SELECT id, service_id AS "serviceId" FROM app WHERE appid = 'sandbox'`,
    );
    if (!app) throw new Error("no app");
    const save = (credential: Lab["accounts"]["apns"]) =>
      opened.transaction((tx) =>
        saveCredential({ actor: { kind: "job", name: "test" }, tx }, { appId: app.id, provider: "apns", credential }),
      );
    await save({ ...lab.accounts.apns, ...wrong });
    forgetCached("credential");
    const reply = await accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      channels: { push: { ios: { text: "Later" } } },
    });
    const flagged = () =>
      opened.query<{ reason: string }>("SELECT flag_reason AS reason FROM credential WHERE app_id = $1 AND flagged_at IS NOT NULL", [
        app.id,
      ]);
    await vi.waitFor(async () => expect((await flagged())[0]?.reason).toMatch(reason), 10_000);
    // The credential is flagged before the outcome of the batch is written.
    const first = async () => (await messageStatus((await service()).id, reply.transid))?.deliveries[0];
    await vi.waitFor(async () => expect(await first()).toMatchObject({ status: "queued", code: "7504" }), 10_000);
    await save(lab.accounts.apns);
    forgetCached("credential");
    await settled(reply.transid, ({ submitted }) => submitted === 1);
    expect(await flagged()).toEqual([]);
    expect(await opened.query("SELECT attempts FROM delivery WHERE message_id = $1", [reply.transid])).toEqual([{ attempts: 1 }]);
  });

  it("gives up at the expiry of a message that had to wait", async () => {
    lab.faults.set({ fcm: { status: 503 } });
    const reply = await accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      expiry: new Date(Date.now() + 1_500).toISOString(),
      channels: { push: { android: { text: "Now or never" } } },
    });
    const status = await settled(reply.transid, ({ expired }) => expired === 1);
    lab.faults.set({});
    expect(status.deliveries[0]).toMatchObject({ status: "expired", code: "7503" });
  });

  it("expires what is too late, and refuses what is not an app of the service", async () => {
    const request = {
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      channels: { push: { android: { text: "Too late" } } },
    };
    const late = await accept({ ...request, expiry: "2020-01-01T00:00:00.000Z" });
    expect(late.problems.map(({ code, pointer }) => [code, pointer])).toEqual([["7005", "/expiry"]]);
    const strange = await accept({ ...request, appid: "not-mine" });
    expect(strange.problems.map(({ code }) => code)).toEqual(["7104"]);
    expect(strange.status).toBe(400);
  });
});
