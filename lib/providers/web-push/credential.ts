import type { z } from "zod";
import { keyText, vapidContact } from "@/lib/describe/checks";
import { description } from "@/lib/describe/description";
import { exampleVapidKeys } from "@/lib/describe/example-keys";
import { isVapidPair, vapidPrivateKey, vapidPublicKey } from "@/lib/describe/vapid-keys";
import type { Refusal } from "../provider-credential";

const refusals: Record<string, Refusal> = {
  BadAuthorizationHeader: {
    says: "Apple’s push service received no readable signature. Check any proxy between it and this machine.",
  },
  BadVapidPublicKey: {
    field: "publicKey",
    says: "Apple’s push service does not accept the public key.",
  },
  BadJwtToken: {
    field: "subject",
    says: "Apple’s push service does not accept the signature. Check the contact.",
  },
  "401": {
    says: "A push service does not accept the key. Browsers that subscribed with another key must subscribe again.",
  },
  "403": {
    says: "A push service does not accept the key. Browsers that subscribed with another key must subscribe again.",
  },
};

export const webPushCredential = {
  ...description({
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
  refusals,
  noToken: { says: "A push service denied access." },
};

/** A credential as the adapter takes it. */
export type WebPushCredential = z.output<typeof webPushCredential.schema>;
