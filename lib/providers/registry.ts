import { z } from "zod";
import { KeyError } from "@/lib/describe/key-text";
import { providers } from "@/lib/describe/providers";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { openApns } from "./apns";
import { openFcm } from "./fcm";
import { openHms } from "./hms";
import { unwatched, type Provider, type Watch } from "./provider";
import { openWebPush } from "./web-push";

/** The credential cannot be used. The message names the members and never repeats a value. */
export class CredentialError extends Error {}

/**
 * Opens a provider with a credential. Its addresses are checked by the guard when they are
 * connected to. Throws {@link CredentialError}; connects only when something is sent.
 *
 * @param lab `host:port` of the lab, which may be reached although it is private
 * @param watch receives what the console shows of it
 */
export function openProvider(
  kind: ProviderKind,
  credential: unknown,
  lab: readonly string[] = [],
  watch: Watch = unwatched,
): Provider {
  try {
    switch (kind) {
      case "fcm":
        return openFcm(providers.fcm.schema.parse(credential), lab, watch);
      case "apns":
        return openApns(providers.apns.schema.parse(credential), lab, watch);
      case "hms":
        return openHms(providers.hms.schema.parse(credential), lab, watch);
      case "webpush":
        return openWebPush(providers.webpush.schema.parse(credential), lab, watch);
    }
  } catch (error) {
    const words =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")
        : error instanceof KeyError
          ? error.message
          : "it cannot be opened";
    throw new CredentialError(`The ${kind} credential cannot be used: ${words}`);
  }
}
