import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { providers } from "@/lib/providers/credentials";
import { exampleEcKey, exampleRsaKey } from "./example-keys";

const pkcs8 = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();
const readAs = (provider: "fcm" | "apns", text: string) =>
  providers[provider].fields.privateKey.check.safeParse(text);
const reasonFor = (provider: "fcm" | "apns", text: string) =>
  readAs(provider, text).error?.issues[0]?.message;
const keyOf = { fcm: exampleRsaKey, apns: exampleEcKey };

/** A service account's key file, as Google writes it. */
const account = (key: string) =>
  JSON.stringify(
    {
      type: "service_account",
      project_id: "my-shop-1a2b3",
      private_key: `${key}\n`,
      client_email: "push@my-shop",
    },
    null,
    2,
  );
const lines = (key: string) => key.split("\n").slice(1, -1);
const broken = (key: string, line: string) => key.replaceAll("\n", line);

const forms: [string, (key: string) => string][] = [
  ["as it is", (key) => key],
  ["with a line break at its end", (key) => `${key}\n`],
  ["with CRLF", (key) => broken(key, "\r\n")],
  ["with CR alone", (key) => broken(key, "\r")],
  ["with a byte order mark", (key) => `\ufeff${key}`],
  ["with written line breaks", (key) => `${broken(key, "\\n")}\\n`],
  ["with written line breaks that were escaped again", (key) => `${broken(key, "\\\\n")}\\\\n`],
  ["with written CRLF", (key) => broken(key, "\\r\\n")],
  ["in quotes", (key) => `"${broken(key, "\\n")}\\n"`],
  ["in single quotes", (key) => `'${key}'`],
  ["as its line of the key file", (key) => `"private_key": "${broken(key, "\\n")}\\n",`],
  ["as its line of a .env file", (key) => `FIREBASE_PRIVATE_KEY="${broken(key, "\\n")}"`],
  ["on one line", (key) => broken(key, " ")],
  ["on one line without spaces", (key) => broken(key, "")],
  ["indented", (key) => key.replace(/^/gm, "    ")],
  ["with tabs, and spaces at the ends", (key) => key.replace(/^/gm, "\t").replace(/$/gm, "  ")],
  ["with no-break spaces", (key) => key.replace(/^/gm, "\u00a0")],
  ["without its first and last line", (key) => lines(key).join("\n")],
  ["without them, on one line", (key) => lines(key).join("")],
  ["without its first line", (key) => key.split("\n").slice(1).join("\n")],
  ["without its last line", (key) => key.split("\n").slice(0, -1).join("\n")],
  [
    "in base64url",
    (key) => lines(key).join("").replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
  ],
  ["with the dashes of a word processor", (key) => key.replaceAll("-----", "—–-")],
  [
    "with escaped slashes and signs",
    (key) => broken(key.replaceAll("/", "\\/").replaceAll("=", "\\u003d"), "\\n"),
  ],
  ["in the key file", account],
  ["in the key file, with a byte order mark", (key) => `\ufeff${account(key)}`],
  ["in the key file in quotes", (key) => JSON.stringify(account(key))],
  ["in the key file in single quotes", (key) => `'${account(key)}'`],
  [
    "in the key file with escaped quotes and breaks",
    (key) => JSON.stringify(account(key)).slice(1, -1),
  ],
  ["in the key file with real line breaks", (key) => account(key).replaceAll("\\n", "\n")],
  ["in the key file in base64", (key) => Buffer.from(account(key)).toString("base64")],
  [
    "below words, as OpenSSL prints it",
    (key) => `Bag Attributes\n    friendlyName: push\nKey Attributes: <No Attributes>\n${key}`,
  ],
];

