import { UnsealError } from "@/lib/auth/seal";
import { credentialPlace } from "@/lib/auth/sealed-places";
import { openParts } from "@/lib/auth/sealed-parts";
import type { Sql } from "@/lib/database/sql";
import { applies, type Description } from "@/lib/describe/description";
import { providers } from "@/lib/describe/providers";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { labAddressesIn, labSetting } from "./lab-addresses";

/** A credential as it is kept, for who saves the next one or asks its provider. */
export interface KeptCredential {
  /** Its members in clear. */
  settings: Record<string, unknown>;
  /** All of it, secret members included; undefined where those cannot be opened. */
  whole: Record<string, unknown> | undefined;
  /** Of its row: another one once somebody saved it anew. */
  version: string;
  /** What its form names. */
  revision: number;
}

interface Row {
  settings: Record<string, unknown> | null;
  sealed: Uint8Array;
  updatedAt: Date;
  revision: number;
  lab: string | null;
}

/**
 * An app's credential for one provider as a transaction sees it, and the addresses of the sandbox's lab. Unlike what is sent with, it is not cached.
 *
 * @param lock keeps others from saving it until the transaction has ended
 */
export async function keptCredential(
  sql: Sql,
  appId: string,
  provider: ProviderKind,
  lock: "lock" | "look" = "look",
): Promise<{ kept: KeptCredential | undefined; lab: string[] }> {
  const [row] = await sql.query<Row>(
    `SELECT c.settings, c.secret_sealed AS sealed, c.updated_at AS "updatedAt", coalesce(c.revision, 0) AS revision, (SELECT value FROM setting WHERE name = $3) AS lab
     FROM app a LEFT JOIN credential c ON c.app_id = a.id AND c.provider = $2 WHERE a.id = $1${lock === "lock" ? " FOR UPDATE OF a" : ""}`,
    [appId, provider, labSetting],
  );
  const lab = labAddressesIn(row?.lab ?? null);
  if (!row?.settings) return { kept: undefined, lab };
  const { settings, sealed, updatedAt, revision } = row;
  return {
    kept: { settings, whole: opened(settings, sealed, credentialPlace(appId, provider)), version: updatedAt.toISOString(), revision },
    lab,
  };
}

function opened(settings: Record<string, unknown>, sealed: Uint8Array, place: string): Record<string, unknown> | undefined {
  try {
    return openParts(settings, sealed, place);
  } catch (error) {
    if (error instanceof UnsealError) return undefined;
    throw error;
  }
}

/**
 * Members that say where the secrets of a credential go. An address that its description has as the provider's own is none: whoever entered a secret of that
 * provider wanted it to go there.
 */
export function placesIn(provider: ProviderKind, members: Readonly<Record<string, unknown>>): string[] {
  const { fields }: Description = providers[provider];
  return Object.entries(fields).flatMap(([name, { type, presets = {} }]) =>
    (type === "url" && !Object.hasOwn(presets, String(members[name]))) || name === "ca" ? [name] : [],
  );
}

/** The secret members of a kind of credential, of those that belong to the choices made in it. */
export function secretsIn(provider: ProviderKind, members: Readonly<Record<string, unknown>>): string[] {
  const { fields }: Description = providers[provider];
  return Object.entries(fields).flatMap(([name, { secret }]) => (secret && applies(fields, name, members) ? [name] : []));
}
