import { seal } from "@/lib/auth/seal";
import { webhookSecretPlace } from "@/lib/auth/sealed-places";
import { idSchema } from "@/lib/inputs/row";
import { NotFoundError } from "@/lib/verb/errors";
import { serviceOfWebhook } from "@/lib/verb/service-of";
import { verb } from "@/lib/verb/verb";
import { newSigningSecret } from "./insert";

/**
 * Gives a webhook another signing secret, which is in the answer and nowhere else. The one before
 * signs nothing any more.
 */
export const rerollWebhookSecret = verb({
  action: "webhookSecret.reroll",
  input: idSchema,
  service: serviceOfWebhook,
  run: async ({ tx }, { id }) => {
    const secret = newSigningSecret();
    const signingSecretSealed = seal(secret, webhookSecretPlace(id));
    const [row] = await tx.prisma.webhook.updateManyAndReturn({
      where: { id },
      data: { signingSecretSealed },
      select: { url: true },
    });
    if (!row) throw new NotFoundError("This webhook");
    return { row: { secret }, entity: id, event: {} };
  },
});
