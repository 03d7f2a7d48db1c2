import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { startLab, type Lab } from "@/lib/lab/lab";
import { makePoint } from "@/lib/lab/state-file";
import { askProvider, type Verdict } from "./ask-provider";

const pem = (pair: {
  privateKey: { export: (how: { type: "pkcs8"; format: "pem" }) => string | Buffer };
}) => pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const words = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const rsa = () => pem(generateKeyPairSync("rsa", { modulusLength: 2_048 }));
const ec = (namedCurve = "P-256") => pem(generateKeyPairSync("ec", { namedCurve }));
/** A closed port. */
const nowhere = "127.0.0.1:9";

let lab: Lab;
let folder: string;
/** Takes connections and never says a word. */
let silent: Server;
let silence: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clarion-ask-provider-"));
  lab = await startLab({ dataDir: folder, ports: 0 });
  silent = createServer((socket) => void socket.on("error", () => undefined)).listen(
    0,
    "127.0.0.1",
  );
  await new Promise((resolve) => silent.once("listening", resolve));
  silence = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterEach(() => {
  lab.faults.set({});
});
afterAll(async () => {
  silent.close();
  await lab.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ask = (
  provider: ProviderKind,
  more: Record<string, string> = {},
  withinMs?: number,
): Promise<Verdict> =>
  askProvider(
    provider,
    { ...lab.accounts[provider], ...more },
    [...lab.addresses, nowhere, silence],
    withinMs,
  );
const kinds = ["fcm", "apns", "hms", "webpush"] as const;

describe("asking a provider", () => {
  it.each(kinds)(
    "%s takes its own credential, and no device is sent anything",
    async (provider) => {
      lab.addDevice({ kind: "android" });
      expect(await ask(provider)).toEqual({ kind: "accepted" });
      expect(lab.notifications()).toEqual([]);
    },
  );

  it.each<[string, ProviderKind, () => Record<string, string>, string, RegExp]>([
    [
      "another account's key",
      "fcm",
      () => ({ privateKey: rsa() }),
      "privateKey",
      /does not accept this private key/,
    ],
    [
      "another account",
      "fcm",
      () => ({ clientEmail: "other@shop.example" }),
      "privateKey",
      /for this service account/,
    ],
    [
      "another project",
      "fcm",
      () => ({ projectId: "another-project" }),
      "projectId",
      /in this project/,
    ],
    [
      "a key of Apple's",
      "fcm",
      () => ({ privateKey: ec() }),
      "privateKey",
      /not the key of a service account/,
    ],
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
    [
      "another team's key",
      "apns",
      () => ({ privateKey: ec() }),
      "teamId",
      /do not belong together/,
    ],
    ["another team", "apns", () => ({ teamId: "ZZZZZZZZZZ" }), "teamId", /do not belong together/],
    [
      "another key's id",
      "apns",
      () => ({ keyId: "ZZZZZZZZZZ" }),
      "teamId",
      /name of the \.p8 file/,
    ],
    ["another app", "apns", () => ({ bundleId: "com.example.other" }), "bundleId", /bundle ID/],
    [
      "an app that is none",
      "apns",
      () => ({ bundleId: "shop one" }),
      "bundleId",
      /letters, digits/,
    ],
    [
      "a key on another curve",
      "apns",
      () => ({ privateKey: ec("P-384") }),
      "privateKey",
      /not a key for Apple/,
    ],
    [
      "a service account's key",
      "apns",
      () => ({ privateKey: rsa() }),
      "privateKey",
      /not a key for Apple/,
    ],
    [
      "another secret",
      "hms",
      () => ({ appSecret: "another" }),
      "appSecret",
      /app ID and app secret together/,
    ],
    ["another app", "hms", () => ({ appId: "999" }), "appSecret", /app ID and app secret together/],
    [
      "another private key",
      "webpush",
      () => ({ privateKey: makePoint().privateKey }),
      "privateKey",
      /does not belong/,
    ],
    [
      "another public key",
      "webpush",
      () => ({ publicKey: makePoint().publicKey }),
      "privateKey",
      /does not belong/,
    ],
    [
      "a public key that is none",
      "webpush",
      () => ({ publicKey: "A".repeat(87) }),
      "publicKey",
      /not a public key/,
    ],
    [
      "a contact that Apple refuses",
      "webpush",
      () => ({ subject: "mailto:me@localhost" }),
      "subject",
      /localhost/,
    ],
    [
      "certificates that are none",
      "apns",
      () => ({ ca: "-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----" }),
      "ca",
      /cannot be read/,
    ],
  ])(
    "with %s, %s is refused at the member to mend",
    async (_what, provider, more, field, expectedText) => {
      const verdict = await ask(provider, more());
      expect(verdict).toMatchObject({ kind: "refused", field });
      expect("says" in verdict && verdict.says).toMatch(expectedText);
      expect(JSON.stringify(verdict)).not.toMatch(
        /\b[A-Z]{2,}_[A-Z]+|InvalidProvider|HTTP \d|"[^"]*\b[48]\d{2,7}\b/,
      );
    },
  );

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
    [
      "apns",
      { reason: "MissingProviderToken" },
      "endpoint",
      /neither a signature nor a certificate/,
    ],
    ["apns", { reason: "BadPath" }, "endpoint", /does not belong to Apple/],
    ["hms", { reason: "80300002" }, "appId", /Push Kit is enabled/],
    ["hms", { reason: "80200001" }, "appSecret", /together/],
  ])("%s refuses for %o: in words", async (provider, fault, field, expectedText) => {
    lab.faults.set({ [provider]: fault });
    const verdict = await ask(provider);
    expect(verdict.kind).toBe("refused");
    expect("field" in verdict ? verdict.field : undefined).toBe(field);
    expect("says" in verdict && verdict.says).toMatch(expectedText);
  });

  it.each(["fcm", "apns", "hms"] as const)(
    "%s cannot be reached: a closed port, no answer, or a server error",
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
        expect(await ask(provider)).toMatchObject({
          kind: "unreached",
          says: words(/has a problem/),
        });
      }
      lab.faults.set({ [provider]: { dropAfter: 1 } });
      expect(await ask(provider)).toMatchObject({ kind: "unreached" });
    },
  );

  it.each(["fcm", "hms"] as const)(
    "%s gives no token: its token endpoint is a closed port",
    async (provider) => {
      expect(await ask(provider, { tokenUri: `http://${nowhere}/token` })).toMatchObject({
        kind: "unreached",
        says: words(/cannot be reached/),
      });
    },
  );

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
