import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDatabase } from "@/lib/database/testing";
import type { Provider } from "@/lib/providers/provider";
import type { Change } from "./change";
import { expand } from "./expand";
import { loadMessages } from "./message";
import { sendPart } from "./send-batch";
import { openSandbox, type TestSandbox } from "./testing";

const [hour, day] = [3_600_000, 86_400_000];
const deferring: Provider = {
  send: async ({ targets }, tell) => {
    for (const n of targets.keys())
      tell(n, { kind: "deferred", code: "7517", reason: "busy", trouble: "outage" });
  },
  close: async () => undefined,
};

describe("a process whose clock is wrong", () => {
  let sandbox: TestSandbox;

  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { lean: true });
  }, 120_000);
  afterEach(() => vi.useRealTimers());
  afterAll(() => sandbox.close());

  it.each([
    ["three days ahead", 3 * day],
    ["two hours behind", -2 * hour],
  ])("%s: accepts, expires and puts off by the database's time", async (_, jump) => {
    const [device] = sandbox.lab.addDevices("android", 1);
    const truth = Date.now();
    const [began] = await sandbox.database.query<{ at: string }>("SELECT now()::text AS at");
    vi.useFakeTimers({ toFake: ["Date"], now: truth + jump });
    const request = {
      deliverychannel: "push",
      appid: "sandbox",
      expiry: new Date(truth + hour).toISOString(),
      destination: [{ android_pushid: [device?.pushId] }],
      channels: { push: { android: { text: "Hi" } } },
    };
    const reply = await sandbox.accept(request);
    expect(reply.problems).toEqual([]);
    const { transid } = reply;

    await expand([transid]);
    const rows = await sandbox.database.query(
      // Times are stored in whole milliseconds, and this process estimates the time of the database
      // with an error up to the duration of its query.
      `SELECT state, next_at <= now() + interval '1 millisecond' AS due,
         queued_at BETWEEN $2::timestamptz - interval '1 minute' AND now() + interval '1 minute' AS true FROM delivery WHERE message_id = $1`,
      [transid, began?.at],
    );
    expect(rows).toEqual([{ state: "queued", due: true, true: true }]);

    const message = (await loadMessages(sandbox.database, [transid])).get(transid);
    const claimed = [
      {
        messageId: transid,
        id: crypto.randomUUID(),
        deviceId: null,
        pushid: "p",
        language: "",
        attempts: 0,
      },
    ];
    const part = { message, kind: "android" as const, language: "", leaseToken: "", claimed };
    const changes: Change[] = [];
    await sendPart(part, [{ deliveryId: "", pushid: "p" }], deferring, ({ change }) =>
      changes.push(change),
    );
    expect(changes).toMatchObject([{ to: "waiting" }]);
    vi.useRealTimers();
    const wait = (changes[0]?.dueAt ?? 0) - performance.now();
    expect(wait).toBeGreaterThan(-60_000);
    expect(wait).toBeLessThanOrEqual(1_000);
  });
});