describe("a private key", () => {
  it.each(forms)("%s is read, and stored in one form", (_form, write) => {
    for (const provider of ["fcm", "apns"] as const) {
      const key = keyOf[provider];
      expect(readAs(provider, write(key))).toEqual({ success: true, data: key });
      expect(pkcs8(createPrivateKey(key)).trim()).toBe(key);
    }
  });

  it("is read from PKCS #1 and SEC 1, too", () => {
    const rsa = createPrivateKey(exampleRsaKey).export({ type: "pkcs1", format: "pem" }).toString();
    const ec = createPrivateKey(exampleEcKey).export({ type: "sec1", format: "pem" }).toString();
    expect(readAs("fcm", rsa).data).toBe(exampleRsaKey);
    expect(readAs("apns", ec).data).toBe(exampleEcKey);
    const parameters =
      "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";
    expect(readAs("apns", parameters + ec).data).toBe(exampleEcKey);
    // RFC 5915 lets the public key be left out.
    const short = "MEECAQAwEwYHKoZIzj0CAQYIKoZIzj0DAQcEJzAlAgEBBCA";
    const { d = "" } = createPrivateKey(exampleEcKey).export({ format: "jwk" });
    const bytes = Buffer.concat([Buffer.from(short, "base64"), Buffer.from(d, "base64url")]);
    expect(readAs("apns", bytes.toString("base64")).data).toBe(exampleEcKey);
  });

  const pair = (curve: string) =>
    pkcs8(generateKeyPairSync("ec", { namedCurve: curve }).privateKey);
  const locked = (type: "pkcs8" | "pkcs1", key: string) =>
    createPrivateKey(key)
      .export({ type, format: "pem", cipher: "aes-256-cbc", passphrase: "x" })
      .toString();
  const certificate = Buffer.from("3010300030030601003007030500ffffffff", "hex").toString("base64");
  it.each<[string, "fcm" | "apns", () => string, RegExp]>([
    ["Apple's", "fcm", () => exampleEcKey, /not the key of a service account.*P-256/],
    ["a service account's", "apns", () => exampleRsaKey, /not a key for Apple.*an RSA key/],
    ["on another curve", "apns", () => pair("P-384"), /P-384/],
    ["on a curve that only looks like it", "apns", () => pair("secp256k1"), /secp256k1/],
    ["for Ed25519", "apns", () => pkcs8(generateKeyPairSync("ed25519").privateKey), /Ed25519/],
    [
      "for RSA-PSS",
      "fcm",
      () => pkcs8(generateKeyPairSync("rsa-pss", { modulusLength: 2_048 }).privateKey),
      /RSA-PSS/,
    ],
    [
      "that is short",
      "fcm",
      () => pkcs8(generateKeyPairSync("rsa", { modulusLength: 1_024 }).privateKey),
      /1,024 bits.*2,048/,
    ],
    ["behind a password", "fcm", () => locked("pkcs8", exampleRsaKey), /password/],
    [
      "behind a password, in the older way",
      "fcm",
      () => locked("pkcs1", exampleRsaKey),
      /password/,
    ],
    [
      "behind a password, without its ends",
      "fcm",
      () => lines(locked("pkcs8", exampleRsaKey).trim()).join(""),
      /password/,
    ],
    [
      "that is public",
      "apns",
      () =>
        generateKeyPairSync("ec", { namedCurve: "P-256" })
          .publicKey.export({ type: "spki", format: "pem" })
          .toString(),
      /public key/,
    ],
    [
      "that is a certificate",
      "apns",
      () => `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`,
      /certificate/,
    ],
    [
      "for SSH",
      "fcm",
      () =>
        "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----",
      /SSH/,
    ],
    ["cut off", "fcm", () => exampleRsaKey.slice(0, 700), /is incomplete/],
    [
      "cut off between its ends",
      "apns",
      () => exampleEcKey.replace(/\n.*\n-----END/, "\n-----END"),
      /is incomplete/,
    ],
    [
      "with a line left out",
      "fcm",
      () => exampleRsaKey.split("\n").toSpliced(8, 1).join("\n"),
      /is incomplete/,
    ],
    [
      "with two lines swapped",
      "fcm",
      () => exampleRsaKey.replace(/\n(.*)\n(.*)\n(.*)/, "\n$1\n$3\n$2"),
      /is damaged/,
    ],
    [
      "of another's public key",
      "apns",
      () => exampleEcKey.replace(/.{4}(?=\n-----END)/, "Zq7x"),
      /is damaged/,
    ],
    [
      "that is an example",
      "apns",
      () => "-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMGByqGSM49...\n-----END PRIVATE KEY-----",
      /cannot be read/,
    ],
    [
      "that is the app's file",
      "fcm",
      () => JSON.stringify({ project_info: {}, client: [] }),
      /JSON has no `private_key`/,
    ],
    ["that is a password", "fcm", () => "hunter2", /cannot be read/],
  ])("%s is refused with the reason (%s)", (_what, provider, write, reason) => {
    expect(reasonFor(provider, write())).toMatch(reason);
  });

  it.each(["-", "\\", '"', " ", "\n", "-----BEGIN A-----", "--BEGIN ", "private_key:", "A"])(
    "ends soon for thousands of %j",
    (part) => {
      const long = part.repeat(Math.floor(16_000 / part.length));
      for (const input of [
        long,
        `${long}x`,
        `--BEGIN${long}`,
        `"private_key": ${long}`,
        `x${long}x`,
      ])
        expect(readAs("fcm", input).success).toBe(false);
    },
  );

  it("is never read from a text that holds none", () => {
    const text = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("base64")),
    );
    const wrapped = fc.oneof(
      text,
      text.map((body) => `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`),
    );
    fc.assert(
      fc.property(wrapped, (input) => {
        expect([readAs("fcm", input).success, readAs("apns", input).success]).toEqual([
          false,
          false,
        ]);
      }),
    );
    for (let at = 40; at < exampleEcKey.length - 30; at += 7)
      expect(
        readAs("apns", `${exampleEcKey.slice(0, at)}A${exampleEcKey.slice(at + 1)}`),
      ).toSatisfy(
        (read: { success: boolean; data?: string }) =>
          !read.success || createPrivateKey(read.data ?? "").type === "private",
      );
  });
});
