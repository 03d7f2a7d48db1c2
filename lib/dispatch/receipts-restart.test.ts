import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lockWaited, openTestDatabase } from "@/lib/database/testing";
import { recordReceipts } from "./receive";
import { openSandbox, type TestSandbox } from "./testing";

describe("receipts", () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { working: true });
  }, 120_000);
  afterAll(() => sandbox.close());

  it("are recorded although the server ends the connection that they wait on", async () => {
    const { database, lab } = sandbox;
    const [phone] = lab.addDevices("android", 1);
    const { transid } = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ android_pushid: [phone?.pushId ?? ""] }],
      channels: { push: { android: { text: "Hi" } } },
    });
    await sandbox.settled(transid, ({ counts: { submitted } }) => submitted === 1);
    const [app] = await database.query<{ id: string; serviceId: string }>(
      `SELECT id, service_id AS "serviceId" FROM app WHERE appid = 'sandbox'`,
    );
    let release = () => undefined as void;
    const lockReleased = new Promise<void>((resolve) => (release = resolve));
    let begun = () => undefined as void;
    const has = new Promise<void>((resolve) => (begun = resolve));
    const holder = database.transaction(async (tx) => {
      await tx.query("SELECT 1 FROM delivery WHERE message_id = $1 FOR UPDATE", [transid]);
      begun();
      await lockReleased;
    });
    await has;
    const at = new Date();
    const recorded = recordReceipts({ id: app?.id ?? "", serviceId: app?.serviceId ?? "" }, [
      { transid, pushid: phone?.pushId ?? "", event: "read", at },
    ]);
    await lockWaited(database);
    await database.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    // It comes back to the lock on another connection.
    await lockWaited(database);
    release();
    await Promise.all([holder, recorded]);
    const { counts } = await sandbox.settled(transid, ({ counts: { read } }) => read === 1);
    expect(counts).toMatchObject({ read: 1 });
  });
});
