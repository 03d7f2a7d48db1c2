import { assertCan } from "@/lib/auth/member";
import { config } from "@/lib/config/config";
import { database } from "@/lib/database/sql";
import { serviceOfAppid } from "@/lib/directory/app/service-of";
import { findService } from "@/lib/directory/service/find";
import { notifyurlCheckSchema } from "@/lib/inputs/compose";
import { parseRequest } from "@/lib/interface/parse";
import { now } from "@/lib/runtime/clock";
import { probeNotifyurl } from "@/lib/updates/check";
import { NotFoundError, rejectInput, RefusedError } from "@/lib/verb/errors";
import { verbInSteps } from "@/lib/verb/verb";

const none = "There is no notify URL here, and the service has none of its own.";

/**
 * Calls the notify URL of a request, or its service's where it names none, once and as a delivery
 * update would be sent. Returns what the receiver said. A URL that the endpoint would refuse is not
 * called, but refused here in the same words.
 */
export const checkNotifyurl = verbInSteps({
  action: "notifyurl.check",
  input: notifyurlCheckSchema,
  service: serviceOfAppid,
  run: async ({ actor, serviceId, audit }, { appid, ...fields }) => {
    const service = await findService(serviceId);
    if (!service) throw new NotFoundError("This app");
    const filledFields = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined && value !== ""),
    );
    const request = {
      deliverychannel: "push",
      appid,
      destination: [{ userid: ["check"] }],
      channels: { push: { android: { text: "-" } } },
      ...filledFields,
    };
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const parsed = parseRequest(bytes, {
      sizeRule: service.sizeRule,
      httpsOnly: service.httpsOnly,
      origin: config().ORIGIN,
      now: now(),
    });
    if (!parsed.ok) throw new RefusedError(...parsed.problems);
    const {
      notifyurl = "",
      notifyurlAuthId = "",
      callbackData = "",
      correlationid = "",
    } = parsed.request;
    if (notifyurl === "" && service.notifyurl === null) rejectInput(none, "/notifyurl");
    // Who may not send must not send a stored secret to an address of their own either.
    if (notifyurlAuthId !== "" && notifyurl !== "" && notifyurl !== service.notifyurl)
      assertCan(actor, "campaign.send", serviceId);
    // It may carry a stored authentication to where the member says: that leaves a trace, as a
    // message does, and before it is called.
    await audit(database(), appid, { notifyurl, notifyurlAuthId });
    const what = {
      serviceId,
      url: notifyurl,
      notifyAuthId: notifyurlAuthId,
      callbackData,
      correlationid,
    };
    const answer = await probeNotifyurl(database(), what);
    return answer ? { row: answer } : rejectInput(none, "/notifyurl");
  },
});
