import { X509Certificate } from "node:crypto";
import type { Description } from "@/lib/describe/description";
import { KeyError, keyIsUnreadable } from "@/lib/describe/key-text";
import { privateAddress } from "@/lib/describe/refusals";
import { asSentence } from "@/lib/inputs/answer";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { parseUrl } from "@/lib/interface/url";
import { ForbiddenAddressError } from "@/lib/outbound/errors";
import { checkedAddresses } from "@/lib/outbound/guard";
import { checks } from "@/lib/providers/checks";
import type { Members } from "@/lib/providers/credential-check";
import { providers } from "@/lib/providers/credentials";
import type { Refusal } from "@/lib/providers/provider-credential";

/**
 * What is wrong with a credential that can be found without asking its provider: keys that it
 * cannot sign with, certificates that are none, addresses that may not be called.
 *
 * @param lab `host:port` of the lab, which may be called although it is private
 */
export async function credentialFault(
  provider: ProviderKind,
  members: Members,
  lab: readonly string[],
): Promise<Refusal | undefined> {
  return unusableIn(provider, members) ?? (await privateAddressIn(provider, members, lab));
}

/**
 * What keeps a credential from being used wherever it is: a key that its signer cannot sign with, a
 * certificate that is none.
 */
export function unusableIn(
  provider: ProviderKind,
  members: Members,
): Required<Refusal> | undefined {
  const read = providers[provider].schema.safeParse(members);
  const issue = read.error?.issues[0];
  if (issue) return { field: String(issue.path[0]), says: asSentence(issue.message) };
  const { ca } = members;
  if (ca !== undefined && !areCertificates(ca))
    return { field: "ca", says: "These certificates cannot be read." };
  const { fault, sign } = checks[provider];
  const refusal = fault?.(read.data as Members);
  if (refusal) return { ...refusal, says: asSentence(refusal.says) };
  try {
    sign?.(read.data as Members);
    return undefined;
  } catch (error) {
    return {
      field: "privateKey",
      says: asSentence(error instanceof KeyError ? error.message : keyIsUnreadable),
    };
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

/**
 * The guard stands before every call anyway; here it says which address it means. A name that DNS
 * does not know is found by the call.
 */
async function privateAddressIn(
  provider: ProviderKind,
  members: Members,
  lab: readonly string[],
): Promise<Refusal | undefined> {
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
