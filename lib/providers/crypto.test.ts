import {
  createECDH,
  createPublicKey,
  createPrivateKey,
  generateKeyPairSync,
  verify,
  type JsonWebKey,
  type KeyObject,
} from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import ece from "http_ece";
import { describe, expect, it } from "vitest";
import { KeyError } from "@/lib/describe/key-text";
import { makePoint } from "@/lib/lab/state-file";
import { p256Key, signingKey, signJwt } from "./jwt";
import { encryptForBrowser, SubscriptionKeysError } from "./web-push/encryption";
import { Vapid } from "./web-push/vapid";

const read = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "vectors", file), "utf8"));
const readShared = (file: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../tests/vectors", file), "utf8"));
const json = (part: string | undefined): unknown =>
  JSON.parse(Buffer.from(part ?? "", "base64url").toString("utf8"));
const bytes = (text: string) => Buffer.from(text, "base64url");

describe("encryption for browsers", () => {
  const rfc = readShared("rfc8291_appendix_a.json") as Record<
    "plaintext_utf8" | "as_private" | "ua_public" | "auth_secret" | "salt" | "body",
    string
  >;

  it("gives the bytes of RFC 8291 appendix A", () => {
    const body = encryptForBrowser(
      rfc.plaintext_utf8,
      { p256dh: rfc.ua_public, auth: rfc.auth_secret },
      { privateKey: bytes(rfc.as_private), salt: bytes(rfc.salt) },
    );
    expect(body.toString("base64url")).toBe(rfc.body);
  });

  const { vectors } = readShared("ecec_aes128gcm.json") as {
    vectors: {
      desc: string;
      body: string;
      plaintext_utf8?: string;
      ua_public?: string;
      as_private?: string;
      auth_secret?: string;
      salt?: string;
      rs?: number;
      pad?: number;
      expect_error?: unknown;
    }[];
  };
  const oneRecord = vectors.filter(
    ({ rs, pad, as_private, expect_error }) =>
      rs === 4096 && pad === 0 && as_private !== undefined && expect_error === undefined,
  );
  it("gives the bytes of the test data of ecec", () => {
    expect(oneRecord.length).toBeGreaterThan(0);
    for (const one of oneRecord)
      expect(
        encryptForBrowser(
          one.plaintext_utf8 ?? "",
          { p256dh: one.ua_public ?? "", auth: one.auth_secret ?? "" },
          { privateKey: bytes(one.as_private ?? ""), salt: bytes(one.salt ?? "") },
        ).toString("base64url"),
      ).toBe(one.body);
  });

  const browser = createECDH("prime256v1");
  const p256dh = browser.generateKeys("base64url");
  const auth = bytes(rfc.auth_secret);
  const keys = { p256dh, auth: rfc.auth_secret };

  it("is read by another implementation, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        const plain = ece.decrypt(encryptForBrowser(text, keys), {
          version: "aes128gcm",
          privateKey: browser,
          authSecret: auth,
        });
        expect(plain.toString("utf8")).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  const sizes = readShared("webpush_sizes.json") as {
    cases: { plaintext: number; body: number }[];
  };
  it.each(sizes.cases.filter(({ plaintext }) => plaintext <= 3_993))(
    "makes $body bytes of $plaintext",
    ({ plaintext, body }) => {
      expect(encryptForBrowser("x".repeat(plaintext), keys)).toHaveLength(body);
    },
  );

  it("uses a key pair and salt once", () => {
    const heads = Array.from({ length: 20 }, () => encryptForBrowser("same", keys));
    expect(new Set(heads.map((body) => body.subarray(0, 16).toString("hex"))).size).toBe(20);
    expect(new Set(heads.map((body) => body.subarray(21, 86).toString("hex"))).size).toBe(20);
  });

  it.each([
    { p256dh: "", auth: rfc.auth_secret },
    { p256dh, auth: "AAAA" },
    { p256dh: Buffer.alloc(65, 4).toString("base64url"), auth: rfc.auth_secret },
  ])("refuses keys that are none", (wrong) => {
    expect(() => encryptForBrowser("x", wrong)).toThrow(SubscriptionKeysError);
  });
});

