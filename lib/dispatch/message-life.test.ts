import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWithOwnClock } from "@/lib/database/testing";
import type { Provider } from "@/lib/providers/provider";
import { now } from "@/lib/runtime/clock";
import type { Change } from "./change";
import { watchClock } from "./clock-jumps";
import { loadMessages } from "./message";
import { sendPart } from "./send-batch";
import { openSandbox, type TestSandbox } from "./testing";

const hour = 3_600_000;

describe("the time to live of a message", () => {
  let sandbox: TestSandbox;
  let setAhead: (ahead: number) => Promise<void>;
  let aheadNow = 0;
  const times: number[] = [];
  const taking: Provider = {
    send: async ({ request, targets }, tell) => {
      times.push(request.ttlSeconds);
      for (const n of targets.keys()) tell(n, { kind: "submitted" });
    },
    close: async () => undefined,
  };

  beforeAll(async () => {
    const { database, ...clock } = await openWithOwnClock();
    ({ setAhead } = clock);
    sandbox = await openSandbox(database, { lean: true });
  }, 120_000);
  afterAll(() => sandbox.close());

  /**
   * What became of one device of a message that was accepted before; `meanwhile`: when it was
   * loaded, and before it is sent.
   */
  const send = async (
    transid: string,
    meanwhile: () => Promise<void> = () => Promise.resolve(),
  ): Promise<Change[]> => {
    const message = (await loadMessages(sandbox.database, [transid])).get(transid);
    await meanwhile();
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
    const changes: Change[] = [];
    const part = { message, kind: "android" as const, language: "", leaseToken: "", claimed };
    await sendPart(part, [{ deliveryId: "", pushid: "p" }], taking, ({ change }) =>
      changes.push(change),
    );
    return changes;
  };
  const accept = async () => {
    const { transid, problems } = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ android_pushid: ["p"] }],
      channels: { push: { android: { text: "Hi", extras: { time_to_live: 600 } } } },
    });
    expect(problems).toEqual([]);
    return transid;
  };
  /** Lets the database's clock jump, and waits until this process keeps to it. */
  const jump = async (ahead: number) => {
    const truth = now() - aheadNow - performance.now();
    aheadNow = ahead;
    await setAhead(ahead);
    await vi.waitUntil(() => Math.abs(now() - ahead - performance.now() - truth) < 2_000, {
      timeout: 30_000,
    });
  };

  it.each([
    ["ahead by an hour", hour],
    ["back by an hour", -hour],
  ])("goes on when the clock jumps %s", async (_, by) => {
    const stop = watchClock(sandbox.database);
    const transid = await accept();
    const countedFrom = async () => {
      const [row] = await sandbox.database.query<{ age: number }>(
        "SELECT extract(epoch FROM now() - coalesce(counted_from, accepted_at))::float8 AS age FROM message WHERE id = $1",
        [transid],
      );
      return Math.abs(row?.age ?? Number.NaN);
    };
    // It was read before the jump, too, and is cached in memory.
    expect(await send(transid)).toMatchObject([{ to: "submitted" }]);
    // Rows of the last two seconds before a jump is seen count as written after it.
    await sandbox.database.query("SELECT pg_sleep(2.1)");
    await jump(by);
    await expect.poll(countedFrom).toBeLessThan(60);
    stop();
    expect(await send(transid)).toMatchObject([{ to: "submitted" }]);
    await jump(by + 601_000);
    expect(await send(transid)).toMatchObject([{ to: "expired", code: "7503" }]);
    await jump(0);
  });

  it("does not end because the clock jumps ahead while a message is about to be sent", async () => {
    const stop = watchClock(sandbox.database);
    const transid = await accept();
    times.length = 0;
    expect(await send(transid, () => jump(hour))).toMatchObject([{ to: "submitted" }]);
    expect(times.map((seconds) => Math.ceil(seconds / 60))).toEqual([10]);
    stop();
    await jump(0);
  });
});
