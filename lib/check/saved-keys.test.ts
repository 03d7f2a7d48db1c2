import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testMember } from "@/lib/auth/testing";
import { config } from "@/lib/config/config";
import { forgetCached } from "@/lib/database/cached";
import type { Database } from "@/lib/database/sql";
import { openTestDatabase } from "@/lib/database/testing";
import { testApp } from "@/lib/directory/app/testing";
import { loadCredential } from "@/lib/directory/credential/load";
import { keepLabAddresses } from "@/lib/directory/lab-addresses";
import { createService } from "@/lib/directory/service/create";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { startLab, type Lab } from "@/lib/lab/lab";
import { makePoint } from "@/lib/lab/state-file";
import { providers } from "@/lib/providers/credentials";
import { RefusedError } from "@/lib/verb/errors";
import { saveCheckedCredential } from "./credential";

const ec = (namedCurve = "P-256") =>
  generateKeyPairSync("ec", { namedCurve })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();

describe("the keys of a credential", () => {
  let lab: Lab;
  let folder: string;
  let database: Database;
  let serviceId: string;
  let appId: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "clarion-saved-keys-"));
    lab = await startLab({ dataDir: folder, ports: 0 });
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
  afterAll(async () => {
    await database.close();
    await lab.stop();
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  const save = (provider: ProviderKind, more: Record<string, string> = {}, unchecked = false) =>
    saveCheckedCredential(
      { actor: testMember({ [serviceId]: { role: "admin" } }) },
      { appId, provider, credential: { ...lab.accounts[provider], ...more }, unchecked },
    );
  const stored = async (provider: ProviderKind) => {
    forgetCached("credential", `${appId}:${provider}`);
    return (await loadCredential(appId, provider))?.credential;
  };
  const refusal = async (done: Promise<unknown>) => {
    const error = await done.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RefusedError);
    return (error as RefusedError).problems;
  };

  it.each<[ProviderKind, () => Record<string, string>, string, RegExp]>([
    ["fcm", () => ({ privateKey: ec() }), "privateKey", /not the key of a service account/],
    ["apns", () => ({ privateKey: ec("P-384") }), "privateKey", /P-384/],
    ["apns", () => ({ bundleId: "shop one" }), "bundleId", /letters, digits/],
    [
      "apns",
      () => ({ ca: "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----" }),
      "ca",
      /cannot be read/,
    ],
    [
      "webpush",
      () => ({ privateKey: makePoint().privateKey }),
      "privateKey",
      /^This private key does not belong to the public key\.$/,
    ],
    ["webpush", () => ({ subject: "mailto:ops@clarion.local" }), "subject", /Apple/],
  ])(
    "%s: are read before they are saved, checked or not",
    async (provider, more, field, expectedText) => {
      await save(provider);
      const before = await stored(provider);
      for (const unchecked of [false, true])
        expect(await refusal(save(provider, more(), unchecked))).toMatchObject([
          {
            pointer: `/credential/${field}`,
            message: expect.stringMatching(expectedText) as string,
          },
        ]);
      expect(await stored(provider)).toEqual(before);
    },
  );

  it("are stored in one form, however they were pasted, and sign", async () => {
    const { fcm, webpush } = lab.accounts;
    const file = JSON.stringify({ type: "service_account", private_key: fcm.privateKey });
    for (const privateKey of [
      file,
      fcm.privateKey.replaceAll("\n", "\\n"),
      fcm.privateKey.replaceAll("\n", " "),
    ]) {
      expect(await save("fcm", { privateKey })).toEqual({ kind: "saved", checked: true });
      expect(await stored("fcm")).toEqual(providers.fcm.schema.parse(fcm));
    }
    await save("webpush", { publicKey: `"${webpush.publicKey}="` });
    expect(await stored("webpush")).toEqual(providers.webpush.schema.parse(webpush));
  });
});
