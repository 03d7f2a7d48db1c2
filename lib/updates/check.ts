import { newId } from "@/lib/database/id";
import type { Sql } from "@/lib/database/sql";
import { updateCodes } from "@/lib/interface/codes";
import { guardedPost } from "@/lib/outbound/guarded";
import { now } from "@/lib/runtime/clock";
import { newTransid } from "@/lib/runtime/transid";
import { attempt } from "./attempt";
import { bodyOf } from "./build";
import { endpointsOf } from "./endpoints";
import { defaultPolicy } from "./policy";
import type { Post } from "./post";
import { notifyurlReceiver } from "./receivers";

/** What came of calling a notify URL. */
export interface NotifyurlAnswer {
  url: string;
  /** Whether a delivery update would count as taken (contract 7): 2xx. */
  taken: boolean;
  /** HTTP status; null when no answer came. */
  status: number | null;
  /** Why it was not taken; null when it was. */
  reason: string | null;
  /** Of the call, authentication apart. */
  durationMs: number;
}

/** Who the check is about, so that a receiver can tell it from what happened: the update's destination, device and push id. */
export const checkDestination = "notify-url-check";

/**
 * Calls a notify URL with one delivery update, as a real one is called: through the address guard, authenticated, signed with the service's secret,
 * within ten seconds, once. The update is about a delivery that does not exist, to {@link checkDestination}. Nothing is stored.
 *
 * @param what `url` "": the service's own, with its authentication
 * @param post given by tests alone
 * @returns undefined when there is no URL to call
 */
export async function checkNotifyurl(
  sql: Sql,
  what: { serviceId: string; url: string; notifyAuthId: string; callbackData: string; correlationid: string },
  post: Post = guardedPost,
): Promise<NotifyurlAnswer | undefined> {
  const service = (await endpointsOf(sql, [what.serviceId])).get(what.serviceId);
  const url = what.url || (service?.notifyurl ?? "");
  const notifyAuthId = what.notifyAuthId || (what.url === "" ? (service?.notifyurlAuthId ?? "") : "");
  if (url === "") return undefined;
  const messageId = newTransid();
  const body = bodyOf({
    messageId,
    deliveryId: newId(),
    serviceId: what.serviceId,
    kind: "submitted",
    at: new Date(now()),
    code: "7501",
    description: updateCodes["7501"],
    pushid: checkDestination,
    destination: checkDestination,
    destinationType: "userid",
    deviceid: checkDestination,
    correlationid: what.correlationid,
    callbackData: what.callbackData,
    notifyurl: url,
    notifyurlAuthId: notifyAuthId,
    pushref: "",
  });
  const update = {
    messageId,
    id: newId(),
    serviceId: what.serviceId,
    receiver: notifyurlReceiver,
    url,
    notifyAuthId,
    origin: "",
    body: Buffer.from(body),
    attempts: 0,
    leaseToken: "",
  };
  const { verdict, attempted } = await attempt(sql, post, update, defaultPolicy);
  return {
    url,
    taken: verdict.kind === "sent",
    status: attempted?.status ?? null,
    reason: attempted ? attempted.error : "reason" in verdict ? verdict.reason : null,
    durationMs: Math.round(attempted?.durationMs ?? 0),
  };
}
