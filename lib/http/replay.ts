import type { IncomingMessage, ServerResponse } from "node:http";
import { replaySchema } from "@/lib/inputs/replay";
import { failureReply, httpStatus } from "@/lib/interface/reply";
import { replay } from "@/lib/dispatch/replay";
import { newTransid } from "@/lib/runtime/transid";
import { authenticate } from "./authenticate";
import { jsonOfCall, problemsOf, refuseCall } from "./client-call";
import { refuseMethod, sendJson } from "./reply";

/** A thousand ids. */
const bodyBytes = 65_536;

/** `POST /resources/v1/updates/replay`: delivery updates of the service's own messages are sent again (contract 7). */
export async function replayAddress(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") return refuseMethod(request, response, ["POST"]);
  const caller = await authenticate(request);
  if (!caller.ok)
    return sendJson(
      request,
      response,
      httpStatus(caller.problem.code),
      failureReply({ transid: newTransid(), problems: [caller.problem] }),
    );
  const body = await jsonOfCall(request, response, bodyBytes);
  if (!body) return;
  const parsed = replaySchema.safeParse(body.json);
  if (!parsed.success) return refuseCall(request, response, 400, "This names no updates.", problemsOf(parsed.error));
  const serviceId = caller.service.id;
  const asked = parsed.data;
  const what = "ids" in asked ? asked : "transid" in asked ? { messageId: asked.transid, missing: true as const } : { serviceId, ...asked };
  sendJson(request, response, 200, { replayed: await replay({ kind: "serviceKey", serviceId }, what) });
}
