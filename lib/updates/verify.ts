import { timingSafeEqual } from "node:crypto";
import { unseal, UnsealError } from "@/lib/auth/seal";
import { signingSecretPlace, webhookSecretPlace } from "@/lib/auth/sealed-places";
import { database } from "@/lib/database/sql";
import { now } from "@/lib/runtime/clock";
import { endpointsOf } from "./endpoints";
import { signatureHeaders } from "./sign";

/** Whether a signature is right: `absent` when there is none, `unchecked` when the service has no secret to check it with. */
export type InboxSignature = "valid" | "invalid" | "absent" | "unchecked";

/** The age beyond which Standard Webhooks has receivers refuse a signature, in seconds. */
const toleranceSeconds = 300;

/**
 * Checks the signature of a call of a service's inbox as a receiver would: both forms must be right by one of the service's secrets, its own or a webhook's,
 * and at most five minutes old.
 */
export async function verifyForInbox(
  serviceId: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: Uint8Array },
): Promise<InboxSignature> {
  const { "webhook-id": id = "", "webhook-timestamp": time = "", "webhook-signature": standard, "x-hub-signature": hub } = headers;
  if (standard === undefined && hub === undefined) return "absent";
  const secrets = await secretsOf(serviceId);
  if (secrets.length === 0) return "unchecked";
  const seconds = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN;
  if (standard !== undefined && !(Math.abs(now() / 1_000 - seconds) <= toleranceSeconds)) return "invalid";
  const isRight = secrets.some((secret) => {
    const right = signatureHeaders(secret, id, body, seconds);
    return (
      (standard === undefined || standard.split(" ").some((one) => isSame(one, right["webhook-signature"]))) &&
      (hub === undefined || isSame(hub, right["x-hub-signature"]))
    );
  });
  return isRight ? "valid" : "invalid";
}

function isSame(one: string, other = ""): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function secretsOf(serviceId: string): Promise<string[]> {
  const service = (await endpointsOf(database(), [serviceId])).get(serviceId);
  const sealed = [
    { secret: service?.signingSecret, place: signingSecretPlace(serviceId) },
    ...(service?.webhooks ?? []).map(({ id, signingSecret }) => ({ secret: signingSecret, place: webhookSecretPlace(id) })),
  ];
  return sealed.flatMap(({ secret, place }) => {
    try {
      return secret ? [unseal(secret, place)] : [];
    } catch (error) {
      if (error instanceof UnsealError) return [];
      throw error;
    }
  });
}
