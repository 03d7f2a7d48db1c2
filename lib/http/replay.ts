import type { IncomingMessage, ServerResponse } from "node:http";
import type { z } from "zod";
import { replaySchema } from "@/lib/inputs/replay";
import { replay } from "@/lib/updates/replay";
import { onBehalfOf } from "@/lib/verb/client";
import { authorize } from "./authenticate";
import { clientAddress } from "./client-address";
import { jsonOfCall } from "./json-body";
import { problemsOf, refuseCall, refuseCaller, refuseMethod, sendJson } from "./reply";

/** A thousand ids. */
const bodyBytes = 65_536;

/** `POST /resources/v1/updates/replay`: delivery updates of the service's own messages are sent again (contract 7). */
export async function replayAddress(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") return refuseMethod(request, response, ["POST"]);
  const caller = await authorize(request, "update.replay");
  if (!caller.ok) return refuseCaller(request, response, caller);
  const body = await jsonOfCall(request, response, bodyBytes);
  if (!body) return;
  const parsed = replaySchema.safeParse(body.json);
  if (!parsed.success) return refuseCall(request, response, 400, "Invalid selection of updates.", problemsOf(parsed.error));
  const serviceId = caller.service.id;
  // As it was written: the verb reads it once more.
  const asked = body.json as z.input<typeof replaySchema>;
  const replayed = await onBehalfOf(clientAddress(request), () => replay({ actor: caller.actor }, { ...asked, serviceId }));
  sendJson(request, response, 200, { replayed });
}
