import { UnsealError } from "@/lib/auth/seal";
import { openParts } from "@/lib/auth/sealed-parts";
import { credentialPlace } from "@/lib/auth/sealed-places";
import type { Sql } from "@/lib/database/sql";
import { applies, type Description } from "@/lib/describe/description";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { providers } from "@/lib/providers/credentials";
import { labAddressesIn, labSetting } from "../lab-addresses";

/** A stored credential, for verbs that replace it or check it with its provider. */
export interface StoredCredential {
  /** Its members in clear. */
  settings: Record<string, unknown>;
  /** All of it, secret members included; undefined where those cannot be opened. */
  whole: Record<string, unknown> | undefined;
  /** Of its row: another one after each save. */
  version: string;
  /** What its form names. */
  revision: number;
}

/**
 * An app's credential for one provider as a transaction sees it, and the addresses of the sandbox's
 * lab. Unlike what is sent with, it is not cached.
 *
 * @param lock keeps others from saving it until the transaction has ended
 */
export async function readStoredCredential(
  sql: Sql,
  appId: string,
  provider: ProviderKind,
  lock: "lock" | "look" = "look",
): Promise<{ storedCredential: StoredCredential | undefined; lab: string[] }> {
  // A statement of its own: one that also reads the credential would read it as it was before it
  // waited.
  if (lock === "lock") await sql.query("SELECT 1 FROM app WHERE id = $1 FOR UPDATE", [appId]);
  const addresses = await sql.prisma.setting.findUnique({
    where: { name: labSetting },
    select: { value: true },
  });
  const lab = labAddressesIn(addresses?.value ?? null);
  const row = await sql.prisma.credential.findUnique({
    where: { appId_provider: { appId, provider } },
  });
  if (!row) return { storedCredential: undefined, lab };
  const settings = row.settings as Record<string, unknown>;
  const whole = opened(settings, row.secretSealed, credentialPlace(appId, provider));
  return {
    storedCredential: {
      settings,
      whole,
      version: row.updatedAt.toISOString(),
      revision: row.revision,
    },
    lab,
  };
}

function opened(
  settings: Record<string, unknown>,
  sealed: Uint8Array,
  place: string,
): Record<string, unknown> | undefined {
  try {
    return openParts(settings, sealed, place);
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

/**
 * Members that say where the secrets of a credential go. An address that its description has as the
 * provider's own is none: the user who entered a secret of that provider wanted it to go there.
 */
export function placesIn(
  provider: ProviderKind,
  members: Readonly<Record<string, unknown>>,
): string[] {
  const { fields }: Description = providers[provider];
  return Object.entries(fields).flatMap(([name, { type, presets = {} }]) =>
    (type === "url" && !Object.hasOwn(presets, String(members[name]))) || name === "ca"
      ? [name]
      : [],
  );
}

/** Returns the names of a credential's secret members that apply to the choices in it. */
export function secretsIn(
  provider: ProviderKind,
  members: Readonly<Record<string, unknown>>,
): string[] {
  const { fields }: Description = providers[provider];
  return Object.entries(fields).flatMap(([name, { secret }]) =>
    secret && applies(fields, name, members) ? [name] : [],
  );
}
