import { seal } from "@/lib/auth/seal";
import { webhookSecretPlace } from "@/lib/auth/sealed-places";
import { idSchema } from "@/lib/inputs/id";
import { NotFoundError } from "@/lib/verb/errors";
import { verb } from "@/lib/verb/verb";
import { newSigningSecret } from "./new-secret";
import { serviceOfWebhook } from "./service-of";

/** Gives a webhook another signing secret, which is in the answer and nowhere else. The one before signs nothing any more. */
export const rerollWebhookSecret = verb("secret.reroll", idSchema, serviceOfWebhook, async ({ tx }, { id }) => {
  const secret = newSigningSecret();
  const [row] = await tx.query<{ url: string }>("UPDATE webhook SET signing_secret_sealed = $2 WHERE id = $1 RETURNING url", [
    id,
    seal(secret, webhookSecretPlace(id)),
  ]);
  if (!row) throw new NotFoundError("This webhook");
  return { row: { secret }, entity: id, event: { secret: "webhook", overlapHours: 0 } };
});
