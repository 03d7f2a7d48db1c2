import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import type { Description } from "@/lib/describe/description";
import { providers } from "@/lib/describe/providers";
import { privateAddress, type Refusal } from "@/lib/describe/refusals";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { parseUrl } from "@/lib/interface/url";
import { ForbiddenAddressError } from "@/lib/outbound/errors";
import { checkedAddresses } from "@/lib/outbound/guard";
import { p256Key } from "@/lib/providers/jwt";

/** The members of a credential, after the check of their description. */
export type Members = Readonly<Record<string, string>>;

/**
 * What is wrong with a credential that can be told without asking its provider: keys that it cannot sign with, certificates that are none, addresses that may
 * not be called.
 *
 * @param lab `host:port` of the lab, which may be called although it is private
 */
export async function credentialFault(provider: ProviderKind, members: Members, lab: readonly string[]): Promise<Refusal | undefined> {
  const { ca } = members;
  if (ca !== undefined && !areCertificates(ca)) return { field: "ca", says: "These certificates cannot be read." };
  return ofProvider[provider](members) ?? (await privateAddressIn(provider, members, lab));
}

const ofProvider: Record<ProviderKind, (members: Members) => Refusal | undefined> = {
  fcm: ({ privateKey }) => {
    const key = keyOf(privateKey);
    if (!key) return unreadable;
    if (key.asymmetricKeyType === "rsa") return undefined;
    return { field: "privateKey", says: "This is not the key of a service account. Choose the key file of the Firebase console." };
  },
  apns: ({ privateKey, bundleId = "" }) => {
    const key = keyOf(privateKey);
    if (!key) return unreadable;
    if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1")
      return { field: "privateKey", says: "This is not a key of Apple’s push service. Choose the .p8 file of the developer account." };
    if (/^[A-Za-z0-9.-]+$/.test(bundleId)) return undefined;
    return { field: "bundleId", says: "A bundle ID has letters, digits, hyphens and full stops alone." };
  },
  hms: () => undefined,
  webpush: ({ publicKey = "", privateKey = "", subject = "" }) => {
    try {
      p256Key(publicKey, privateKey);
    } catch (error) {
      return error instanceof Error && error.message.includes("point")
        ? { field: "publicKey", says: "This is no public key: an uncompressed point of the curve P-256 is needed." }
        : { field: "privateKey", says: "This private key does not belong to the public key." };
    }
    if (!/^(mailto:[^@]+@localhost|https:\/\/localhost([:/].*)?)$/i.test(subject)) return undefined;
    return { field: "subject", says: "Apple’s push service does not accept localhost as a contact." };
  },
};

const unreadable: Refusal = {
  field: "privateKey",
  says: "This private key cannot be read. It needs its first and last line and all between them, and must not be protected by a password.",
};

function keyOf(pem = ""): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

function areCertificates(pem: string): boolean {
  const each = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? [];
  try {
    return each.map((one) => new X509Certificate(one)).length > 0;
  } catch {
    return false;
  }
}

/** The guard stands before every call anyway; here it says which address it means. A name that DNS does not know is for the call to tell. */
async function privateAddressIn(provider: ProviderKind, members: Members, lab: readonly string[]): Promise<Refusal | undefined> {
  const { fields }: Description = providers[provider];
  for (const [field, { type }] of Object.entries(fields)) {
    const url = type === "url" ? parseUrl(members[field] ?? "") : undefined;
    if (!url) continue;
    const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
    try {
      await checkedAddresses(url.hostname, port, { by: "PROVIDER_ALLOW", lab });
    } catch (error) {
      if (error instanceof ForbiddenAddressError) return { field, says: privateAddress };
    }
  }
  return undefined;
}
