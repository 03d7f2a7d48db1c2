import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { testDatabases } from "@/lib/database/testing";
import type { Database } from "@/lib/database/sql";
import { serviceOfKey } from "@/lib/directory/service/find";
import { startLab, type Lab } from "@/lib/lab/lab";
import type { Provider } from "@/lib/providers/provider";
import { seedSandbox } from "@/prisma/seed";
import { acceptRequest } from "./accept";
import type { Change } from "./change";
import { expand } from "./expand";
import { loadMessages } from "./message";
import { sendPart } from "./send-batch";

const key = "sk_clock_test_key_0000001";
const [hour, day] = [3_600_000, 86_400_000];
const deferring: Provider = {
  send: async ({ targets }, tell) => {
    for (const n of targets.keys()) tell(n, { kind: "deferred", code: "7517", reason: "busy", trouble: "outage" });
  },
  close: async () => undefined,
};

/** The embedded database has no clock but this process's. */
describe.each(testDatabases().filter(({ name }) => name === "PostgreSQL"))("a process whose clock is wrong, on $name", ({ open }) => {
  let folder: string;
  let opened: Database;
  let lab: Lab;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "clarion-clock-"));
    opened = await open();
    lab = await startLab({ dataDir: folder, ports: 0, lean: true });
    await seedSandbox(opened, lab, key);
  }, 120_000);
  afterEach(() => vi.useRealTimers());
  afterAll(async () => {
    await lab.stop();
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ["three days ahead", 3 * day],
    ["two hours behind", -2 * hour],
  ])("%s: accepts, expires and puts off by the database's time", async (_, jump) => {
    const [device] = lab.addDevices("android", 1);
    const truth = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: truth + jump });
    const service = await serviceOfKey(key);
    if (!service) throw new Error("no service");
    const request = {
      deliverychannel: "push",
      appid: "sandbox",
      expiry: new Date(truth + hour).toISOString(),
      destination: [{ android_pushid: [device?.pushId] }],
      channels: { push: { android: { text: "Hi" } } },
    };
    const reply = await acceptRequest({ service, bytes: Buffer.from(JSON.stringify(request)), source: "api" });
    expect(reply.problems).toEqual([]);
    const { transid } = reply;

    await expand([transid]);
    const rows = await opened.query(
      "SELECT state, next_at <= now() AS due, abs(extract(epoch FROM queued_at - now())) < 60 AS true FROM delivery WHERE message_id = $1",
      [transid],
    );
    expect(rows).toEqual([{ state: "queued", due: true, true: true }]);

    const message = (await loadMessages(opened, [transid])).get(transid);
    const claimed = [{ messageId: transid, id: crypto.randomUUID(), deviceId: null, pushid: "p", attempts: 0 }];
    const part = { message, kind: "android" as const, leaseToken: "", claimed };
    const changes: Change[] = [];
    await sendPart(part, [{ deliveryId: "", pushid: "p" }], deferring, ({ change }) => changes.push(change));
    expect(changes).toMatchObject([{ to: "waiting" }]);
    expect(Math.abs((changes[0]?.nextAt?.getTime() ?? 0) - truth)).toBeLessThan(60_000);
  });
});
