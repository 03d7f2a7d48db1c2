import { z } from "zod";
import { anyVapidContact } from "@/lib/describe/checks";
import type { Description } from "@/lib/describe/description";
import { KeyError } from "@/lib/describe/key-text";
import { providers } from "@/lib/describe/providers";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { dropUserInfo } from "@/lib/interface/url";
import { openApns } from "./apns";
import { openFcm } from "./fcm";
import { openHms } from "./hms";
import { unwatched, type Provider, type Watch } from "./provider";
import { openWebPush } from "./web-push";

/** The credential cannot be used. The message names the members and never repeats a value. */
export class CredentialError extends Error {}

/** Stands for a contact where the others of a credential are read. */
const anyContact = "https://example.com";

/** A credential with its addresses as they are called: some were stored before user names in them were refused. */
function withCallableAddresses(kind: ProviderKind, credential: unknown): unknown {
  if (typeof credential !== "object" || credential === null) return credential;
  const { fields }: Description = providers[kind];
  const entries = Object.entries(credential).map(([name, value]: [string, unknown]) => [
    name,
    fields[name]?.type === "url" && typeof value === "string" ? dropUserInfo(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/**
 * Opens a provider with a credential. Its addresses are checked by the guard when they are connected to. Throws {@link CredentialError}; connects only
 * when something is sent.
 *
 * @param lab `host:port` of the lab, which may be reached although it is private
 * @param watch receives what the console shows of it
 */
export function openProvider(kind: ProviderKind, stored: unknown, lab: readonly string[] = [], watch: Watch = unwatched): Provider {
  try {
    const credential = withCallableAddresses(kind, stored);
    switch (kind) {
      case "fcm":
        return openFcm(providers.fcm.schema.parse(credential), lab, watch);
      case "apns":
        return openApns(providers.apns.schema.parse(credential), lab, watch);
      case "hms":
        return openHms(providers.hms.schema.parse(credential), lab, watch);
      case "webpush": {
        // A contact that was saved before it was looked at is signed with as it is: what Apple alone refuses keeps no other from being sent to.
        const { subject, ...keys } = z.looseObject({ subject: anyVapidContact }).parse(credential);
        return openWebPush({ ...providers.webpush.schema.parse({ ...keys, subject: anyContact }), subject }, lab, watch);
      }
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
