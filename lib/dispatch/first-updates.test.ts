import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { startReceiver, type Receiver } from "@/lib/lab/receiver";
import { startUpdates, type UpdateSender } from "@/lib/updates/send";
import { startDelivering } from "./deliver";
import { expand } from "./expand";
import { openSandbox, type TestSandbox } from "./testing";

vi.stubEnv("NOTIFY_ALLOW", "127.0.0.0/8");

describe("the first updates of deliveries", () => {
  let sandbox: TestSandbox;
  let sql: Database;
  let at: Receiver;
  let sender: UpdateSender;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    sql = await openTestDatabase();
    sandbox = await openSandbox(sql);
    await sql.script(`
      CREATE TABLE written (what text);
      CREATE FUNCTION note_written() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO written VALUES (TG_OP || ' ' || TG_TABLE_NAME); RETURN NULL; END $$;
      CREATE TRIGGER update_written AFTER UPDATE OR DELETE ON "update" FOR EACH ROW EXECUTE FUNCTION note_written();
      CREATE TRIGGER slice_written AFTER INSERT OR UPDATE OR DELETE ON update_slice FOR EACH ROW EXECUTE FUNCTION note_written();`);
    at = await startReceiver();
    sender = startUpdates({ pollMs: [2, 10], unstoredMs: 60_000 });
    stop = startDelivering();
  }, 120_000);
  afterAll(async () => {
    await sender.stop();
    await stop();
    await at.stop();
    await sandbox.close();
  }, 120_000);

  it("are sent and stored once, by a slice for each transaction that recorded some", async () => {
    const ids = sandbox.lab.addDevices("android", 12).map(({ pushId }) => pushId);
    const { transid } = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      notifyurl: at.url,
      destination: [{ android_pushid: ids }, { userid: ["unknown-user"] }],
      channels: { push: { android: { text: "Hi" } } },
    });
    await expand([transid], Infinity);
    const rows = await vi.waitFor(async () => {
      const stored = await sql.query<{ kind: string; state: string; attempts: number }>(
        `SELECT kind, state, attempts FROM "update" WHERE message_id = $1 ORDER BY kind`,
        [transid],
      );
      expect(stored).toHaveLength(13);
      return stored;
    }, 30_000);
    expect(rows.every(({ state, attempts }) => state === "sent" && attempts === 1)).toBe(true);
    expect(rows.filter(({ kind }) => kind === "failed")).toHaveLength(1);
    expect(at.requests).toHaveLength(13);
    await vi.waitFor(
      async () => expect(await sql.query("SELECT 1 FROM update_slice")).toEqual([]),
      30_000,
    );
    const writes = await sql.query<{ what: string; n: number }>(
      "SELECT what, count(*)::int AS n FROM written GROUP BY what ORDER BY what",
    );
    const slices = writes[0]?.n ?? 0;
    expect(slices).toBeGreaterThan(0);
    expect(writes).toEqual([
      { what: "DELETE update_slice", n: slices },
      { what: "INSERT update_slice", n: slices },
    ]);
  });
});
