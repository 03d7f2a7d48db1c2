import { createECDH, createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, expect, it } from "vitest";
import { providers } from "@/lib/providers/credentials";
import { exampleRsaKey, exampleVapidKeys } from "./example-keys";
import { isScalar, pointOfScalar, uncompressedPoint } from "./p256";

const pkcs8 = (key: KeyObject) => key.export({ type: "pkcs8", format: "pem" }).toString();

describe("a pair of VAPID keys", () => {
  const pair = {
    publicKey:
      "BObBrch9RE8TbCW36EXOEtYSCer19Dx_R3_jB_-VBBT7sUl-F7DOhSeKj9ky1hxZReWrKKeZDDBcUZ0w6eGi8JA",
    privateKey: "JDQHOd6Ra2FXrsJJRy5nGHZ1FFbk0EJVKDYtgXvyVTw",
  };
  const subject = "mailto:ops@shop.example";
  const read = (keys: Partial<typeof pair>) =>
    providers.webpush.schema.safeParse({ subject, ...pair, ...keys });
  const wrong = (keys: Partial<typeof pair>) =>
    read(keys).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const both = (write: (key: string) => string) => ({
    publicKey: write(pair.publicKey),
    privateKey: write(pair.privateKey),
  });
  const standard = (key: string) => key.replaceAll("-", "+").replaceAll("_", "/");
  const { d, x, y } = { d: pair.privateKey, ...pointParts(pair.publicKey) };
  const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", d, x, y }, format: "jwk" });
  const publicDer = Buffer.concat([
    Buffer.from("3059301306072a8648ce3d020106082a8648ce3d030107034200", "hex"),
    Buffer.from(pair.publicKey, "base64url"),
  ]);
  const pem = (label: string, der: Buffer) =>
    `-----BEGIN ${label}-----\n${der.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END ${label}-----\n`;
  const privateDer = key.export({ type: "pkcs8", format: "der" });

  it.each<[string, Partial<typeof pair>]>([
    ["as it is", {}],
    ["padded", both((one) => `${one}=`)],
    ["in base64", both((one) => `${standard(one)}=`)],
    ["in base64 without padding", both(standard)],
    ["in quotes", both((one) => `"${one}"`)],
    [
      "as DER",
      { publicKey: publicDer.toString("base64url"), privateKey: privateDer.toString("base64") },
    ],
    ["as PEM", { publicKey: pem("PUBLIC KEY", publicDer), privateKey: pkcs8(key) }],
    [
      "as PEM on one line",
      {
        publicKey: pem("PUBLIC KEY", publicDer).replaceAll("\n", " "),
        privateKey: pkcs8(key).replaceAll("\n", "\\n"),
      },
    ],
    ["as SEC 1", { privateKey: key.export({ type: "sec1", format: "pem" }).toString() }],
    ["compressed", { publicKey: "AubBrch9RE8TbCW36EXOEtYSCer19Dx_R3_jB_-VBBT7" }],
    ["as JSON", { publicKey: JSON.stringify(pair), privateKey: JSON.stringify(pair) }],
    [
      "with a zero before it",
      {
        privateKey: Buffer.concat([
          Buffer.alloc(1),
          Buffer.from(pair.privateKey, "base64url"),
        ]).toString("base64"),
      },
    ],
  ])("is read %s, and stored in one form", (_form, keys) => {
    expect(read(keys)).toEqual({ success: true, data: { ...pair, subject } });
  });

  it.each<[string, Partial<typeof pair>, RegExp[]]>([
    [
      "of two pairs",
      { publicKey: exampleVapidKeys.publicKey },
      [/^privateKey: .*does not belong to the public key/],
    ],
    [
      "swapped",
      { publicKey: pair.privateKey, privateKey: pair.publicKey },
      [/^publicKey: this is a private key/, /^privateKey: this is a public key/],
    ],
    [
      "swapped as PEM",
      { publicKey: pkcs8(key), privateKey: pem("PUBLIC KEY", publicDer) },
      [/^publicKey: this is a private key/, /^privateKey: this is a public key/],
    ],
    [
      "beside the curve",
      { publicKey: pair.publicKey.replace(/.{4}$/, "AAAA") },
      [/^publicKey: this is not a public key/],
    ],
    [
      "cut off",
      { publicKey: pair.publicKey.slice(0, 80), privateKey: pair.privateKey.slice(0, 42) },
      [/^publicKey: this is not a public key/, /^privateKey: this is not a private key/],
    ],
    [
      "as DER that is cut off",
      { publicKey: publicDer.subarray(0, 80).toString("base64") },
      [/^publicKey: this is not a public key/],
    ],
    ["of RSA", { privateKey: exampleRsaKey }, [/^privateKey: .*an RSA key/]],
    [
      "on another curve",
      { privateKey: pkcs8(generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey) },
      [/^privateKey: .*P-384/],
    ],
    ["of zeros", { privateKey: "A".repeat(43) }, [/^privateKey: this is not a private key/]],
    [
      "of words",
      { publicKey: "a key", privateKey: "another" },
      [/^publicKey: this is not a public key/, /^privateKey: this is not a private key/],
    ],
  ])("%s is refused at the field to mend", (_what, keys, reasons) => {
    const problems = wrong(keys) ?? [];
    expect(problems).toHaveLength(reasons.length);
    for (const [n, reason] of reasons.entries()) expect(problems[n]).toMatch(reason);
  });

  it("agrees with Node on points and their numbers", () => {
    for (let n = 0; n < 20; n += 1) {
      const ecdh = createECDH("prime256v1");
      const point = ecdh.generateKeys();
      const scalar = Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()]).subarray(-32);
      expect(Buffer.from(pointOfScalar(scalar))).toEqual(point);
      expect(Buffer.from(uncompressedPoint(ecdh.getPublicKey(null, "compressed")) ?? [])).toEqual(
        point,
      );
      expect(
        uncompressedPoint(
          Buffer.from(
            point.toString("hex").replace(/..$/, (last) => (last === "00" ? "01" : "00")),
            "hex",
          ),
        ),
      ).toBeUndefined();
    }
    const order = Buffer.from(
      "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
      "hex",
    );
    const last = Buffer.from(order);
    last[31] = 0x50;
    expect([
      isScalar(order),
      isScalar(last),
      isScalar(Buffer.alloc(32)),
      isScalar(last.subarray(1)),
    ]).toEqual([false, true, false, false]);
    const ecdh = createECDH("prime256v1");
    ecdh.setPrivateKey(last);
    expect(Buffer.from(pointOfScalar(last))).toEqual(ecdh.getPublicKey());
  });
});

function pointParts(publicKey: string): { x: string; y: string } {
  const point = Buffer.from(publicKey, "base64url");
  return {
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
}
