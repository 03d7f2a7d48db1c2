import type { Actor } from "@/lib/auth/member";
import { seal } from "@/lib/auth/seal";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import type { ProviderKind } from "@/lib/interface/device-kinds";
import { audit } from "../audit";

/** Where the secret part of a credential is sealed to. */
export function credentialPlace(appId: string, provider: string): string {
  return `credential:${appId}:${provider}`;
}

/**
 * Sets an app's credential for one provider and lifts its flag: messages that waited for it go on.
 *
 * @param settings what may be shown
 * @param secret what may not: sealed at rest
 */
export async function saveCredential(
  tx: Sql,
  actor: Actor,
  input: { appId: string; serviceId: string; provider: ProviderKind; settings: Record<string, unknown>; secret: Record<string, unknown> },
): Promise<void> {
  const id = newId();
  await tx.query(
    `INSERT INTO credential (id, app_id, provider, settings, secret_sealed, updated_at) VALUES ($1, $2, $3, $4::jsonb, $5, now())
     ON CONFLICT (app_id, provider) DO UPDATE SET settings = excluded.settings, secret_sealed = excluded.secret_sealed, flagged_at = NULL,
       flag_reason = NULL, updated_at = now()`,
    [
      id,
      input.appId,
      input.provider,
      JSON.stringify(input.settings),
      seal(JSON.stringify(input.secret), credentialPlace(input.appId, input.provider)),
    ],
  );
  await audit(tx, actor, "credential.save", `${input.appId}:${input.provider}`, input.serviceId, { provider: input.provider });
}
