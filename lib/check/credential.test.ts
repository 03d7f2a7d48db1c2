import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { config } from "@/lib/config/config";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { testDatabases } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { keepLabAddresses } from "@/lib/directory/credential/lab-addresses";
import { flagCredential, loadCredential } from "@/lib/directory/credential/load";
import { createService } from "@/lib/directory/service/create";
import { providers } from "@/lib/describe/providers";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { startLab, type Lab } from "@/lib/lab/lab";
import { makePoint } from "@/lib/lab/state-file";
import { NotFoundError, RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { askProvider, type Verdict } from "./ask-provider";
import { checkKeptCredential, saveCheckedCredential } from "./credential";

const pem = (pair: { privateKey: { export: (how: { type: "pkcs8"; format: "pem" }) => string | Buffer } }) =>
  pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const words = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const rsa = () => pem(generateKeyPairSync("rsa", { modulusLength: 2_048 }));
const ec = (namedCurve = "P-256") => pem(generateKeyPairSync("ec", { namedCurve }));
/** Nobody listens there. */
const nowhere = "127.0.0.1:9";

let lab: Lab;
let folder: string;
/** Takes connections and never says a word. */
let silent: Server;
let silence: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clarion-check-credential-"));
  lab = await startLab({ dataDir: folder, ports: 0 });
  silent = createServer((socket) => void socket.on("error", () => undefined)).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  silence = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterEach(() => lab.faults.set({}));
afterAll(async () => {
  silent.close();
  await lab.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (provider: ProviderKind, more: Record<string, string> = {}, withinMs?: number): Promise<Verdict> =>
  askProvider(provider, { ...lab.accounts[provider], ...more }, [...lab.addresses, nowhere, silence], withinMs);
const kinds = ["fcm", "apns", "hms", "webpush"] as const;

describe("asking a provider", () => {
  it.each(kinds)("%s takes its own credential, and no device is sent anything", async (provider) => {
    lab.addDevice({ kind: "android" });
    expect(await ask(provider)).toEqual({ kind: "accepted" });
    expect(lab.notifications()).toEqual([]);
  });

  it.each<[string, ProviderKind, () => Record<string, string>, string, RegExp]>([
    ["another account's key", "fcm", () => ({ privateKey: rsa() }), "privateKey", /does not accept this private key/],
    ["another account", "fcm", () => ({ clientEmail: "other@shop.example" }), "privateKey", /for this service account/],
    ["another project", "fcm", () => ({ projectId: "another-project" }), "projectId", /in this project/],
    ["a key of Apple's", "fcm", () => ({ privateKey: ec() }), "privateKey", /not the key of a service account/],
    [
      "a key that is none",
      "fcm",
      () => ({ privateKey: "-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----" }),
      "privateKey",
      /cannot be read/,
    ],
    [
      "a place that gives no tokens",
      "fcm",
      () => ({ tokenUri: `${lab.endpoints.hms}/nothing` }),
      "tokenUri",
      /does not issue access tokens/,
    ],
    ["Huawei's address", "fcm", () => ({ endpoint: lab.endpoints.hms }), "projectId", /no project/],
    ["another team's key", "apns", () => ({ privateKey: ec() }), "teamId", /do not belong together/],
    ["another team", "apns", () => ({ teamId: "ZZZZZZZZZZ" }), "teamId", /do not belong together/],
    ["another key's id", "apns", () => ({ keyId: "ZZZZZZZZZZ" }), "teamId", /name of the \.p8 file/],
    ["another app", "apns", () => ({ bundleId: "com.example.other" }), "bundleId", /bundle ID/],
    ["an app that is none", "apns", () => ({ bundleId: "shop one" }), "bundleId", /letters, digits/],
    ["a key on another curve", "apns", () => ({ privateKey: ec("P-384") }), "privateKey", /not a key for Apple/],
    ["a service account's key", "apns", () => ({ privateKey: rsa() }), "privateKey", /not a key for Apple/],
    ["another secret", "hms", () => ({ appSecret: "another" }), "appSecret", /app ID and app secret together/],
    ["another app", "hms", () => ({ appId: "999" }), "appSecret", /app ID and app secret together/],
    ["another private key", "webpush", () => ({ privateKey: makePoint().privateKey }), "privateKey", /does not belong/],
    ["another public key", "webpush", () => ({ publicKey: makePoint().publicKey }), "privateKey", /does not belong/],
    ["a public key that is none", "webpush", () => ({ publicKey: "A".repeat(87) }), "publicKey", /not a public key/],
    ["a contact that Apple refuses", "webpush", () => ({ subject: "mailto:me@localhost" }), "subject", /localhost/],
    [
      "certificates that are none",
      "apns",
      () => ({ ca: "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----" }),
      "ca",
      /cannot be read/,
    ],
  ])("with %s, %s is refused at the member to mend", async (_what, provider, more, field, told) => {
    const verdict = await ask(provider, more());
    expect(verdict).toMatchObject({ kind: "refused", field });
    expect("says" in verdict && verdict.says).toMatch(told);
    expect(JSON.stringify(verdict)).not.toMatch(/\b[A-Z]{2,}_[A-Z]+|InvalidProvider|HTTP \d|"[^"]*\b[48]\d{2,7}\b/);
  });

  it.each<[ProviderKind, Record<string, unknown>, string | undefined, RegExp]>([
    ["fcm", { reason: "PERMISSION_DENIED" }, "projectId", /API is enabled/],
    ["fcm", { reason: "UNAUTHENTICATED" }, "tokenUri", /access token/],
    ["fcm", { reason: "THIRD_PARTY_AUTH_ERROR" }, undefined, /key that Firebase uses/],
    ["fcm", { reason: "NOT_FOUND" }, "projectId", /no project/],
    ["apns", { reason: "BadEnvironmentKeyIdInToken" }, "endpoint", /other environment/],
    ["apns", { reason: "UnrelatedKeyIdInToken" }, "keyId", /other apps/],
    ["apns", { reason: "BadTopic" }, "bundleId", /bundle ID/],
    ["apns", { reason: "DeviceTokenNotForTopic" }, "bundleId", /bundle ID/],
    ["apns", { reason: "ExpiredProviderToken" }, undefined, /clock/],
    ["apns", { reason: "Forbidden" }, "teamId", /membership/],
    ["apns", { reason: "MissingProviderToken" }, "endpoint", /neither a signature nor a certificate/],
    ["apns", { reason: "BadPath" }, "endpoint", /does not belong to Apple/],
    ["hms", { reason: "80300002" }, "appId", /Push Kit is enabled/],
    ["hms", { reason: "80200001" }, "appSecret", /together/],
  ])("%s refuses for %o: told in words", async (provider, fault, field, told) => {
    lab.faults.set({ [provider]: fault });
    const verdict = await ask(provider);
    expect(verdict.kind).toBe("refused");
    expect("field" in verdict ? verdict.field : undefined).toBe(field);
    expect("says" in verdict && verdict.says).toMatch(told);
  });

  it.each(["fcm", "apns", "hms"] as const)(
    "%s cannot be reached: nobody listens, nobody answers, or it is in trouble",
    async (provider) => {
      expect(await ask(provider, { endpoint: `http://${nowhere}` })).toMatchObject({
        kind: "unreached",
        says: words(/cannot be reached from here/),
      });
      expect(await ask(provider, { endpoint: `http://${silence}` }, 300)).toMatchObject({
        kind: "unreached",
        says: words(/did not answer/),
      });
      for (const status of [429, 500, 503]) {
        lab.faults.set({ [provider]: { status } });
        expect(await ask(provider)).toMatchObject({ kind: "unreached", says: words(/has a problem/) });
      }
      lab.faults.set({ [provider]: { dropAfter: 1 } });
      expect(await ask(provider)).toMatchObject({ kind: "unreached" });
    },
  );

  it.each(["fcm", "hms"] as const)("%s gives no token: nobody listens where they come from", async (provider) => {
    expect(await ask(provider, { tokenUri: `http://${nowhere}/token` })).toMatchObject({
      kind: "unreached",
      says: words(/cannot be reached/),
    });
  });

  it("calls no private address that is not listed, and says which member names it", async () => {
    for (const [provider, field] of [
      ["fcm", "endpoint"],
      ["fcm", "tokenUri"],
      ["apns", "endpoint"],
      ["hms", "endpoint"],
      ["hms", "tokenUri"],
    ] as const)
      for (const host of ["10.0.0.1", "169.254.169.254", "localhost", "[::1]"]) {
        const verdict = await ask(provider, { [field]: `https://${host}` });
        expect(verdict).toMatchObject({ kind: "refused", field });
        expect("says" in verdict && verdict.says).toMatch(/private/);
      }
  });
});

describe.each(testDatabases())("a credential that is saved on $name", ({ open }) => {
  let database: Database;
  let serviceId: string;
  let appId: string;
  let foreign: string;
  const admin = () => ({ actor: testMember({ [serviceId]: { role: "admin" } }) });

  beforeAll(async () => {
    database = await open();
    await database.transaction(async (tx) => {
      const job = { actor: { kind: "job" as const, name: "test" }, tx };
      ({ id: serviceId } = await createService(job, { name: "Shop", sandbox: true, httpsOnly: false }));
      ({ id: foreign } = await createService(job, { name: "Bank", sandbox: true, httpsOnly: false }));
      ({ id: appId } = await testApp(tx, serviceId, "shop", []));
      await keepLabAddresses(tx, [...lab.addresses, nowhere]);
    });
    config().SANDBOX = true;
  }, 120_000);
  afterAll(() => database.close(), 60_000);

  const save = (provider: ProviderKind, more: Record<string, string | undefined> = {}, unchecked = false) =>
    saveCheckedCredential(admin(), { appId, provider, credential: { ...lab.accounts[provider], ...more }, unchecked });
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

  it.each(kinds)("%s: is kept as checked, with an event that holds no secret", async (provider) => {
    expect(await save(provider)).toEqual({ kind: "saved", checked: true });
    expect(await row(provider)).toMatchObject({ checked: true, flagged: false });
    expect(await stored(provider)).toEqual(providers[provider].schema.parse(lab.accounts[provider]));
    const events = JSON.stringify(await eventsOf(database, serviceId, "credential.save"));
    for (const secret of ["privateKey", "appSecret"])
      expect(events).not.toContain((lab.accounts[provider] as Record<string, string>)[secret]?.split("\n")[1] ?? "…");
  });

  it("stays in use when the next one is refused, or its provider cannot be asked", async () => {
    await save("hms");
    const before = await stored("hms");
    expect(await refusal(save("hms", { appSecret: "another" }))).toMatchObject([{ pointer: "/credential/appSecret" }]);
    expect(await save("hms", { endpoint: `http://${nowhere}` })).toMatchObject({ kind: "unreached" });
    expect(await stored("hms")).toEqual(before);
    expect(await row("hms")).toMatchObject({ checked: true });
    const events = await eventsOf(database, serviceId, "credential.save");
    expect(await save("hms", { endpoint: `http://${nowhere}` }, true)).toEqual({ kind: "saved", checked: false });
    expect(await row("hms")).toMatchObject({ checked: false });
    expect(await eventsOf(database, serviceId, "credential.save")).toHaveLength(events.length + 1);
    await save("hms");
  });

  it("keeps its secret where none is written, and is checked with it", async () => {
    await save("apns");
    expect(await refusal(save("apns", { privateKey: undefined, bundleId: "com.example.other" }))).toMatchObject([
      { pointer: "/credential/bundleId" },
    ]);
    expect(await save("apns", { privateKey: undefined })).toEqual({ kind: "saved", checked: true });
    expect(await stored("apns")).toEqual(providers.apns.schema.parse(lab.accounts.apns));
  });

  it.each<[ProviderKind, string, Record<string, string>]>([
    ["hms", "appSecret", { tokenUri: "https://collector.example/token" }],
    ["fcm", "privateKey", { tokenUri: "https://collector.example/token" }],
    ["fcm", "privateKey", { endpoint: "https://collector.example" }],
    ["apns", "privateKey", { endpoint: "https://collector.example" }],
    ["apns", "privateKey", { ca: "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----" }],
  ])("%s: takes its %s nowhere that whoever entered it did not name", async (provider, secret, place) => {
    await save(provider);
    const before = await stored(provider);
    for (const unchecked of [false, true])
      expect(await refusal(save(provider, { ...place, [secret]: undefined }, unchecked))).toMatchObject([
        { pointer: `/credential/${secret}` },
      ]);
    expect(await stored(provider)).toEqual(before);
  });

  it("does not come back when somebody else replaced it while its provider was asked", async () => {
    await save("apns");
    lab.faults.set({ apns: { latencyMs: 300 } });
    const late = refusal(save("apns", { privateKey: undefined }));
    await save("apns", { bundleId: "com.example.newer" }, true);
    expect(await late).toMatchObject([{ pointer: "", message: words(/Another member saved/) }]);
    expect(await stored("apns")).toMatchObject({ bundleId: "com.example.newer" });
    lab.faults.set({});
    await save("apns");
  });

  it("is checked again when asked to: its flag is set or lifted by what its provider says", async () => {
    await save("fcm");
    const check = () => checkKeptCredential(admin(), { appId, provider: "fcm" });
    lab.faults.set({ fcm: { reason: "PERMISSION_DENIED" } });
    expect(await check()).toMatchObject({ kind: "refused", field: "projectId" });
    expect(await row("fcm")).toMatchObject({ checked: false, flagged: true, reason: words(/does not let this service account/) });
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
    await expect(checkKeptCredential(admin(), { appId, provider: "hms" })).rejects.toThrow(NotFoundError);
  });

  it("asks twenty times a minute for one member, and not more", async () => {
    const actor = testMember({ [serviceId]: { role: "admin" } });
    const told = [];
    for (let n = 0; n < 21; n += 1)
      told.push(
        await saveCheckedCredential({ actor }, { appId, provider: "webpush", credential: lab.accounts.webpush }).catch(
          (error: unknown) => error,
        ),
      );
    expect(told.slice(0, 20).every((one) => !(one instanceof Error))).toBe(true);
    expect((told[20] as Error).message).toMatch(/Too many checks/);
  });

  it("is for those who run the service", async () => {
    await save("webpush");
    const viewer = { actor: testMember({ [serviceId]: { role: "marketer" } }) };
    const stranger = { actor: testMember({ [foreign]: { role: "owner" } }) };
    const input = { appId, provider: "webpush" as const };
    for (const verb of [
      (as: typeof viewer) => saveCheckedCredential(as, { ...input, credential: lab.accounts.webpush }),
      (as: typeof viewer) => checkKeptCredential(as, input),
    ]) {
      await expect(verb(viewer)).rejects.toThrow(/needs the role admin/);
      await expect(verb(stranger)).rejects.toThrow(NotFoundError);
    }
  });
});
