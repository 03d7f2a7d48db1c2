import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { forgetCached } from "@/lib/database/cached";
import { openTestDatabase } from "@/lib/database/testing";
import { appOfClientKey } from "@/lib/directory/app/find";
import { saveCredential } from "@/lib/directory/credential/save";
import type { Lab } from "@/lib/lab/lab";
import { startReceiver } from "@/lib/lab/receiver";
import { messageStatus } from "@/lib/results/status";
import { announce } from "@/lib/runtime/bus";
import { forgetClock, setClock } from "@/lib/runtime/clock";
import { startUpdates } from "@/lib/updates/send";
import { recordReceipts } from "./receive";
import { openSandbox, type TestSandbox } from "./testing";

const hour = 3_600_000;
const job = { actor: { kind: "job", name: "test" } } as const;

/** One message through all of it, to the lab's real endpoints. */
describe("the way of a message", () => {
  let sandbox: TestSandbox;
  let stopUpdates: () => Promise<void>;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { working: true });
    receiver = await startReceiver();
    const updates = startUpdates();
    stopUpdates = () => updates.stop();
  }, 120_000);

  afterAll(async () => {
    await stopUpdates();
    await receiver.stop();
    await sandbox.close();
  }, 120_000);

  const settled = (transid: string, want: (counts: Record<string, number>) => boolean) =>
    sandbox.settled(transid, ({ counts }) => want(counts));

  it("reaches all six devices, and reports it", async () => {
    const reply = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1", "user-2", "user-3", "nobody"] }],
      correlationid: "c-1",
      notifyurl: receiver.url,
      channels: {
        push: {
          android: { title: "Hi", text: "Android" },
          ios: { title: "Hi", text: "iOS" },
          web: {
            platform_types: ["chrome", "firefox", "safari"],
            title: "Hi",
            text: "Web",
            actiontext: "Go",
          },
        },
      },
    });
    expect(JSON.parse(Buffer.from(reply.body).toString())).toEqual({
      response: [
        { code: "1001", transid: reply.transid, description: "Queued", correlationid: "c-1" },
      ],
    });
    const status = await settled(reply.transid, ({ submitted }) => submitted === 6);
    expect(status.counts).toEqual({
      queued: 0,
      submitted: 6,
      delivered: 0,
      read: 0,
      failed: 1,
      expired: 0,
      capped: 0,
    });
    expect(status.deliveries.filter(({ status: state }) => state === "failed")).toEqual([
      expect.objectContaining({
        destination: "nobody",
        destinationType: "userid",
        code: "7105",
        platform: "",
      }),
    ]);
    expect(
      sandbox.lab.notifications().filter(({ transid }) => transid === reply.transid),
    ).toHaveLength(6);
  });

  it("takes receipts in any order and reports each step once, in order", async () => {
    const reply = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      notifyurl: receiver.url,
      channels: { push: { ios: { text: "Read me" } } },
    });
    await settled(reply.transid, ({ submitted }) => submitted === 1);
    const [row] = await sandbox.database.query<{ clientKey: string; deviceid: string }>(
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
    await vi.waitFor(
      async () => expect((await messageStatus(job, { transid: reply.transid })).state).toBe("done"),
      20_000,
    );
    const rows = await sandbox.database.query<{ kind: string }>(
      `SELECT kind FROM "update" WHERE message_id = $1 ORDER BY id`,
      [reply.transid],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["submitted", "delivered", "read"]);
  });

  it("answers a repeated Idempotency-Key with the first reply and sends nothing again", async () => {
    const request = {
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-3"] }],
      channels: { push: { web: { platform_types: ["firefox"], title: "One", text: "Once" } } },
    };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => sandbox.accept(request, { idempotencyKey: "once" })),
    );
    expect(new Set(replies.map(({ body }) => Buffer.from(body).toString())).size).toBe(1);
    const other = await sandbox.accept(
      { ...request, correlationid: "another" },
      { idempotencyKey: "once" },
    );
    expect(other.status).toBe(409);
    const transid = replies[0]?.transid ?? "";
    await settled(transid, ({ submitted }) => submitted === 1);
    expect(
      await sandbox.database.query("SELECT id FROM message WHERE id = ANY($1::uuid[])", [
        [...new Set(replies.map((reply) => reply.transid))],
      ]),
    ).toHaveLength(1);
  });

  it("retires a device whose token is dead, and tries it no more", async () => {
    const guest = sandbox.lab.addDevice({ kind: "android" });
    const request = {
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ android_pushid: [guest.pushId] }],
      channels: { push: { android: { text: "Anyone there?" } } },
    };
    const first = await sandbox.accept(request);
    await settled(first.transid, ({ submitted }) => submitted === 1);
    sandbox.lab.retire(guest.pushId);
    const second = await sandbox.accept(request);
    expect((await settled(second.transid, ({ failed }) => failed === 1)).deliveries[0]?.code).toBe(
      "7571",
    );
    const third = await sandbox.accept(request);
    expect((await settled(third.transid, ({ failed }) => failed === 1)).deliveries[0]?.code).toBe(
      "7513",
    );
  });

  it("waits for a provider that is out of order, and delivers", async () => {
    sandbox.lab.faults.set({ fcm: { status: 503 } });
    const reply = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      channels: { push: { android: { text: "Patience" } } },
    });
    await vi.waitFor(async () => {
      const [row] = await sandbox.database.query<{ attempts: number }>(
        "SELECT attempts FROM delivery WHERE message_id = $1",
        [reply.transid],
      );
      expect(row?.attempts).toBeGreaterThanOrEqual(1);
    }, 10_000);
    sandbox.lab.faults.set({});
    const status = await settled(reply.transid, ({ submitted }) => submitted === 1);
    expect(status.deliveries).toHaveLength(1);
  });

  it.each([
    ["that its provider refuses", { teamId: "WRONGTEAM0" }, /APNs 403/, "7504"],
    [
      "with another app's bundle ID",
      { bundleId: "com.example.other" },
      /^APNs 400 TopicDisallowed$/,
      "7404",
    ],
    [
      "whose address is private",
      { endpoint: "http://169.254.169.254" },
      /^169\.254\.169\.254 is a private address \(linkLocal\); add it to PROVIDER_ALLOW$/,
      "7504",
    ],
  ])(
    "flags a credential %s, burns nothing, and goes on when it is mended",
    async (_what, wrong, reason, code) => {
      const [app] = await sandbox.database.query<{ id: string; serviceId: string }>(
        `SELECT id, service_id AS "serviceId" FROM app WHERE appid = 'sandbox'`,
      );
      if (!app) throw new Error("no app");
      const save = async (credential: Lab["accounts"]["apns"]) => {
        await saveCredential(
          { actor: { kind: "job", name: "test" } },
          { appId: app.id, provider: "apns", credential },
        );
        for (const name of ["credential", "app"]) forgetCached(name);
      };
      await save({ ...sandbox.lab.accounts.apns, ...wrong });
      const reply = await sandbox.accept({
        deliverychannel: "push",
        appid: "sandbox",
        destination: [{ userid: ["user-1"] }],
        channels: { push: { ios: { text: "Later" } } },
      });
      const flagged = () =>
        sandbox.database.query<{ reason: string }>(
          "SELECT flag_reason AS reason FROM credential WHERE app_id = $1 AND flagged_at IS NOT NULL",
          [app.id],
        );
      await vi.waitFor(async () => expect((await flagged())[0]?.reason).toMatch(reason), 10_000);
      // The credential is flagged before the outcome of the batch is written.
      const first = async () =>
        (await messageStatus(job, { transid: reply.transid })).deliveries[0];
      await vi.waitFor(
        async () => expect(await first()).toMatchObject({ status: "queued", code }),
        10_000,
      );
      await save(sandbox.lab.accounts.apns);
      await settled(reply.transid, ({ submitted }) => submitted === 1);
      expect(await flagged()).toEqual([]);
      expect(
        await sandbox.database.query("SELECT attempts FROM delivery WHERE message_id = $1", [
          reply.transid,
        ]),
      ).toEqual([{ attempts: 1 }]);
    },
  );

  it("gives up at the expiry of a message that had to wait", async () => {
    sandbox.lab.faults.set({ fcm: { status: 503 } });
    const reply = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      expiry: new Date(Date.now() + hour).toISOString(),
      channels: { push: { android: { text: "Now or never" } } },
    });
    await vi.waitFor(async () => {
      const rows = await sandbox.database.query(
        "SELECT 1 FROM delivery WHERE message_id = $1 AND attempts > 0 AND lease_token IS NULL",
        [reply.transid],
      );
      expect(rows).toHaveLength(1);
    }, 30_000);
    const status = await vi.waitFor(async () => {
      // Each time: on a server the clock is set by the database's every few seconds, and would be
      // back at the true time.
      setClock(Date.now() + 2 * hour, performance.now());
      // An attempt that was under way then has put it off by this clock.
      await sandbox.database.query(
        "UPDATE delivery SET next_at = now() WHERE message_id = $1 AND lease_token IS NULL AND state = 'queued'",
        [reply.transid],
      );
      announce("wake", "deliver");
      const statusNow = await messageStatus(job, { transid: reply.transid });
      if (statusNow.counts.expired !== 1) throw new Error(`not yet: ${JSON.stringify(statusNow)}`);
      return statusNow;
    }, 30_000);
    forgetClock();
    sandbox.lab.faults.set({});
    expect(status.deliveries[0]).toMatchObject({ status: "expired", code: "7503" });
  });

  it("expires what is too late, and refuses what is not an app of the service", async () => {
    const request = {
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      channels: { push: { android: { text: "Too late" } } },
    };
    const late = await sandbox.accept({ ...request, expiry: "2020-01-01T00:00:00.000Z" });
    expect(late.problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["7005", "/expiry"],
    ]);
    const strange = await sandbox.accept({ ...request, appid: "not-mine" });
    expect(strange.problems.map(({ code }) => code)).toEqual(["7104"]);
    expect(strange.status).toBe(400);
  });
});
