import { timingSafeEqual } from "node:crypto";
import { unseal, UnsealError } from "@/lib/auth/seal";
import { signingSecretPlace, webhookSecretPlace } from "@/lib/auth/sealed-places";
import { database } from "@/lib/database/sql";
import { now } from "@/lib/runtime/clock";
import { endpointsOf } from "./endpoints";
import { signatureHeaders } from "./sign";

/**
 * Whether a signature is right: `absent` when there is none, `unchecked` when the service has no
 * secret to check it with.
 */
type Signature = "valid" | "invalid" | "absent" | "unchecked";

/**
 * Both signatures that an update has: `webhook-signature` of Standard Webhooks, and
 * `x-hub-signature`.
 */
export interface InboxSignatures {
  standard: Signature;
  hub: Signature;
}

/** The age beyond which Standard Webhooks has receivers refuse a signature, in seconds. */
const toleranceSeconds = 300;

/**
 * Checks each signature of a call of a service's inbox as a receiver would: it must be right by one
 * of the service's secrets, its own or a webhook's, and that of Standard Webhooks at most five
 * minutes old.
 */
export async function verifyForInbox(
  serviceId: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: Uint8Array },
): Promise<InboxSignatures> {
  const {
    "webhook-id": id = "",
    "webhook-timestamp": time = "",
    "webhook-signature": standard,
    "x-hub-signature": hub,
  } = headers;
  if (standard === undefined && hub === undefined) return { standard: "absent", hub: "absent" };
  const secrets = await secretsOf(serviceId);
  const seconds = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN;
  const isInTime = Math.abs(now() / 1_000 - seconds) <= toleranceSeconds;
  const right = secrets.map((secret) => signatureHeaders(secret, id, body, seconds));
  const judged = (
    signature: string | undefined,
    isRight: (signature: string) => boolean,
  ): Signature => {
    if (signature === undefined) return "absent";
    if (secrets.length === 0) return "unchecked";
    return isRight(signature) ? "valid" : "invalid";
  };
  return {
    standard: judged(
      standard,
      (signature) =>
        isInTime &&
        signature
          .split(" ")
          .some((one) => right.some((expected) => isSame(one, expected["webhook-signature"]))),
    ),
    hub: judged(hub, (signature) =>
      right.some((expected) => isSame(signature, expected["x-hub-signature"])),
    ),
  };
}

function isSame(one: string, other = ""): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

async function secretsOf(serviceId: string): Promise<string[]> {
  const service = (await endpointsOf(database(), [serviceId])).get(serviceId);
  const sealed = [
    { secret: service?.signingSecret, place: signingSecretPlace(serviceId) },
    ...(service?.webhooks ?? []).map(({ id, signingSecret }) => ({
      secret: signingSecret,
      place: webhookSecretPlace(id),
    })),
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
