import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { config } from "@/lib/config/config";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { readAppleCertificate } from "@/lib/describe/apple-certificate";
import { testApp } from "@/lib/directory/app/testing";
import { loadCredential } from "@/lib/directory/credential/load";
import { keepLabAddresses } from "@/lib/directory/lab-addresses";
import { createService } from "@/lib/directory/service/create";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { openAppleAuthority, type AppleSubject } from "@/lib/lab/apple-authority";
import { startLab, type CertificateAccount, type Lab } from "@/lib/lab/lab";
import { providers } from "@/lib/providers/credentials";
import { RefusedError } from "@/lib/verb/errors";
import { eventsOf } from "@/lib/verb/testing";
import { askProvider, type Verdict } from "./ask-provider";
import { saveCheckedCredential } from "./credential";

const pem = (pair: {
  privateKey: { export: (how: { type: "pkcs8"; format: "pem" }) => string | Buffer };
}) => pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const words = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const rsa = () => pem(generateKeyPairSync("rsa", { modulusLength: 2_048 }));
const ec = () => pem(generateKeyPairSync("ec", { namedCurve: "P-256" }));

let lab: Lab;
let folder: string;
/** Issued by an authority that the lab does not trust. */
let foreign: Record<string, string>;
beforeAll(async () => {
  const stranger = await (await openAppleAuthority()).issue({ bundleId: "com.clarion.sandbox" });
  foreign = { certificate: stranger.certificate, certificateKey: stranger.key };
  folder = mkdtempSync(join(tmpdir(), "clarion-check-certificate-"));
  lab = await startLab({ dataDir: folder, ports: 0 });
});
afterEach(() => lab.faults.set({}));
afterAll(async () => {
  await lab.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("asking Apple with a certificate", () => {
  const askWith = async (subject: Partial<AppleSubject> = {}, more: Record<string, string> = {}) =>
    askProvider("apns", { ...(await lab.appleCertificate(subject)), ...more }, lab.addresses);

  it("is accepted with one of its own", async () => {
    expect(await askWith()).toEqual({ kind: "accepted" });
    expect(lab.notifications()).toEqual([]);
  });

  it.each<[string, () => Promise<Verdict>, string, RegExp]>([
    [
      "that has expired",
      () => askWith({ until: new Date(Date.now() - 1_000) }),
      "certificate",
      /^This certificate expired on /,
    ],
    [
      "that is not valid yet",
      () => askWith({ from: new Date(Date.now() + 86_400_000) }),
      "certificate",
      /is not valid before/,
    ],
    ["of another authority", () => askWith({}, foreign), "certificate", /revoked/],
    [
      "whose key is another",
      () => askWith({}, { certificateKey: rsa() }),
      "certificateKey",
      /does not belong to the certificate/,
    ],
    [
      "whose key is on a curve",
      () => askWith({}, { certificateKey: ec() }),
      "certificateKey",
      /an RSA key/,
    ],
    [
      "for another app",
      () => askWith({ bundleId: "com.example.other" }),
      "bundleId",
      /certificate is only for com\.example\.other/,
    ],
    [
      "for nothing of the push service",
      () => askWith({ environments: [] }),
      "certificate",
      /not a certificate of Apple’s push service/,
    ],
    [
      "for the other environment",
      () => askWith({ environments: ["development"] }),
      "endpoint",
      /other environment/,
    ],
    [
      "for development, at the address of production",
      () => askWith({ environments: ["development"] }, { endpoint: "https://api.push.apple.com" }),
      "endpoint",
      /for development only/,
    ],
    [
      "for production, at the address of development",
      () =>
        askWith(
          { environments: ["production"] },
          { endpoint: "https://api.sandbox.push.apple.com" },
        ),
      "endpoint",
      /for production only/,
    ],
    [
      "that is cut off",
      () =>
        askWith(
          {},
          { certificate: "-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----" },
        ),
      "certificate",
      /cannot be read/,
    ],
    [
      "that is a key",
      () => askWith({}, { certificate: rsa() }),
      "certificate",
      /is a private key\. Enter its certificate/,
    ],
  ])(
    "with one %s it is refused at the member to mend",
    async (_what, check, field, expectedText) => {
      const verdict = await check();
      expect(verdict).toMatchObject({ kind: "refused", field });
      expect("says" in verdict && verdict.says).toMatch(expectedText);
    },
  );

  it("a refusal of a key is shown at the certificate", async () => {
    lab.faults.set({ apns: { reason: "Forbidden" } });
    expect(await askWith()).toMatchObject({
      kind: "refused",
      field: "certificate",
      says: words(/key or the certificate is not revoked/),
    });
  });
});

describe("a certificate that is saved", () => {
  let database: Database;
  let serviceId: string;
  let appId: string;
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
      ({ id: appId } = await testApp(tx, serviceId, "shop", []));
      await keepLabAddresses(tx, lab.addresses);
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
  const refusal = async (done: Promise<unknown>) => {
    const error = await done.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    return (error as RefusedError).problems;
  };

  it("may replace a key", async () => {
    await save("apns");
    const account = await lab.appleCertificate();
    const { certificateKey, ...open } = account;
    const saveCertificate = (credential: Partial<CertificateAccount>, unchecked = false) =>
      saveCheckedCredential(admin(), { appId, provider: "apns", credential, unchecked });
    // The key that is stored is no key of a certificate.
    expect(await refusal(saveCertificate(open))).toMatchObject([
      { pointer: "/credential/certificateKey", message: words(/is missing/i) },
    ]);
    expect(await saveCertificate(account)).toEqual({ kind: "saved", checked: true });
    expect(await stored("apns")).toEqual(providers.apns.schema.parse(account));
    expect(await saveCertificate(open)).toEqual({ kind: "saved", checked: true });
    const events = JSON.stringify(await eventsOf(database, serviceId, "credential.save"));
    expect(events).not.toContain(certificateKey.split("\n")[1]);
    const [row] = await database.query<{ at: Date }>(
      "SELECT expires_at AS at FROM credential WHERE app_id = $1 AND provider = 'apns'",
      [appId],
    );
    expect(row?.at.getTime()).toBe(readAppleCertificate(account.certificate).until);
    // Without the authority of the lab, which Apple does not have; that it goes is no address.
    const { ca, ...atApple } = { ...account, endpoint: "https://api.push.apple.com" };
    expect(await saveCertificate(atApple, true)).toEqual({ kind: "saved", checked: false });
    const { certificateKey: _, ...again } = {
      ...atApple,
      endpoint: "https://api.sandbox.push.apple.com",
    };
    expect(await saveCertificate(again, true)).toEqual({ kind: "saved", checked: false });
    expect(await stored("apns")).toMatchObject({
      endpoint: again.endpoint,
      certificateKey: words(/PRIVATE KEY/),
    });
    expect(
      await refusal(saveCertificate({ ...again, endpoint: "https://collector.example" }, true)),
    ).toMatchObject([{ pointer: "/credential/certificateKey" }]);
    expect(await refusal(saveCertificate({ ...again, ca }, true))).toMatchObject([
      { pointer: "/credential/certificateKey" },
    ]);
    await save("apns");
    const [after] = await database.query<{ at: Date | null }>(
      "SELECT expires_at AS at FROM credential WHERE app_id = $1 AND provider = 'apns'",
      [appId],
    );
    expect(after?.at).toBeNull();
    expect(await stored("apns")).not.toHaveProperty("certificate");
  });
});
