import { createECDH, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ece from "http_ece";
import { describe, expect, it } from "vitest";
import { decrypt, DecryptionError } from "./decrypt";

const raw = (text: string) => Buffer.from(text, "base64url");
const receiverOf = (privateKey: Buffer, auth: Buffer) => {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(privateKey);
  return { ecdh, publicKey: ecdh.getPublicKey(), auth };
};
const read = (file: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, "../../../tests/vectors", file), "utf8"),
  ) as unknown;
const vector = read("rfc8291_appendix_a.json") as Record<
  "ua_private" | "auth_secret" | "body" | "plaintext_utf8" | "ua_public",
  string
>;
const rfc = receiverOf(raw(vector.ua_private), raw(vector.auth_secret));

describe("decrypt", () => {
  it("opens the body of RFC 8291 appendix A", () => {
    expect(rfc.publicKey.equals(raw(vector.ua_public))).toBe(true);
    expect(decrypt(raw(vector.body), rfc).toString("utf8")).toBe(vector.plaintext_utf8);
  });

  it("opens what http_ece encrypts, with and without padding", () => {
    for (const [bytes, pad] of [
      [0, 0],
      [1, 0],
      [478, 0],
      [3993, 0],
      [100, 500],
    ] as const) {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const receiver = { ecdh, publicKey: ecdh.getPublicKey(), auth: randomBytes(16) };
      const sender = createECDH("prime256v1");
      sender.generateKeys();
      const plain = randomBytes(bytes);
      const body = ece.encrypt(plain, {
        version: "aes128gcm",
        privateKey: sender,
        dh: receiver.publicKey,
        authSecret: receiver.auth,
        rs: 4096,
        pad,
      });
      expect(decrypt(body, receiver).equals(plain)).toBe(true);
    }
  });

  const body = raw(vector.body);
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(body);
    copy[at] = value;
    return copy;
  };
  it.each([
    ["too short", body.subarray(0, 102)],
    ["a changed salt", changed(0, 0)],
    [
      "a small record size",
      Buffer.concat([body.subarray(0, 16), Buffer.from([0, 0, 0, 17]), body.subarray(20)]),
    ],
    [
      "several records",
      Buffer.concat([body.subarray(0, 16), Buffer.from([0, 0, 0, 40]), body.subarray(20)]),
    ],
    ["a short key id", changed(20, 64)],
    ["a key off the curve", changed(30, 0)],
    ["a changed ciphertext", changed(90, 0)],
    ["a changed tag", changed(143, 0)],
  ])("refuses %s", (_, wrong) => {
    expect(() => decrypt(wrong, rfc)).toThrow(DecryptionError);
  });

  it("refuses the delimiter of a record that is not the last", () => {
    // 80 bytes do not fit one record of 57: all but the last record end with the delimiter 1.
    const sender = createECDH("prime256v1");
    sender.generateKeys();
    const two = ece.encrypt(randomBytes(80), {
      version: "aes128gcm",
      privateKey: sender,
      dh: rfc.publicKey,
      authSecret: rfc.auth,
      rs: 57,
    });
    const first = two.subarray(0, 86 + 57);
    expect(() => decrypt(first, rfc)).toThrow(/delimiter/);
    expect(() => decrypt(two, rfc)).toThrow(/more than one record/);
  });

  const foreign = (
    read("ecec_aes128gcm.json") as {
      vectors: {
        desc: string;
        body: string;
        rs?: number;
        plaintext_utf8?: string;
        ua_private?: string;
        auth_secret?: string;
        expect_error?: string;
      }[];
    }
  ).vectors;
  const opened = (body: string, privateKey: string, auth: string) => {
    try {
      return decrypt(raw(body), receiverOf(raw(privateKey), raw(auth))).toString("utf8");
    } catch (error) {
      return error instanceof DecryptionError ? "refused" : "crashed";
    }
  };
  // ecec also opens several records, which RFC 8291 §4 forbids.
  const single = (body: Buffer) => body.length >= 20 && body.length - 86 <= body.readUInt32BE(16);
  it.each(foreign.filter((entry) => entry.ua_private))(
    "agrees with ecec: $desc",
    ({ body, plaintext_utf8, ua_private = "", auth_secret = "", expect_error }) => {
      const readable = expect_error === undefined && single(raw(body));
      expect(opened(body, ua_private, auth_secret)).toBe(readable ? plaintext_utf8 : "refused");
    },
  );

  it("refuses what was encrypted for another device", () => {
    const other = createECDH("prime256v1");
    other.generateKeys();
    expect(() =>
      decrypt(body, { ecdh: other, publicKey: other.getPublicKey(), auth: rfc.auth }),
    ).toThrow(DecryptionError);
    expect(() => decrypt(body, { ...rfc, auth: randomBytes(16) })).toThrow(DecryptionError);
  });
});
