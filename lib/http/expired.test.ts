import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstIdAt } from "@/lib/database/id";
import { listPartitions } from "@/lib/database/partitions";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { changeRetention } from "@/lib/directory/retention/change";
import { changeService } from "@/lib/directory/service/change";
import { listenForMetrics } from "./metrics";
import { openInterface, type TestInterface } from "./testing";

const job = { actor: { kind: "job" as const, name: "test" } };
const transidOf = (daysAgo: number) => firstIdAt(Date.now() - daysAgo * 86_400_000);

describe("messages past their retention", () => {
  let database: Database;
  let served: TestInterface;
  beforeAll(async () => {
    database = await openTestDatabase();
    served = await openInterface(database);
  }, 120_000);
  afterAll(() => served.close(), 60_000);

  const status = async (transid: string) => {
    const answer = await fetch(`${served.origin}/resources/v1/messaging/${transid}`, {
      headers: { key: served.key },
    });
    const body = (await answer.json()) as { error: string; problems?: { rule?: string }[] };
    return [answer.status, body.problems?.[0]?.rule];
  };

  it("answer 404 with a rule of their own, by the time that their id begins with", async () => {
    expect(await status(transidOf(400))).toEqual([404, "message.expired"]);
    for (const transid of [transidOf(390), transidOf(0), "no-id"])
      expect(await status(transid)).toEqual([404, undefined]);
  });

  it("follow the settings of the service and of the installation at once", async () => {
    const { serviceId } = served;
    await changeService(job, { serviceId, part: "retention", keepMessages: 20 });
    expect(await status(transidOf(30))).toEqual([404, "message.expired"]);
    await changeService(job, { serviceId, part: "retention" });
    expect(await status(transidOf(30))).toEqual([404, undefined]);
    await changeRetention(job, { keepMessages: 10 });
    expect(await status(transidOf(30))).toEqual([404, "message.expired"]);
    await changeRetention(job, {});
    expect(await status(transidOf(4_000))).toEqual([404, undefined]);
  });

  it("have their receipts accepted, counted and dropped", async () => {
    await changeRetention(job, { keepMessages: 10 });
    const receipt = (daysAgo: number) => ({
      transid: transidOf(daysAgo),
      pushid: "token",
      event: "read",
      at: new Date().toISOString(),
    });
    const answer = await fetch(`${served.origin}/resources/v1/receipts`, {
      method: "POST",
      headers: { key: served.clientKey, "content-type": "application/json" },
      body: JSON.stringify([receipt(30), receipt(31), receipt(5)]),
    });
    expect([answer.status, await answer.json()]).toEqual([200, { accepted: 3 }]);
    expect(await database.query("SELECT 1 FROM early_receipt")).toEqual([]);
    const metrics = await listenForMetrics(0, "127.0.0.1");
    const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
    await metrics.close();
    expect(text).toMatch(/^clarion_receipts_expired_total 2$/m);
    expect(await listPartitions(database)).toHaveLength(4);
  });
});
