import type { z } from "zod";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { apns } from "./apns";
import { ca } from "./certificate-authority";
import { baseUrl, filled, keyText, vapidContact } from "./checks";
import { description, type SecretName } from "./description";
import { exampleRsaKey, exampleVapidKeys } from "./example-keys";
import { privateKeyPem, type Wanted } from "./private-key";
import { isVapidPair, vapidPrivateKey, vapidPublicKey } from "./vapid-keys";

/** What FCM's signer wants of its key. */
const googleKey: Wanted = {
  kind: "rsa",
  notThis: "this is not the key of a service account, which is an RSA key",
  choose: "Choose the key file of the Firebase console",
};

/** What an app needs to send through each provider. */
export const providers = {
  fcm: description({
    label: "Firebase Cloud Messaging",
    help: "A service account with the right to send messages. Create its key file in the Firebase console under Project settings, Service accounts.",
    fields: {
      projectId: {
        label: "Project ID",
        type: "line",
        secret: false,
        help: "`project_id` in the key file.",
        example: "my-shop-1a2b3",
        check: filled(200),
      },
      clientEmail: {
        label: "Service account",
        type: "line",
        secret: false,
        help: "`client_email` in the key file.",
        example: "push@my-shop-1a2b3.iam.gserviceaccount.com",
        check: filled(320),
      },
      privateKey: {
        label: "Private key",
        type: "lines",
        secret: true,
        help: "`private_key` in the key file, or the whole file. Line breaks may be written as `\\n`; the first and last line are optional.",
        example: exampleRsaKey,
        check: keyText(16_384, (text) => privateKeyPem(text, googleKey)),
      },
      tokenUri: {
        label: "Token address",
        type: "url",
        secret: false,
        help: "`token_uri` in the key file: the address that issues access tokens.",
        example: "https://oauth2.googleapis.com/token",
        check: baseUrl.default("https://oauth2.googleapis.com/token"),
      },
      endpoint: {
        label: "Address",
        type: "url",
        secret: false,
        help: "The address that messages are sent to. Change it only for a proxy or a test.",
        example: "https://fcm.googleapis.com",
        check: baseUrl.default("https://fcm.googleapis.com"),
      },
      ca,
    },
  }),
  apns,
  hms: description({
    label: "Huawei Push Kit",
    help: "An app with Push Kit enabled in AppGallery Connect.",
    fields: {
      appId: {
        label: "App ID",
        type: "line",
        secret: false,
        help: "In AppGallery Connect, under Project settings, App information.",
        example: "104123456",
        check: filled(100),
      },
      appSecret: {
        label: "App secret",
        type: "line",
        secret: true,
        help: "The app's OAuth 2.0 client secret, listed below the app ID.",
        example: "0123456789abcdef0123456789abcdef",
        check: filled(1_000),
      },
      tokenUri: {
        label: "Token address",
        type: "url",
        secret: false,
        help: "The address that issues access tokens.",
        example: "https://oauth-login.cloud.huawei.com/oauth2/v3/token",
        check: baseUrl.default("https://oauth-login.cloud.huawei.com/oauth2/v3/token"),
      },
      endpoint: {
        label: "Address",
        type: "url",
        secret: false,
        help: "The address that messages are sent to. Change it only for another region, a proxy or a test.",
        example: "https://push-api.cloud.huawei.com",
        check: baseUrl.default("https://push-api.cloud.huawei.com"),
      },
      ca,
    },
  }),
  webpush: description({
    label: "Web Push",
    help: "A VAPID key pair (RFC 8292). Browsers subscribe with the public key. If you change the pair, all browsers have to subscribe again.",
    fields: {
      publicKey: {
        label: "Public key",
        type: "line",
        secret: false,
        help: "The point on P-256, 65 bytes in base64url. Base64, a compressed point, DER and PEM are also accepted.",
        example: exampleVapidKeys.publicKey,
        check: keyText(4_096, vapidPublicKey),
      },
      privateKey: {
        label: "Private key",
        type: "line",
        secret: true,
        help: "32 bytes in base64url. Base64, DER and PEM are also accepted.",
        example: exampleVapidKeys.privateKey,
        check: keyText(4_096, vapidPrivateKey),
      },
      subject: {
        label: "Contact",
        type: "line",
        secret: false,
        help: "The contact for push services if something goes wrong: `mailto:` and an e-mail address, or an https address. Apple does not accept localhost.",
        example: "mailto:push@example.com",
        check: vapidContact,
      },
    },
    agree: ({ publicKey, privateKey }) =>
      isVapidPair(publicKey, privateKey)
        ? undefined
        : { field: "privateKey", message: "this private key does not belong to the public key" },
  }),
} satisfies Record<ProviderKind, unknown>;

type Providers = typeof providers;
/** A credential as it is written: what has a default may be left out. @internal */
export type CredentialInput<Kind extends ProviderKind> = z.input<Providers[Kind]["schema"]>;
/** A credential as an adapter takes it. */
export type Credential<Kind extends ProviderKind> = z.output<Providers[Kind]["schema"]>;
/** The secret members of a credential. @internal */
export type CredentialSecret<Kind extends ProviderKind> = SecretName<Providers[Kind]["fields"]>;
