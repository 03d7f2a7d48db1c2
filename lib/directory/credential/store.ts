import { credentialPlace } from "@/lib/auth/sealed-places";
import { sealParts } from "@/lib/auth/sealed-parts";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { masked, type Description } from "@/lib/describe/description";
import { providers } from "@/lib/describe/providers";
import type { credentialSchema } from "@/lib/inputs/credential";
import { forgetDoubts } from "@/lib/directory/device/retire";
import type { z } from "zod";
import type { EventOf } from "@/lib/verb/events";

/**
 * Keeps an app's credential for one provider in the place of the one before, in one statement: whoever sends has the one or the other. Its flag is lifted, so
 * that messages that waited for it go on, and devices are tried again that may have been refused because of the former one.
 *
 * @param checked whether its provider has just taken it
 * @returns what the audit log keeps: of secret members only that they are there
 */
export async function storeCredential(
  tx: Sql,
  { appId, provider, credential }: z.output<typeof credentialSchema>,
  checked: boolean,
): Promise<EventOf<"credential.save">> {
  const what: Description = providers[provider];
  const { settings, sealed } = sealParts(what, credential, credentialPlace(appId, provider));
  await tx.query(
    `INSERT INTO credential (id, app_id, provider, settings, secret_sealed, checked_at, updated_at)
     VALUES ($1, $2, $3, $4::jsonb, $5, CASE WHEN $6::boolean THEN now() END, now())
     ON CONFLICT (app_id, provider) DO UPDATE SET settings = excluded.settings, secret_sealed = excluded.secret_sealed, flagged_at = NULL,
       flag_reason = NULL, checked_at = excluded.checked_at, worked_at = NULL, updated_at = now(),
       revision = credential.revision + 1`,
    [newId(), appId, provider, JSON.stringify(settings), sealed, checked],
  );
  await forgetDoubts(tx, appId, provider);
  return { provider, credential: masked(what, credential), checked };
}