describe("signatures", () => {
  const { es256 } = read("es256_and_hkdf.json") as { es256: { jwk: JsonWebKey } };
  const isSigned = (jwt: string, jwk: JsonWebKey) => {
    const [head = "", claims = "", signature = ""] = jwt.split(".");
    const key = {
      key: createPublicKey({ key: jwk, format: "jwk" }),
      dsaEncoding: "ieee-p1363",
    } as const;
    return (
      bytes(signature).length === 64 &&
      verify("sha256", Buffer.from(`${head}.${claims}`), key, bytes(signature))
    );
  };

  it("signs ES256 so that the key of RFC 7515 A.3 verifies it, r and s of 32 bytes each", () => {
    const { d: _, ...open } = es256.jwk;
    const key = createPrivateKey({ key: es256.jwk, format: "jwk" });
    for (let n = 0; n < 50; n += 1)
      expect(isSigned(signJwt("ES256", { kid: "k" }, { n }, key), open)).toBe(true);
  });

  it("signs RS256", () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
    const [head, claims, signature = ""] = signJwt("RS256", {}, { iss: "a" }, privateKey).split(
      ".",
    );
    expect([json(head), json(claims)]).toEqual([{ typ: "JWT", alg: "RS256" }, { iss: "a" }]);
    expect(verify("sha256", Buffer.from(`${head}.${claims}`), publicKey, bytes(signature))).toBe(
      true,
    );
  });

  it("signs with no other kind of key than the algorithm's", () => {
    const pem = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();
    const rsa = (modulusLength: number) => generateKeyPairSync("rsa", { modulusLength }).privateKey;
    const ec = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve }).privateKey;
    const [good, small, p256, p384] = [rsa(2_048), rsa(1_024), ec("P-256"), ec("P-384")];
    const ed = generateKeyPairSync("ed25519").privateKey;
    expect(signingKey("RS256", pem(good)).equals(good)).toBe(true);
    expect(signingKey("ES256", pem(p256)).equals(p256)).toBe(true);
    for (const [algorithm, key] of [
      ["RS256", p256],
      ["RS256", small],
      ["RS256", ed],
      ["ES256", good],
      ["ES256", p384],
      ["ES256", ed],
    ] as const) {
      expect(() => signJwt(algorithm, {}, {}, key)).toThrow(KeyError);
      expect(() => signingKey(algorithm, pem(key))).toThrow(/another kind/);
    }
    expect(() =>
      signingKey("RS256", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"),
    ).toThrow(/cannot be read/);
  });

  it("refuses a VAPID pair that is none", () => {
    const [one, other] = [makePoint(), makePoint()];
    expect(() => p256Key(one.publicKey, one.privateKey)).not.toThrow();
    expect(() => p256Key("AAAA", one.privateKey)).toThrow(/65 bytes/);
    expect(() => p256Key(one.publicKey, other.privateKey)).toThrow(/no pair/);
  });

  it("identifies the server as RFC 8292 2.4 does: the same words, a signature that verifies", () => {
    const rfc = readShared("rfc8292_vapid_example.json") as {
      signing_input: string;
      header: unknown;
      claims: { aud: string; exp: number; sub: string };
      authorization_header: string;
    };
    const { key } = read("vapid_keys_and_headers.json") as {
      key: { private_raw_b64u: string; public_raw_b64u: string };
    };
    const vapid = new Vapid({
      publicKey: key.public_raw_b64u,
      privateKey: key.private_raw_b64u,
      subject: rfc.claims.sub,
    });
    const header = vapid.header(rfc.claims.aud, (rfc.claims.exp - 43_200) * 1_000);
    const jwt = /^vapid t=([^,]+), k=([A-Za-z0-9_-]{87})$/.exec(header)?.[1] ?? "";
    expect(jwt.split(".").slice(0, 2).join(".")).toBe(rfc.signing_input);
    const point = bytes(key.public_raw_b64u);
    const jwk = {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
    };
    expect(isSigned(jwt, jwk)).toBe(true);
  });

  it("signs once in six hours for each push service", () => {
    const { key } = read("vapid_keys_and_headers.json") as {
      key: { private_raw_b64u: string; public_raw_b64u: string };
    };
    const vapid = new Vapid({
      publicKey: key.public_raw_b64u,
      privateKey: key.private_raw_b64u,
      subject: "mailto:ops@example.com",
    });
    const hour = 3_600_000;
    const first = vapid.header("https://a.example", 0);
    expect(vapid.header("https://a.example", 6 * hour - 1)).toBe(first);
    expect(vapid.header("https://a.example", 6 * hour)).not.toBe(first);
    expect(vapid.header("https://b.example", 0)).not.toBe(first);
  });
});
