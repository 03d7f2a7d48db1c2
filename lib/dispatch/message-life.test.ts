import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDatabase } from "@/lib/database/testing";
import type { Provider } from "@/lib/providers/provider";
import type { Change } from "./change";
import { followClock, watchClock } from "./clock-jumps";
import { loadMessages } from "./message";
import { sendPart } from "./send-batch";
import { openSandbox, type TestSandbox } from "./testing";

const hour = 3_600_000;

describe("the time to live of a message", () => {
  let sandbox: TestSandbox;
  const times: number[] = [];
  const taking: Provider = {
    send: async ({ request, targets }, tell) => {
      times.push(request.ttlSeconds);
      for (const n of targets.keys()) tell(n, { kind: "submitted" });
    },
    close: async () => undefined,
  };

  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { lean: true });
  }, 120_000);
  afterEach(() => vi.useRealTimers());
  afterAll(() => sandbox.close());

  /** What became of one device of a message that was accepted before; `meanwhile`: when it was loaded, and before it is sent. */
  const send = async (transid: string, meanwhile: () => void = () => undefined): Promise<Change[]> => {
    const message = (await loadMessages(sandbox.database, [transid])).get(transid);
    meanwhile();
    const claimed = [{ messageId: transid, id: crypto.randomUUID(), deviceId: null, pushid: "p", language: "", attempts: 0 }];
    const changes: Change[] = [];
    const part = { message, kind: "android" as const, language: "", leaseToken: "", claimed };
    await sendPart(part, [{ deliveryId: "", pushid: "p" }], taking, ({ change }) => changes.push(change));
    return changes;
  };

  it.each([
    ["forward by an hour, and lives as long as it would have", hour],
    ["back by an hour, and ends when it would have", -hour],
  ])("goes on when the clock jumps %s", async (_, jump) => {
    vi.useFakeTimers({ toFake: ["Date", "performance", "setInterval", "clearInterval"], now: Date.now() });
    const stop = watchClock(sandbox.database);
    const { transid, problems } = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ android_pushid: ["p"] }],
      channels: { push: { android: { text: "Hi", extras: { time_to_live: 600 } } } },
    });
    expect(problems).toEqual([]);
    // It was read before the jump, too, and is kept in memory.
    expect(await send(transid)).toMatchObject([{ to: "submitted" }]);
    vi.setSystemTime(Date.now() + jump);
    await followClock(sandbox.database);
    expect(await send(transid)).toMatchObject([{ to: "submitted" }]);
    await vi.advanceTimersByTimeAsync(601_000);
    expect(await send(transid)).toMatchObject([{ to: "expired", code: "7503" }]);
    stop();
  });

  it("does not end because the clock jumps forward while a message is about to be sent", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance", "setInterval", "clearInterval"], now: Date.now() });
    const stop = watchClock(sandbox.database);
    const { transid } = await sandbox.accept({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ android_pushid: ["p"] }],
      channels: { push: { android: { text: "Hi", extras: { time_to_live: 600 } } } },
    });
    times.length = 0;
    expect(await send(transid, () => vi.setSystemTime(Date.now() + hour))).toMatchObject([{ to: "submitted" }]);
    expect(times).toEqual([600]);
    stop();
  });
});
