import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { updateCodes, type UpdateCode } from "@/lib/interface/codes";
import type { UpdateKind } from "@/lib/interface/update";
import { now } from "@/lib/runtime/clock";
import { newTransid } from "@/lib/runtime/transid";
import { attempt } from "./attempt";
import { bodyOf } from "./build";
import { defaultPolicy } from "./policy";
import { postUpdate, type Post } from "./post";
import type { Receiver } from "./receivers";

/** What came of sending one update that is about nothing. */
export interface TestAnswer {
  url: string;
  /** Whether a delivery update would count as accepted (contract 7): 2xx. */
  isAccepted: boolean;
  /** HTTP status; null when no answer came. */
  status: number | null;
  /** Why it was not accepted; null when it was. */
  reason: string | null;
  /** Of the call, authentication apart. */
  durationMs: number;
  /** The exact text that was sent, or would have been. */
  body: string;
}

/**
 * Who a test is about, so that a receiver can distinguish it from a real update: the update's
 * destination, device and push id.
 */
export const checkDestination = "notify-url-check";

const codes = {
  submitted: "7501",
  delivered: "7500",
  read: "7502",
  failed: "7513",
} as const satisfies Record<UpdateKind, UpdateCode>;

/**
 * Sends one delivery update of a kind, as a real one is sent: built, signed, authenticated, through
 * the address guard, within ten seconds, once. It is about a delivery that does not exist, to
 * {@link checkDestination}. Nothing is stored. A webhook that is switched off is called, too.
 *
 * @param post given by tests alone
 */
export async function sendTest(
  sql: Sql,
  what: {
    serviceId: string;
    kind: UpdateKind;
    to: Receiver;
    callbackData?: string;
    correlationid?: string;
  },
  post: Post = postUpdate,
): Promise<TestAnswer> {
  const { serviceId, kind, to, callbackData = "", correlationid = "" } = what;
  const messageId = newTransid();
  const body = bodyOf({
    delivery: {
      messageId,
      deliveryId: newId(),
      serviceId,
      pushid: checkDestination,
      destination: checkDestination,
      destinationType: "userid",
      deviceid: checkDestination,
      correlationid,
      callbackData,
      notifyurl: to.url,
      notifyurlAuthId: to.notifyAuthId,
      pushref: kind === "read" ? checkDestination : "",
    },
    kind,
    at: new Date(now()),
    code: codes[kind],
    description: updateCodes[codes[kind]],
    ...(kind === "read" && { button: "OPEN" }),
  });
  const update = {
    messageId,
    id: newId(),
    serviceId,
    ...to,
    origin: "",
    body: Buffer.from(body),
    attempts: 0,
    leaseToken: "",
  };
  const { verdict, attempted } = await attempt(sql, post, update, defaultPolicy, true);
  return {
    url: to.url,
    isAccepted: verdict.kind === "sent",
    status: attempted?.status ?? null,
    reason: attempted ? attempted.error : "reason" in verdict ? verdict.reason : null,
    durationMs: Math.round(attempted?.durationMs ?? 0),
    body,
  };
}
