import forge from "node-forge";
import { beforeAll, describe, expect, it } from "vitest";
import { readAppleCertificate } from "@/lib/describe/apple-certificate";
import { rsaPublicHalf } from "@/lib/describe/private-key";
import {
  openAppleAuthority,
  type AppleAuthority,
  type AppleSubject,
  type KeyedCertificate,
} from "@/lib/lab/apple-authority";
import { openP12, type OpenedP12 } from "./p12";

let authority: AppleAuthority;
let shop: KeyedCertificate;
const now = Date.now();
const bundleId = "com.example.shop";
const { pki, pkcs12, asn1 } = forge;

/** A file with a password, encrypted in one of the ways that there are. */
function fileOf(
  parts: { certificates: string[]; key?: string },
  password = "Zq7x",
  algorithm: "3des" | "aes256" = "3des",
): Uint8Array {
  const key = parts.key === undefined ? null : pki.privateKeyFromPem(parts.key);
  const certificates = parts.certificates.map((one) => pki.certificateFromPem(one));
  // It takes none of either as null alone.
  const none = null as unknown as forge.pki.Certificate[];
  const pfx = pkcs12.toPkcs12Asn1(
    key as forge.pki.rsa.PrivateKey,
    certificates.length === 0 ? none : certificates,
    password,
    {
      algorithm,
    },
  );
  return Buffer.from(asn1.toDer(pfx).getBytes(), "latin1");
}
const issued = async (subject: Partial<AppleSubject>) => {
  const { certificate, key } = await authority.issue({ bundleId, ...subject });
  return fileOf({ certificates: [certificate], key });
};
const says = (opened: OpenedP12) => (opened.kind === "wrong" ? opened.says : opened.kind);

beforeAll(async () => {
  authority = await openAppleAuthority();
  shop = await authority.issue({ bundleId, topics: [bundleId, `${bundleId}.voip`] });
}, 60_000);

describe("a .p12 file", () => {
  it.each(["3des", "aes256"] as const)(
    "is opened by its password (%s): the push certificate first, and its key",
    async (algorithm) => {
      const file = fileOf(
        { certificates: [authority.root.certificate, shop.certificate], key: shop.key },
        "Zq7x",
        algorithm,
      );
      const opened = await openP12(file, "Zq7x", now);
      if (opened.kind !== "opened") throw new Error(says(opened));
      const { certificate, certificateKey } = opened.members;
      expect(readAppleCertificate(certificate)).toMatchObject({
        topics: [bundleId, `${bundleId}.voip`],
        development: true,
        production: true,
      });
      expect(rsaPublicHalf(certificateKey)).toBe(readAppleCertificate(certificate).publicKey);
      expect(opened.topics).toEqual([bundleId, `${bundleId}.voip`]);
      // Every byte as it was signed.
      const [own = "", root = ""] = certificate.split(/(?<=END CERTIFICATE-----)\n/);
      const der = (pem: string) => Buffer.from(pem.replace(/-----.*?-----|\s/g, ""), "base64");
      expect(der(own).equals(der(shop.certificate))).toBe(true);
      expect(der(root).equals(der(authority.root.certificate))).toBe(true);
    },
  );

  it("asks for its password until it is the right one", async () => {
    const file = fileOf({ certificates: [shop.certificate], key: shop.key });
    for (const wrong of ["", "zq7x", "Zq7x "])
      expect(await openP12(file, wrong, now)).toEqual({ kind: "password" });
    expect(
      await openP12(fileOf({ certificates: [shop.certificate], key: shop.key }, ""), "", now),
    ).toMatchObject({ kind: "opened" });
  });

  it("without a private key, with another one, or that is none, says so", async () => {
    const other = await authority.issue({ bundleId });
    expect(says(await openP12(fileOf({ certificates: [shop.certificate] }), "Zq7x", now))).toMatch(
      /no private key in this file/,
    );
    expect(
      says(
        await openP12(fileOf({ certificates: [shop.certificate], key: other.key }), "Zq7x", now),
      ),
    ).toMatch(/does not belong/);
    expect(says(await openP12(fileOf({ certificates: [], key: other.key }), "Zq7x", now))).toMatch(
      /no certificate in this file/,
    );
    for (const bytes of [
      Buffer.from("-----BEGIN PRIVATE KEY-----"),
      Buffer.of(0x30, 0x82),
      Buffer.alloc(0),
      Buffer.of(0x30, 0),
    ])
      expect(says(await openP12(bytes, "", now))).toMatch(/not a \.p12 file/);
  });

  it("that is for something else, has expired, or is not valid yet says so", async () => {
    expect(says(await openP12(await issued({ environments: [] }), "Zq7x", now))).toMatch(
      /not a certificate of Apple’s push service/,
    );
    expect(
      says(await openP12(await issued({ until: new Date("2020-05-03T12:00:00Z") }), "Zq7x", now)),
    ).toMatch(/expired on May 3, 2020/);
    expect(
      says(await openP12(await issued({ from: new Date("2040-05-03T12:00:00Z") }), "Zq7x", now)),
    ).toMatch(/not valid before May 3, 2040/);
  });
});
