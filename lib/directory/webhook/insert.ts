import { randomBytes } from "node:crypto";
import { seal } from "@/lib/auth/seal";
import { webhookSecretPlace } from "@/lib/auth/sealed-places";
import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { mostWebhooks } from "@/lib/inputs/webhook";
import type { UpdateKind } from "@/lib/interface/update";
import { rejectInput } from "@/lib/verb/errors";

/**
 * The webhooks of a service, which is locked until the transaction ends: two that are added at once
 * do not both count one too few.
 */
export async function lockWebhooks(
  tx: Sql,
  serviceId: string,
): Promise<{ id: string; url: string }[]> {
  await tx.query("SELECT 1 FROM service WHERE id = $1 FOR NO KEY UPDATE", [serviceId]);
  return tx.prisma.webhook.findMany({
    where: { serviceId },
    orderBy: { id: "asc" },
    select: { id: true, url: true },
  });
}

/**
 * Inserts a webhook with a new signing secret; returns both. Refuses one too many.
 *
 * @param existing webhooks of the service, from {@link lockWebhooks}
 */
export async function insertWebhook(
  tx: Sql,
  serviceId: string,
  existing: readonly unknown[],
  { url, kinds, notifyAuthId }: { url: string; kinds: readonly UpdateKind[]; notifyAuthId: string },
): Promise<{ id: string; secret: string }> {
  if (existing.length >= mostWebhooks)
    rejectInput(`A service can have ${mostWebhooks} webhooks at most. Remove one first.`);
  const id = newId();
  const secret = newSigningSecret();
  const signingSecretSealed = seal(secret, webhookSecretPlace(id));
  await tx.prisma.webhook.create({
    data: {
      id,
      serviceId,
      url,
      notifyAuthId: notifyAuthId || null,
      kinds: [...kinds],
      signingSecretSealed,
    },
    select: { id: true },
  });
  return { id, secret };
}

/**
 * A new signing secret, as Standard Webhooks writes them: 32 random bytes in base64 after `whsec_`.
 */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}
