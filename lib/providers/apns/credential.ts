import { z } from "zod";
import { appleCertificatePem, readAppleCertificate } from "@/lib/describe/apple-certificate";
import { baseUrl, ca, filled, keyText } from "@/lib/describe/checks";
import { description } from "@/lib/describe/description";
import { exampleAppleCertificate, exampleEcKey, exampleRsaKey } from "@/lib/describe/example-keys";
import { privateKeyPem, rsaPublicHalf, type KeyRequirement } from "@/lib/describe/private-key";
import type { Refusal } from "../provider-credential";

const appleKey: KeyRequirement = {
  kind: "p256",
  notThis: "this is not a key for Apple’s push service, which uses the curve P-256",
  choose: "Choose the .p8 file of the developer account",
};
const certificateKey: KeyRequirement = {
  kind: "rsa",
  notThis: "this is not the key of a certificate, which is an RSA key",
  choose: "Choose the .p12 file of the certificate",
};
const production = "https://api.push.apple.com";
const development = "https://api.sandbox.push.apple.com";

/** What a certificate rules out: another key, another app, the other environment. */
function disagreementWith(
  certificate: string,
  members: { certificateKey?: string | undefined; bundleId: string; endpoint: string },
) {
  const read = readAppleCertificate(certificate);
  if (rsaPublicHalf(members.certificateKey ?? "") !== read.publicKey)
    return {
      field: "certificateKey",
      message: "this private key does not belong to the certificate",
    } as const;
  if (!read.topics.includes(members.bundleId))
    return {
      field: "bundleId",
      message: `this certificate is only for ${read.topics.slice(0, 5).join(", ")}`,
    } as const;
  const { endpoint } = members;
  if (endpoint === production && !read.production)
    return {
      field: "endpoint",
      message:
        "this certificate is for development only. Choose Development, or another certificate",
    } as const;
  if (endpoint === development && !read.development)
    return {
      field: "endpoint",
      message: "this certificate is for production only. Choose Production, or another certificate",
    } as const;
  return undefined;
}

const topic =
  "Apple does not accept this bundle ID for this team and key, or for this certificate. Check its spelling, and that push notifications are enabled for it.";
const refusals: Record<string, Refusal> = {
  InvalidProviderToken: {
    field: "teamId",
    says: "Apple does not accept the signature: team ID, key ID and private key do not belong together, or the key was revoked. The name of the .p8 file contains the key ID.",
  },
  ExpiredProviderToken: {
    says: "Apple rejected the signature as too old. Check that this machine’s clock is right.",
  },
  MissingProviderToken: {
    field: "endpoint",
    says: "Apple received neither a signature nor a certificate. Check the address, and any proxy between it and this machine.",
  },
  BadEnvironmentKeyIdInToken: {
    field: "endpoint",
    says: "This key is for the other environment: keys may be limited to production or development.",
  },
  UnrelatedKeyIdInToken: {
    field: "keyId",
    says: "This key belongs to other apps, according to Apple. Check the key ID.",
  },
  BadDeviceToken: {
    field: "endpoint",
    says: "None of these devices exist in this environment at Apple. Builds signed for development need Development, all others need Production.",
  },
  BadTopic: { field: "bundleId", says: topic },
  MissingTopic: { field: "bundleId", says: topic },
  TopicDisallowed: { field: "bundleId", says: topic },
  DeviceTokenNotForTopic: { field: "bundleId", says: topic },
  BadCertificate: {
    field: "certificate",
    says: "Apple does not accept the certificate. It may have been revoked: create a new one in the developer account.",
  },
  BadCertificateEnvironment: {
    field: "endpoint",
    says: "The certificate is for the other environment. Choose that environment.",
  },
  Forbidden: {
    field: "teamId",
    says: "Apple denies access. Check that the team’s membership is current, and that the key or the certificate is not revoked.",
  },
  BadPath: { field: "endpoint", says: "This address does not belong to Apple’s push service." },
  MethodNotAllowed: {
    field: "endpoint",
    says: "This address does not belong to Apple’s push service.",
  },
  "403": { field: "teamId", says: "Apple denies access with this key or certificate." },
};

/** What an app needs to send through Apple: a key, or a certificate with its key. */
export const apnsCredential = {
  ...description({
    label: "Apple Push Notification service",
    help: "A key with the APNs service enabled, or a certificate for the push service. Create either at developer.apple.com under Certificates, Identifiers & Profiles. A key covers all apps of a team, does not expire, and can be downloaded only once.",
    fields: {
      signIn: {
        label: "How Clarion signs in",
        type: "choice",
        secret: false,
        help: "Clarion signs in with a key of the team or with a certificate of the app.",
        example: "key",
        options: { key: "Key (.p8)", certificate: "Certificate (.p12)" },
        check: z.enum(["key", "certificate"]).default("key"),
      },
      teamId: {
        label: "Team ID",
        type: "line",
        secret: false,
        help: "Ten letters and digits, shown on the membership page of the developer account.",
        example: "A1B2C3D4E5",
        when: { signIn: "key" },
        check: filled(100),
      },
      keyId: {
        label: "Key ID",
        type: "line",
        secret: false,
        help: "Ten letters and digits, shown with the key and part of its file name.",
        example: "F6G7H8J9K0",
        when: { signIn: "key" },
        check: filled(100),
      },
      privateKey: {
        label: "Private key",
        type: "lines",
        secret: true,
        help: "The content of the .p8 file, on one line or several. The first and last line are optional.",
        example: exampleEcKey,
        when: { signIn: "key" },
        check: keyText(16_384, (text) => privateKeyPem(text, appleKey)),
      },
      certificate: {
        label: "Certificate",
        type: "lines",
        secret: false,
        help: "The certificate in PEM, followed by its chain if it has one. Choosing the .p12 file fills it in.",
        example: exampleAppleCertificate,
        when: { signIn: "certificate" },
        check: keyText(65_536, appleCertificatePem),
      },
      certificateKey: {
        label: "Key of the certificate",
        type: "lines",
        secret: true,
        help: "The private key of the certificate in PEM, without a password. Choosing the .p12 file fills it in.",
        example: exampleRsaKey,
        when: { signIn: "certificate" },
        check: keyText(16_384, (text) => privateKeyPem(text, certificateKey)),
      },
      bundleId: {
        label: "Bundle ID",
        type: "line",
        secret: false,
        help: "The app's identifier, which is the topic of its notifications. A certificate names the bundle IDs that it is valid for.",
        example: "com.example.shop",
        check: filled(200),
      },
      endpoint: {
        label: "Environment",
        type: "url",
        secret: false,
        help: "Development reaches only builds that are signed for development. Enter another address only for a proxy or a test.",
        example: production,
        presets: { [production]: "Production", [development]: "Development (sandbox)" },
        check: baseUrl.default(production),
      },
      ca,
    },
    agree: ({ signIn, certificate, ...members }) =>
      signIn === "certificate" && certificate !== undefined
        ? disagreementWith(certificate, members)
        : undefined,
  }),
  refusals,
  noToken: { says: "Apple denied access." },
};

/** A credential as the adapter takes it. */
export type ApnsCredential = z.output<typeof apnsCredential.schema>;
