import { createPrivateKey, randomBytes, X509Certificate } from "node:crypto";
import { certificateTimeFault, readAppleCertificate } from "@/lib/describe/apple-certificate";
import { now } from "@/lib/runtime/clock";
import type { CredentialCheck } from "../credential-check";
import { signingKey } from "../jwt";
import type { Refusal } from "../provider-credential";
import { openApns } from "./adapter";

export const apnsCheck: CredentialCheck = {
  fault: ({ bundleId = "", certificate, certificateKey = "" }) => {
    if (!/^[A-Za-z0-9.-]+$/.test(bundleId))
      return {
        field: "bundleId",
        says: "A bundle ID has only letters, digits, hyphens and full stops.",
      };
    return certificate === undefined ? undefined : unusableCertificate(certificate, certificateKey);
  },
  sign: ({ certificate, privateKey = "" }) =>
    certificate === undefined ? signingKey("ES256", privateKey) : undefined,
  account: {
    open: openApns,
    nobody: () => randomBytes(32).toString("hex"),
    probe: ({ bundleId = "" }) => ({
      headers: {
        "content-type": "application/json",
        "apns-topic": bundleId,
        "apns-push-type": "background",
        "apns-priority": "5",
        "apns-expiration": "0",
      },
      body: JSON.stringify({ aps: { "content-available": 1 } }),
    }),
    ownWords: /\b(Bad|Invalid|Missing|Duplicate|Payload)[A-Z]/,
    namesMessages: true,
  },
};

/** Why a certificate cannot be shown to a server now, as Node reads it and by the clock. */
function unusableCertificate(certificate: string, key: string): Required<Refusal> | undefined {
  try {
    const read = new X509Certificate(certificate);
    if (!read.checkPrivateKey(createPrivateKey(key)))
      return {
        field: "certificateKey",
        says: "This private key does not belong to the certificate.",
      };
  } catch {
    return {
      field: "certificate",
      says: "This certificate cannot be used: copy it again, from its first line to its last.",
    };
  }
  const fault = certificateTimeFault(readAppleCertificate(certificate), now());
  return fault === undefined ? undefined : { field: "certificate", says: fault };
}
