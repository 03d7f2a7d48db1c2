import { z } from "zod";
import { appleCertificatePem, readAppleCertificate } from "./apple-certificate";
import { ca } from "./certificate-authority";
import { baseUrl, filled, keyText } from "./checks";
import { description } from "./description";
import { exampleAppleCertificate, exampleEcKey, exampleRsaKey } from "./example-keys";
import { privateKeyPem, rsaPublicHalf, type Wanted } from "./private-key";

const appleKey: Wanted = {
  kind: "p256",
  notThis: "this is not a key for Apple’s push service, which uses the curve P-256",
  choose: "Choose the .p8 file of the developer account",
};
const certificateKey: Wanted = {
  kind: "rsa",
  notThis: "this is not the key of a certificate, which is an RSA key",
  choose: "Choose the .p12 file of the certificate",
};
const production = "https://api.push.apple.com";
const development = "https://api.sandbox.push.apple.com";

/** What a certificate rules out: another key, another app, the other environment. */
function disagreementWith(certificate: string, members: { certificateKey?: string | undefined; bundleId: string; endpoint: string }) {
  const read = readAppleCertificate(certificate);
  if (rsaPublicHalf(members.certificateKey ?? "") !== read.publicKey)
    return { field: "certificateKey", message: "this private key does not belong to the certificate" } as const;
  if (!read.topics.includes(members.bundleId))
    return {
      field: "bundleId",
      message: `this certificate is only for ${read.topics.slice(0, 5).join(", ")}`,
    } as const;
  const { endpoint } = members;
  if (endpoint === production && !read.production)
    return { field: "endpoint", message: "this certificate is for development only. Choose Development, or another certificate" } as const;
  if (endpoint === development && !read.development)
    return { field: "endpoint", message: "this certificate is for production only. Choose Production, or another certificate" } as const;
  return undefined;
}

/** What an app needs to send through Apple: a key, or a certificate with its key. */
export const apns = description({
  label: "Apple Push Notification service",
  help: "A key with the service APNs switched on, or a certificate for the push service. Both are made at developer.apple.com under Certificates, Identifiers & Profiles. A key does for all apps of a team, does not expire, and can be downloaded once.",
  fields: {
    signIn: {
      label: "How Clarion signs in",
      type: "choice",
      secret: false,
      help: "With a key of the team, or with a certificate of the app.",
      example: "key",
      options: { key: "Key (.p8)", certificate: "Certificate (.p12)" },
      check: z.enum(["key", "certificate"]).default("key"),
    },
    teamId: {
      label: "Team ID",
      type: "line",
      secret: false,
      help: "Ten letters and digits, on the membership page of the developer account.",
      example: "A1B2C3D4E5",
      when: { signIn: "key" },
      check: filled(100),
    },
    keyId: {
      label: "Key ID",
      type: "line",
      secret: false,
      help: "Ten letters and digits, beside the key and in the name of its file.",
      example: "F6G7H8J9K0",
      when: { signIn: "key" },
      check: filled(100),
    },
    privateKey: {
      label: "Private key",
      type: "lines",
      secret: true,
      help: "The content of the .p8 file, on several lines or on one. Its first and last line may be missing.",
      example: exampleEcKey,
      when: { signIn: "key" },
      check: keyText(16_384, (text) => privateKeyPem(text, appleKey)),
    },
    certificate: {
      label: "Certificate",
      type: "lines",
      secret: false,
      help: "In PEM, with those that lead to its root behind it if there are any. The .p12 file fills it in.",
      example: exampleAppleCertificate,
      when: { signIn: "certificate" },
      check: keyText(65_536, appleCertificatePem),
    },
    certificateKey: {
      label: "Key of the certificate",
      type: "lines",
      secret: true,
      help: "Its private key in PEM, without a password. The .p12 file fills it in.",
      example: exampleRsaKey,
      when: { signIn: "certificate" },
      check: keyText(16_384, (text) => privateKeyPem(text, certificateKey)),
    },
    bundleId: {
      label: "Bundle ID",
      type: "line",
      secret: false,
      help: "The app's identifier: the topic that notifications are sent to. A certificate names those it is for.",
      example: "com.example.shop",
      check: filled(200),
    },
    endpoint: {
      label: "Environment",
      type: "url",
      secret: false,
      help: "Development reaches builds signed for development, and those alone. Another address is for a proxy or a test.",
      example: production,
      presets: { [production]: "Production", [development]: "Development (sandbox)" },
      check: baseUrl.default(production),
    },
    ca,
  },
  agree: ({ signIn, certificate, ...members }) =>
    signIn === "certificate" && certificate !== undefined ? disagreementWith(certificate, members) : undefined,
});
