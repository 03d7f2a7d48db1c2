import { credentialPlace } from "@/lib/auth/sealed-places";
import { sealParts } from "@/lib/auth/sealed-parts";
import { newId } from "@/lib/database/id";
import { masked, type Description } from "@/lib/describe/description";
import { providers } from "@/lib/describe/providers";
import { credentialSchema } from "@/lib/inputs/credential";
import { verb } from "@/lib/verb/verb";
import { serviceOfApp } from "@/lib/verb/service-of";

/**
 * Sets an app's credential for one provider and lifts its flag: messages that waited for it go on. Its secret members are sealed; the audit log has of them
 * only that they are there. What is refused names fields and repeats no value.
 */
export const saveCredential = verb("credential.save", credentialSchema, serviceOfApp, async ({ tx }, { appId, provider, credential }) => {
  const what: Description = providers[provider];
  const { settings, sealed } = sealParts(what, credential, credentialPlace(appId, provider));
  await tx.query(
    `INSERT INTO credential (id, app_id, provider, settings, secret_sealed, updated_at) VALUES ($1, $2, $3, $4::jsonb, $5, now())
     ON CONFLICT (app_id, provider) DO UPDATE SET settings = excluded.settings, secret_sealed = excluded.secret_sealed, flagged_at = NULL,
       flag_reason = NULL, updated_at = now()`,
    [newId(), appId, provider, JSON.stringify(settings), sealed],
  );
  return { row: undefined, entity: `${appId}:${provider}`, event: { provider, credential: masked(what, credential) } };
});
