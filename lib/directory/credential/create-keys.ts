import { createECDH } from "node:crypto";
import { webPushKeysSchema } from "@/lib/inputs/credential";
import { verb } from "@/lib/verb/verb";
import { serviceOfApp } from "../app/service-of";
import { storeCredential } from "./store";

const privateBytes = 32;

/**
 * Makes a VAPID key pair (RFC 8292) and stores it as the app's credential for Web Push. The private
 * key is never returned, not even to the caller. Browsers that subscribed with the pair before
 * cannot be reached any more.
 */
export const createWebPushKeys = verb({
  action: "webPushKeys.create",
  input: webPushKeysSchema,
  service: serviceOfApp,
  run: async ({ tx }, { appId, subject }) => {
    const pair = createECDH("prime256v1");
    const publicKey = pair.generateKeys().toString("base64url");
    // A number below 2^248 is handed out shorter.
    const scalar = pair.getPrivateKey();
    const privateKey = Buffer.concat([Buffer.alloc(privateBytes - scalar.length), scalar]).toString(
      "base64url",
    );
    const event = await storeCredential(
      tx,
      { appId, provider: "webpush", credential: { publicKey, privateKey, subject } },
      true,
    );
    return { row: { publicKey }, entity: `${appId}:webpush`, event };
  },
});
