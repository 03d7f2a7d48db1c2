import { assertRole, type Member } from "@/lib/auth/member";
import { database } from "@/lib/database/sql";
import { appOfAppid } from "@/lib/directory/app/find";
import { audit } from "@/lib/directory/audit";
import { findService } from "@/lib/directory/service/find";
import { parseRequest } from "@/lib/interface/parse";
import type { PushRequestInput } from "@/lib/interface/request";
import { now } from "@/lib/runtime/clock";
import { checkNotifyurl, type NotifyurlAnswer } from "@/lib/updates/check";

/** What a person is told: what the receiver answered, or why it was not called. */
export type NotifyurlCheck = { called: true; answer: NotifyurlAnswer } | { called: false; reason: string };

/**
 * Calls the notify URL of a request, or its service's where it names none, once and as a delivery update would be sent. A URL that the endpoint would
 * refuse is not called. Throws `ForbiddenError` below the role marketer.
 */
export async function checkNotifyurlOf(
  member: Member,
  { appid, ...told }: Pick<PushRequestInput, "appid" | "notifyurl" | "notifyurlAuthId" | "callbackData" | "correlationid">,
): Promise<NotifyurlCheck> {
  assertRole(member, "marketer");
  const app = await appOfAppid(appid);
  const service = app && (await findService(app.serviceId));
  if (!service) return { called: false, reason: "Choose an app first: its service signs what is sent." };
  const written = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined && value !== ""));
  const request = {
    deliverychannel: "push",
    appid,
    destination: [{ userid: ["check"] }],
    channels: { push: { android: { text: "-" } } },
    ...written,
  };
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const parsed = parseRequest(bytes, { sizeRule: service.sizeRule, httpsOnly: service.httpsOnly, now: now() });
  if (!parsed.ok) return { called: false, reason: parsed.problems[0]?.message ?? "The endpoint would refuse this." };
  const { notifyurl = "", notifyurlAuthId = "", callbackData = "", correlationid = "" } = parsed.request;
  const what = { serviceId: service.id, url: notifyurl, notifyAuthId: notifyurlAuthId, callbackData, correlationid };
  // It may carry a stored authentication to where the member says: that leaves a trace, as a message does.
  await audit(database(), { kind: "member", member }, "notifyurl.check", app.appid, service.id, { notifyurl, notifyurlAuthId });
  const answer = await checkNotifyurl(database(), what);
  return answer ? { called: true, answer } : { called: false, reason: "There is none here, and the service has none of its own." };
}
