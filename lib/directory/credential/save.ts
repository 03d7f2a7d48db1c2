import type { Actor } from "@/lib/auth/member";
import { credentialPlace } from "@/lib/auth/sealed-places";
import { sealParts } from "@/lib/auth/sealed-parts";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { masked, type Description } from "@/lib/describe/description";
import { providers, type CredentialInput } from "@/lib/describe/providers";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { audit } from "../audit";

/**
 * Sets an app's credential for one provider and lifts its flag: messages that waited for it go on. Its secret members are sealed; the audit log gets the
 * others. Throws `ZodError`, which names fields and repeats no value, for one that its check refuses.
 */
export async function saveCredential<Kind extends ProviderKind>(
  tx: Sql,
  actor: Actor,
  input: { appId: string; serviceId: string; provider: Kind; credential: CredentialInput<Kind> },
): Promise<void> {
  const { appId, serviceId, provider } = input;
  const what: Description = providers[provider];
  const credential = what.schema.parse(input.credential);
  const { settings, sealed } = sealParts(what, credential, credentialPlace(appId, provider));
  await tx.query(
    `INSERT INTO credential (id, app_id, provider, settings, secret_sealed, updated_at) VALUES ($1, $2, $3, $4::jsonb, $5, now())
     ON CONFLICT (app_id, provider) DO UPDATE SET settings = excluded.settings, secret_sealed = excluded.secret_sealed, flagged_at = NULL,
       flag_reason = NULL, updated_at = now()`,
    [newId(), appId, provider, JSON.stringify(settings), sealed],
  );
  await audit(tx, actor, "credential.save", `${appId}:${provider}`, serviceId, { provider, ...masked(what, credential) });
}
