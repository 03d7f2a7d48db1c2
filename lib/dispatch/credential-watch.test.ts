import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { testOwner } from "@/lib/auth/testing";
import { forgetCached } from "@/lib/database/cached";
import { openTestDatabase } from "@/lib/database/testing";
import { readAppDetail, type CredentialRow } from "@/lib/directory/app/read";
import { testApp } from "@/lib/directory/app/testing";
import { saveCredential } from "@/lib/directory/credential/save";
import { listen } from "@/lib/runtime/bus";
import { now } from "@/lib/runtime/clock";
import { quotaCounter, writeQuotaUse } from "./quota-use";
import { openSandbox, type TestSandbox } from "./testing";
import { tidyUp } from "./tidy-up";

/** What the console shows of a credential in use, recorded by the worker that uses it. */
describe("credentials in use", () => {
  let sandbox: TestSandbox;
  let appId: string;
  const announcedIds: string[] = [];
  let quiet: () => void;

  beforeAll(async () => {
    sandbox = await openSandbox(await openTestDatabase(), { working: true });
    const [app] = await sandbox.database.query<{ id: string }>(
      "SELECT id FROM app WHERE appid = 'sandbox'",
    );
    appId = app?.id ?? "";
    quiet = listen("message", ({ transid }) => announcedIds.push(transid));
  }, 120_000);
  afterAll(async () => {
    quiet();
    await sandbox.close();
  }, 60_000);

  const fcm = async (): Promise<CredentialRow> => {
    const { credentials } = await readAppDetail({ actor: testOwner() }, { appId });
    const row = credentials.find(({ provider }) => provider === "fcm");
    if (!row) throw new Error("there is no credential");
    return row;
  };
  const send = async (recipients = ["user-1"]) => {
    const request = {
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: recipients }],
      channels: { push: { android: { title: "Hi", text: "Android" } } },
    };
    return (await sandbox.accept(request)).transid ?? "";
  };
  const soon = { timeout: 30_000, interval: 50 };

  it("has no open circuit and counts its answers while the provider answers", async () => {
    const transid = await send();
    await sandbox.settled(transid, ({ counts }) => counts["submitted"] === 1);
    await writeQuotaUse();
    expect(await fcm()).toMatchObject({ circuits: [], quota: { throttledDay: 0 } });
    expect((await fcm()).quota?.peakHour).toBeGreaterThanOrEqual(1);
    expect(announcedIds).toContain(appId);
  });

  it("has an open circuit while the provider only fails, and none once it answers again", async () => {
    sandbox.lab.faults.set({ fcm: { status: 500 } });
    const began = now();
    // Each delivery pauses longer after each failure: several reach ten failures in a row sooner.
    const transids: string[] = [];
    for (let n = 0; n < 12; n++) transids.push(await send());
    const [circuit] = await vi.waitFor(async () => {
      const { circuits } = await fcm();
      expect(circuits).toHaveLength(1);
      return circuits;
    }, soon);
    expect(circuit?.reason).toContain("FCM 500");
    expect(circuit?.origin).toBe("");
    expect(Date.parse(circuit?.since ?? "")).toBeGreaterThanOrEqual(began - 1);
    expect(Date.parse(circuit?.probeAt ?? "")).toBeGreaterThan(Date.parse(circuit?.since ?? ""));
    announcedIds.length = 0;
    sandbox.lab.faults.set({});
    await vi.waitFor(async () => expect((await fcm()).circuits).toEqual([]), soon);
    await vi.waitFor(() => expect(announcedIds).toContain(appId), soon);
    for (const transid of transids)
      await sandbox.settled(transid, ({ counts }) => counts["submitted"] === 1);
  }, 90_000);

  it("shows the circuits of other processes as one, and none of a dead process or an earlier credential", async () => {
    const insert = (
      process: string,
      more: { reason: string; age: string; seen?: string; probe?: string },
    ) =>
      sandbox.database.query(
        `INSERT INTO circuit (process, app_id, provider, origin, reason, opened_at, probe_at, seen_at)
         VALUES ($1, $2, 'webpush', 'https://push.example', $3, now() - $4::interval, now() + $6::interval, now() - $5::interval)`,
        [
          process,
          appId,
          more.reason,
          more.age,
          more.seen ?? "1 second",
          more.probe ?? "10 seconds",
        ],
      );
    await sandbox.database.query(
      "UPDATE credential SET updated_at = now() - interval '1 hour' WHERE app_id = $1 AND provider = 'webpush'",
      [appId],
    );
    await insert(randomUUID(), { reason: "first", age: "5 minutes" });
    await insert(randomUUID(), { reason: "latest", age: "1 minute", probe: "15 seconds" });
    await insert(randomUUID(), { reason: "dead", age: "20 minutes", seen: "31 seconds" });
    await insert(randomUUID(), { reason: "of an earlier credential", age: "2 hours" });
    const { credentials } = await readAppDetail({ actor: testOwner() }, { appId });
    const circuits = credentials.flatMap((one) => one.circuits);
    expect(circuits).toMatchObject([{ origin: "https://push.example", reason: "latest" }]);
    const age = now() - Date.parse(circuits[0]?.since ?? "");
    expect(age).toBeGreaterThan(4.5 * 60_000);
    expect(age).toBeLessThan(6 * 60_000);
    await sandbox.database.query("DELETE FROM circuit");
  });

  it("counts refusals against the quota, over apps and processes that share a project", async () => {
    const { settings } = await fcm();
    const before = (await fcm()).quota;
    const [one, other] = [appId, await anotherApp(settings)].map((id) =>
      quotaCounter(id, "fcm", settings),
    );
    for (let n = 0; n < 3; n++) one?.(false);
    other?.(true);
    await writeQuotaUse();
    // A process that wrote a moment later.
    one?.(false);
    await writeQuotaUse();
    quotaCounter(appId, "fcm", { ...settings, projectId: "another" })(true);
    quotaCounter(appId, "hms", settings)(true);
    await writeQuotaUse();
    const after = (await fcm()).quota;
    expect((after?.throttledDay ?? 0) - (before?.throttledDay ?? 0)).toBe(1);
    const [total] = await sandbox.database.query<{ n: number }>(
      "SELECT sum(requests)::float8 AS n FROM quota_use WHERE project <> 'another'",
    );
    const [minutes] = await sandbox.database.query<{ n: number }>(
      "SELECT max(requests) AS n FROM quota_use WHERE project <> 'another'",
    );
    expect(total?.n).toBeGreaterThanOrEqual(5);
    expect(after?.peakDay).toBe(minutes?.n);
  });

  it("counts an answer once although its app cannot be looked up afterwards", async () => {
    const { settings } = await fcm();
    // No id: the database refuses the look-up.
    quotaCounter("no id", "fcm", { ...settings, projectId: "once" })(false);
    await writeQuotaUse();
    await writeQuotaUse();
    const [counted] = await sandbox.database.query<{ n: number }>(
      "SELECT sum(requests)::float8 AS n FROM quota_use WHERE project = 'once'",
    );
    expect(counted?.n).toBe(1);
  });

  it("shows the busy minutes of a day to services that Firebase has accepted", async () => {
    const { settings } = await fcm();
    await sandbox.database.query(
      `INSERT INTO quota_use SELECT $1, $2, date_trunc('minute', now()) - age::interval, n, 0
       FROM (VALUES ('30 minutes', 4000), ('3 hours', 500000), ('26 hours', 600000)) AS t(age, n)`,
      [settings["endpoint"], settings["projectId"]],
    );
    expect((await fcm()).quota).toMatchObject({ peakHour: 4_000, peakDay: 500_000 });
    quotaCounter(appId, "fcm", settings)(false);
    await writeQuotaUse();
    await tidyUp();
    expect(await sandbox.database.query("SELECT 1 FROM quota_use WHERE requests = 600000")).toEqual(
      [],
    );
    const other = await anotherApp(settings);
    const { credentials } = await readAppDetail({ actor: testOwner() }, { appId: other });
    expect(credentials).toMatchObject([{ provider: "fcm", quota: null }]);
  });

  /** An app with a credential of the same project that was saved without a check. */
  async function anotherApp(settings: Record<string, string>): Promise<string> {
    const { privateKey } = sandbox.lab.accounts.fcm;
    return sandbox.database.transaction(async (tx) => {
      const { id } = await testApp(tx, sandbox.service.id, `shop-${randomUUID()}`);
      await saveCredential(
        { actor: testOwner(), tx },
        { appId: id, provider: "fcm", credential: { ...settings, privateKey } as never },
      );
      forgetCached("credential");
      return id;
    });
  }
});
