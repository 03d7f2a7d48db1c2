import type { IncomingMessage, ServerResponse } from "node:http";
import { messageStatus } from "@/lib/results/status";
import { statusQuerySchema } from "@/lib/inputs/status";
import { NotFoundError } from "@/lib/verb/errors";
import { authorize } from "./authenticate";
import { problemsOf, refuseCall, refuseCaller, refuseMethod, sendJson } from "./reply";

/** `GET /resources/v1/messaging/{transid}?after=…&limit=…`: state, counts and, paged, each delivery of one of the service's own messages. */
export async function status(request: IncomingMessage, response: ServerResponse, transid: string, query: URLSearchParams): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod(request, response, ["GET", "HEAD"]);
  const caller = await authorize(request, "service.view");
  if (!caller.ok) return refuseCaller(request, response, caller);
  const written = Object.fromEntries(query);
  const parsed = statusQuerySchema.safeParse(written);
  if (!parsed.success) return refuseCall(request, response, 400, "Invalid cursor.", problemsOf(parsed.error));
  try {
    // As it was written: the view reads it once more.
    sendJson(request, response, 200, await messageStatus({ actor: caller.actor }, { ...written, transid }));
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    sendJson(request, response, 404, { error: "This service has no message with that transid." });
  }
}
