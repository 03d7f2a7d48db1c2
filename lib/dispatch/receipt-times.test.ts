import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase } from "@/lib/database/testing";
import type { AppRecord } from "@/lib/directory/app/find";
import type { Receipt } from "@/lib/inputs/receipt";
import { now } from "@/lib/runtime/clock";
import { recordReceipts } from "./receive";
import { openSandbox, type TestSandbox } from "./testing";

const second = 1_000;

describe("times of receipts", () => {
  let sandbox: TestSandbox;

  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { working: true });
  }, 120_000);
  afterAll(() => sandbox.close(), 120_000);

  /** Sends to one device, and returns what its receipts need. */
  async function submitted() {
    const { transid } = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      notifyurl: "https://updates.example/",
      channels: { push: { ios: { text: "Read me" } } },
    });
    await sandbox.settled(transid, ({ counts }) => counts.submitted === 1);
    const [row] = await sandbox.database.query<{ id: string; serviceId: string; deviceid: string }>(
      `SELECT app_id AS id, service_id AS "serviceId", deviceid FROM delivery WHERE message_id = $1`,
      [transid],
    );
    if (!row) throw new Error("no delivery");
    const app: Pick<AppRecord, "id" | "serviceId"> = row;
    return {
      transid,
      report: (event: Receipt["event"], at: Date) =>
        recordReceipts(app, [{ transid, deviceid: row.deviceid, event, at }]),
    };
  }

  /** The times of a delivery, and those that its updates say, by step; milliseconds. */
  async function timesOf(transid: string) {
    const [row] = await sandbox.database.query<
      Record<"accepted" | "submitted" | "delivered" | "read", Date>
    >(
      `SELECT m.accepted_at AS accepted, d.submitted_at AS submitted, d.delivered_at AS delivered, d.read_at AS read
       FROM message m JOIN delivery d ON d.message_id = m.id WHERE m.id = $1`,
      [transid],
    );
    const updates = await sandbox.database.query<{ kind: string; body: string }>(
      `SELECT kind, convert_from(body, 'UTF8') AS body FROM "update" WHERE message_id = $1 ORDER BY id`,
      [transid],
    );
    if (!row) throw new Error("no delivery");
    const said = updates.map(
      ({ kind, body }) =>
        [kind, Date.parse(/"timeStamp":"([^"]+)"/.exec(body)?.[1] ?? "")] as const,
    );
    return {
      row: Object.fromEntries(
        Object.entries(row).map(([name, at]) => [name, at.getTime()]),
      ) as Record<keyof typeof row, number>,
      said: Object.fromEntries(said) as Record<string, number>,
    };
  }

  it.each(["1970-01-01T00:00:00.000Z", "2099-01-01T00:00:00.000Z"])(
    "lie between acceptance and now for a phone at %s",
    async (at) => {
      const { transid, report } = await submitted();
      await report("read", new Date(at));
      const { row, said } = await timesOf(transid);
      expect(row.accepted).toBeLessThanOrEqual(row.submitted);
      expect(row.submitted).toBeLessThanOrEqual(row.delivered);
      expect(row.delivered).toBeLessThanOrEqual(row.read);
      expect(row.read).toBeLessThanOrEqual(now());
      expect(said).toEqual({ submitted: row.submitted, delivered: row.delivered, read: row.read });
    },
  );

  it("are as the phone says where they can be", async () => {
    const { transid, report } = await submitted();
    const at = new Date(now());
    await report("delivered", at);
    await report("read", new Date(at.getTime() + 1));
    const { row, said } = await timesOf(transid);
    expect([row.delivered, said["delivered"]]).toEqual([at.getTime(), at.getTime()]);
    expect(said["read"]).toBe(row.read);
    expect(row.read - row.delivered).toBeGreaterThanOrEqual(0);
  });

  it("of a read are never before the delivery that was reported", async () => {
    const { transid, report } = await submitted();
    await report("delivered", new Date(now()));
    await report("read", new Date(now() - 60 * second));
    const { row, said } = await timesOf(transid);
    expect(row.read).toBe(row.delivered);
    expect(said["read"]).toBe(said["delivered"]);
  });
});
