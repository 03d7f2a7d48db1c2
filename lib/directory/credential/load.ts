import { openParts } from "@/lib/auth/sealed-parts";
import { credentialPlace } from "@/lib/auth/sealed-places";
import { cached, forgetCached } from "@/lib/database/cached";
import { database, type Sql } from "@/lib/database/sql";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { labAddressesIn, labSetting } from "../lab-addresses";

/**
 * A credential as a provider adapter takes it. `version` changes whenever it is saved, and with the
 * lab's addresses.
 */
export interface LoadedCredential {
  credential: Record<string, unknown>;
  /** `host:port` of the sandbox's lab, if there is one. */
  lab: string[];
  version: string;
  flagged: boolean;
  /** Whether its provider took a message with it within the last minute. */
  worked: boolean;
}

interface Row {
  settings: Record<string, unknown>;
  sealed: Uint8Array;
  updatedAt: Date;
  flagged: boolean;
  worked: boolean;
  lab: string | null;
}

const ttlMs = 2_000;

/**
 * An app's credential for one provider, unsealed; undefined when there is none. Throws
 * `UnsealError`.
 */
export async function loadCredential(
  appId: string,
  provider: ProviderKind,
): Promise<LoadedCredential | undefined> {
  return cached("credential", `${appId}:${provider}`, ttlMs, async () => {
    const rows = await database().query<Row>(
      `SELECT settings, secret_sealed AS sealed, updated_at AS "updatedAt", flagged_at IS NOT NULL AS flagged,
         coalesce(worked_at > now() - interval '1 minute', false) AS worked,
         (SELECT value FROM setting WHERE name = $3) AS lab
       FROM credential WHERE app_id = $1 AND provider = $2`,
      [appId, provider, labSetting],
    );
    const [row] = rows;
    if (!row) return undefined;
    const credential = openParts(row.settings, row.sealed, credentialPlace(appId, provider));
    const lab = labAddressesIn(row.lab);
    return {
      credential,
      lab,
      version: `${row.updatedAt.getTime()} ${lab.join()}`,
      flagged: row.flagged,
      worked: row.worked,
    };
  });
}

/**
 * Flags a credential that its provider refuses, with the reason that the console shows. Sends wait
 * until it is saved again.
 */
export async function flagCredential(
  tx: Sql,
  appId: string,
  provider: ProviderKind,
  reason: string,
): Promise<void> {
  await tx.query(
    "UPDATE credential SET flagged_at = coalesce(flagged_at, now()), flag_reason = $3 WHERE app_id = $1 AND provider = $2",
    [appId, provider, reason],
  );
  tx.afterCommit(() => forgetCached("credential", `${appId}:${provider}`));
}

/** Lifts the flag after the provider has accepted the credential again. */
export async function unflagCredential(
  tx: Sql,
  appId: string,
  provider: ProviderKind,
): Promise<void> {
  await tx.query(
    "UPDATE credential SET flagged_at = NULL, flag_reason = NULL WHERE app_id = $1 AND provider = $2 AND flagged_at IS NOT NULL",
    [appId, provider],
  );
  tx.afterCommit(() => forgetCached("credential", `${appId}:${provider}`));
}

/** Keeps that the provider took a message with the credential, which lifts its flag. */
export async function keepWorked(tx: Sql, appId: string, provider: ProviderKind): Promise<void> {
  await tx.query(
    "UPDATE credential SET flagged_at = NULL, flag_reason = NULL, worked_at = now() WHERE app_id = $1 AND provider = $2",
    [appId, provider],
  );
  tx.afterCommit(() => forgetCached("credential", `${appId}:${provider}`));
}
