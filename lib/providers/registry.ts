import { z } from "zod";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { openApns } from "./apns";
import { apnsCredential, fcmCredential, hmsCredential, webPushCredential } from "./credentials";
import { openFcm } from "./fcm";
import { openHms } from "./hms";
import type { Provider } from "./provider";
import { openWebPush } from "./web-push";

/** The credential cannot be used. The message names the members and never repeats a value. */
export class CredentialError extends Error {}

/** Opens a provider with a credential. Throws {@link CredentialError}; connects only when something is sent. */
export function openProvider(kind: ProviderKind, credential: unknown): Provider {
  try {
    switch (kind) {
      case "fcm":
        return openFcm(fcmCredential.parse(credential));
      case "apns":
        return openApns(apnsCredential.parse(credential));
      case "hms":
        return openHms(hmsCredential.parse(credential));
      case "webpush":
        return openWebPush(webPushCredential.parse(credential));
    }
  } catch (error) {
    const words =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")
        : "its private key cannot be read";
    throw new CredentialError(`The ${kind} credential cannot be used: ${words}`);
  }
}
