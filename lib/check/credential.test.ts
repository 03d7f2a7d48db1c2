import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { config } from "@/lib/config/config";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { flagCredential, loadCredential } from "@/lib/directory/credential/load";
import { removeCredential } from "@/lib/directory/credential/remove";
import { keepLabAddresses } from "@/lib/directory/lab-addresses";
import { createService } from "@/lib/directory/service/create";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { startLab, type Lab } from "@/lib/lab/lab";
import { providers } from "@/lib/providers/credentials";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { checkCredential, saveCheckedCredential } from "./credential";

const words = (pattern: RegExp) => expect.stringMatching(pattern) as string;
/** A closed port. */
const nowhere = "127.0.0.1:9";

let lab: Lab;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clarion-check-credential-"));
  lab = await startLab({ dataDir: folder, ports: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  lab.faults.set({});
});
afterAll(async () => {
  await lab.stop();
  rmSync(folder, { recursive: true, force: true });
});

const kinds = ["fcm", "apns", "hms", "webpush"] as const;

describe("a credential that is saved", () => {
  let database: Database;
  let serviceId: string;
  let appId: string;
  let foreign: string;
  const admin = () => ({ actor: testMember({ [serviceId]: { role: "admin" } }) });

  beforeAll(async () => {
    database = await openTestDatabase();
    await database.transaction(async (tx) => {
      const job = { actor: { kind: "job" as const, name: "test" }, tx };
      ({ id: serviceId } = await createService(job, {
        name: "Shop",
        sandbox: true,
        httpsOnly: false,
      }));
      ({ id: foreign } = await createService(job, {
        name: "Bank",
        sandbox: true,
        httpsOnly: false,
      }));
      ({ id: appId } = await testApp(tx, serviceId, "shop", []));
      await keepLabAddresses(tx, [...lab.addresses, nowhere]);
    });
    config().SANDBOX = true;
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const save = (
    provider: ProviderKind,
    more: Record<string, string | undefined> = {},
    unchecked = false,
  ) =>
    saveCheckedCredential(admin(), {
      appId,
      provider,
      credential: { ...lab.accounts[provider], ...more },
      unchecked,
    });
  const stored = async (provider: ProviderKind) => {
    forgetCached("credential", `${appId}:${provider}`);
    return (await loadCredential(appId, provider))?.credential;
  };
  const row = async (provider: ProviderKind) =>
    (
      await database.query<{ checked: boolean; flagged: boolean; reason: string | null }>(
        `SELECT checked_at IS NOT NULL AS checked, flagged_at IS NOT NULL AS flagged, flag_reason AS reason FROM credential WHERE app_id = $1 AND provider = $2`,
        [appId, provider],
      )
    )[0];
  const refusal = async (done: Promise<unknown>) => {
    const error = await done.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    return (error as RefusedError).problems;
  };

  it.each(kinds)(
    "%s: is stored as checked, with an event that holds no secret",
    async (provider) => {
      expect(await save(provider)).toEqual({ kind: "saved", checked: true });
      expect(await row(provider)).toMatchObject({ checked: true, flagged: false });
      expect(await stored(provider)).toEqual(
        providers[provider].schema.parse(lab.accounts[provider]),
      );
      const events = JSON.stringify(await eventsOf(database, serviceId, "checkedCredential.save"));
      for (const secret of ["privateKey", "appSecret"])
        expect(events).not.toContain(
          (lab.accounts[provider] as Record<string, string>)[secret]?.split("\n")[1] ?? "…",
        );
    },
  );

  it("stays in use when the next one is refused, or its provider cannot be asked", async () => {
    await save("hms");
    const before = await stored("hms");
    expect(await refusal(save("hms", { appSecret: "another" }))).toMatchObject([
      { pointer: "/credential/appSecret" },
    ]);
    expect(await save("hms", { endpoint: `http://${nowhere}` })).toMatchObject({
      kind: "unreached",
    });
    expect(await stored("hms")).toEqual(before);
    expect(await row("hms")).toMatchObject({ checked: true });
    const events = await eventsOf(database, serviceId, "checkedCredential.save");
    expect(await save("hms", { endpoint: `http://${nowhere}` }, true)).toEqual({
      kind: "saved",
      checked: false,
    });
    expect(await row("hms")).toMatchObject({ checked: false });
    expect(await eventsOf(database, serviceId, "checkedCredential.save")).toHaveLength(
      events.length + 1,
    );
    await save("hms");
  });

  it("keeps its secret where none is written, and is checked with it", async () => {
    await save("apns");
    expect(
      await refusal(save("apns", { privateKey: undefined, bundleId: "com.example.other" })),
    ).toMatchObject([{ pointer: "/credential/bundleId" }]);
    expect(await save("apns", { privateKey: undefined })).toEqual({ kind: "saved", checked: true });
    expect(await stored("apns")).toEqual(providers.apns.schema.parse(lab.accounts.apns));
  });

  it.each<[ProviderKind, string, Record<string, string>]>([
    ["hms", "appSecret", { tokenUri: "https://collector.example/token" }],
    ["fcm", "privateKey", { tokenUri: "https://collector.example/token" }],
    ["fcm", "privateKey", { endpoint: "https://collector.example" }],
    ["apns", "privateKey", { endpoint: "https://collector.example" }],
    ["apns", "privateKey", { ca: "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----" }],
  ])(
    "%s: sends its %s to no address that its author did not name",
    async (provider, secret, place) => {
      await save(provider);
      const before = await stored(provider);
      for (const unchecked of [false, true])
        expect(
          await refusal(save(provider, { ...place, [secret]: undefined }, unchecked)),
        ).toMatchObject([{ pointer: `/credential/${secret}` }]);
      expect(await stored(provider)).toEqual(before);
    },
  );

  it("does not come back when it was replaced while its provider was asked", async () => {
    await save("apns");
    lab.faults.set({ apns: { latencyMs: 4_000 } });
    const check = () => checkCredential(admin(), { appId, provider: "apns" });
    const begun = async (ask: () => Promise<unknown>) => {
      const before = lab.counts().apns.requests;
      const answer = ask();
      await vi.waitFor(() => expect(lab.counts().apns.requests).toBeGreaterThan(before), 30_000);
      return { answer };
    };
    const saved = await begun(() => Promise.allSettled([save("apns", { privateKey: undefined })]));
    const checked = await begun(() => Promise.allSettled([check()]));
    const late = Promise.all([saved.answer, checked.answer]).then((all) => all.flat());
    await save("apns", { bundleId: "com.example.newer" }, true);
    const [credentialRow] = await database.query<{ revision: number }>(
      "SELECT revision FROM credential WHERE app_id = $1 AND provider = 'apns'",
      [appId],
    );
    const conflict = {
      revision: credentialRow?.revision,
      by: "Another member",
      at: words(/^20.*Z$/),
    };
    for (const settled of await late)
      expect(settled).toMatchObject({
        reason: {
          problems: [
            {
              pointer: "",
              message:
                "Another member saved this credential in the meantime. Load the page again to see the changes.",
            },
          ],
          conflict: { ...conflict, theirs: { credential: { bundleId: "com.example.newer" } } },
        },
      });
    expect(JSON.stringify(await late)).not.toContain("PRIVATE KEY");
    expect(await stored("apns")).toMatchObject({ bundleId: "com.example.newer" });
    const removed = await begun(() => Promise.allSettled([check()]));
    await removeCredential(admin(), { appId, provider: "apns" });
    expect(await removed.answer).toMatchObject([{ reason: expect.any(NotFoundError) }]);
    lab.faults.set({});
    await save("apns");
  });

  it("is flagged by the answer to a check", async () => {
    await save("fcm");
    const check = () => checkCredential(admin(), { appId, provider: "fcm" });
    lab.faults.set({ fcm: { reason: "PERMISSION_DENIED" } });
    expect(await check()).toMatchObject({ kind: "refused", field: "projectId" });
    expect(await row("fcm")).toMatchObject({
      checked: false,
      flagged: true,
      reason: words(/does not let this service account/),
    });
    lab.faults.set({ fcm: { status: 503 } });
    expect(await check()).toMatchObject({ kind: "unreached" });
    expect(await row("fcm")).toMatchObject({ flagged: true });
    lab.faults.set({});
    expect(await check()).toEqual({ kind: "accepted" });
    expect(await row("fcm")).toMatchObject({ checked: true, flagged: false });
    await flagCredential(database, appId, "fcm", "FCM 401 UNAUTHENTICATED");
    await save("fcm");
    expect(await row("fcm")).toMatchObject({ flagged: false });
    await database.query("DELETE FROM credential WHERE app_id = $1 AND provider = 'hms'", [appId]);
    await expect(checkCredential(admin(), { appId, provider: "hms" })).rejects.toThrow(
      NotFoundError,
    );
  });

  it("asks twenty times a minute for one member, and not more", async () => {
    const actor = testMember({ [serviceId]: { role: "admin" } });
    // The fake clock stands still: the limit would let one more through every three seconds.
    vi.useFakeTimers({ toFake: ["performance"] });
    const answers = [];
    for (let n = 0; n < 21; n += 1)
      answers.push(
        await saveCheckedCredential(
          { actor },
          { appId, provider: "webpush", credential: lab.accounts.webpush },
        ).catch((error: unknown) => error),
      );
    expect(answers.slice(0, 20).every((one) => !(one instanceof Error))).toBe(true);
    expect((answers[20] as Error).message).toMatch(/Too many checks/);
  });

  it("is for those who run the service", async () => {
    await save("webpush");
    const viewer = { actor: testMember({ [serviceId]: { role: "marketer" } }) };
    const stranger = { actor: testMember({ [foreign]: { role: "owner" } }) };
    const input = { appId, provider: "webpush" as const };
    for (const verb of [
      (as: typeof viewer) =>
        saveCheckedCredential(as, { ...input, credential: lab.accounts.webpush }),
      (as: typeof viewer) => checkCredential(as, input),
    ]) {
      await expect(verb(viewer)).rejects.toThrow(/^Only an admin or an owner/);
      await expect(verb(stranger)).rejects.toThrow(NotFoundError);
    }
  });
});
