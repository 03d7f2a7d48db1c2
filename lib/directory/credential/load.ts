import { unseal } from "@/lib/auth/seal";
import { database, type Sql } from "@/lib/database/sql";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { cached, forgetCached } from "../cached";
import { credentialPlace } from "./save";

/** A credential as a provider adapter takes it. `version` changes whenever it is saved. */
export interface LoadedCredential {
  credential: Record<string, unknown>;
  version: string;
  flagged: boolean;
}

const ttlMs = 2_000;

/** An app's credential for one provider, unsealed; undefined when there is none. Throws `UnsealError`. */
export async function loadCredential(appId: string, provider: ProviderKind): Promise<LoadedCredential | undefined> {
  return cached("credential", `${appId}:${provider}`, ttlMs, async () => {
    const rows = await database().query<{ settings: Record<string, unknown>; sealed: Uint8Array; updatedAt: Date; flagged: boolean }>(
      `SELECT settings, secret_sealed AS sealed, updated_at AS "updatedAt", flagged_at IS NOT NULL AS flagged FROM credential WHERE app_id = $1 AND provider = $2`,
      [appId, provider],
    );
    const [row] = rows;
    if (!row) return undefined;
    const secret = JSON.parse(unseal(row.sealed, credentialPlace(appId, provider))) as Record<string, unknown>;
    return { credential: { ...row.settings, ...secret }, version: String(row.updatedAt.getTime()), flagged: row.flagged };
  });
}

/** Flags a credential that its provider refuses, with the reason that the console shows. Sends wait until it is saved anew. */
export async function flagCredential(tx: Sql, appId: string, provider: ProviderKind, reason: string): Promise<void> {
  await tx.query("UPDATE credential SET flagged_at = coalesce(flagged_at, now()), flag_reason = $3 WHERE app_id = $1 AND provider = $2", [
    appId,
    provider,
    reason,
  ]);
  forgetCached("credential", `${appId}:${provider}`);
}

/** Lifts the flag after the provider has accepted the credential again. */
export async function unflagCredential(tx: Sql, appId: string, provider: ProviderKind): Promise<void> {
  await tx.query(
    "UPDATE credential SET flagged_at = NULL, flag_reason = NULL WHERE app_id = $1 AND provider = $2 AND flagged_at IS NOT NULL",
    [appId, provider],
  );
  forgetCached("credential", `${appId}:${provider}`);
}
