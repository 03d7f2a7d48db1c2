import type { z } from "zod";
import { UnsealError } from "@/lib/auth/seal";
import { openParts, sealParts } from "@/lib/auth/sealed-parts";
import { credentialPlace } from "@/lib/auth/sealed-places";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { readAppleCertificate } from "@/lib/describe/apple-certificate";
import { maskedChange, type Description } from "@/lib/describe/description";
import { forgetDoubts } from "@/lib/directory/device/retire";
import type { credentialSchema } from "@/lib/inputs/credential";
import type { EventOf } from "@/lib/policy/actions";
import { providers } from "@/lib/providers/credentials";

/**
 * Replaces an app's credential for one provider, in one statement: a sender has the old one or the
 * new one. Its flag is lifted, so that messages that waited for it go on, and devices are tried
 * again that may have been refused because of the former one.
 *
 * @param checked whether its provider has just accepted it
 * @returns the event for the audit log: of secret members only that they exist, and whether they
 *   were replaced
 */
export async function storeCredential(
  tx: Sql,
  { appId, provider, credential }: z.output<typeof credentialSchema>,
  checked: boolean,
): Promise<EventOf<"credential.save">> {
  const what: Description = providers[provider];
  const before = await formerly(tx, appId, provider);
  const { settings, sealed } = sealParts(what, credential, credentialPlace(appId, provider));
  // By hand: a start stores the lab's accounts, and Prisma's first query takes a third of a second
  // or more.
  await tx.query(
    `INSERT INTO credential (id, app_id, provider, settings, secret_sealed, checked_at, expires_at, updated_at)
     VALUES ($1, $2, $3, $4::jsonb, $5, CASE WHEN $6::boolean THEN now() END, $7::timestamptz, now())
     ON CONFLICT (app_id, provider) DO UPDATE SET settings = excluded.settings, secret_sealed = excluded.secret_sealed, flagged_at = NULL,
       flag_reason = NULL, checked_at = excluded.checked_at, worked_at = NULL, expires_at = excluded.expires_at, updated_at = now(),
       revision = credential.revision + 1`,
    [newId(), appId, provider, JSON.stringify(settings), sealed, checked, endOf(credential)],
  );
  await forgetDoubts(tx, appId, provider);
  return { provider, ...maskedChange(what, before, credential), checked };
}

/**
 * The credential that is replaced; its settings alone where its secrets cannot be opened, nothing
 * where there is none.
 */
async function formerly(
  tx: Sql,
  appId: string,
  provider: string,
): Promise<Record<string, unknown>> {
  const [row] = await tx.query<{ settings: Record<string, unknown>; sealed: Uint8Array | null }>(
    "SELECT settings, secret_sealed AS sealed FROM credential WHERE app_id = $1 AND provider = $2 FOR UPDATE",
    [appId, provider],
  );
  if (!row) return {};
  try {
    return openParts(row.settings, row.sealed, credentialPlace(appId, provider));
  } catch (error) {
    if (error instanceof UnsealError) return row.settings;
    throw error;
  }
}

/** When a credential ends by itself; null for one that does not. */
function endOf(credential: object): Date | null {
  return "certificate" in credential && typeof credential.certificate === "string"
    ? new Date(readAppleCertificate(credential.certificate).until)
    : null;
}
