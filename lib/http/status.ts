import type { IncomingMessage, ServerResponse } from "node:http";
import { messageStatus } from "@/lib/results/status";
import { statusQuerySchema } from "@/lib/inputs/status";
import { authorize } from "./authenticate";
import { problemsOf } from "./client-call";
import { refuseCaller, refuseMethod, sendJson } from "./reply";

/** `GET /resources/v1/messaging/{transid}?after=…&limit=…`: state, counts and, paged, each delivery of one of the service's own messages. */
export async function status(request: IncomingMessage, response: ServerResponse, transid: string, query: URLSearchParams): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod(request, response, ["GET", "HEAD"]);
  const caller = await authorize(request, "service.view");
  if (!caller.ok) return refuseCaller(request, response, caller);
  const parsed = statusQuerySchema.safeParse(Object.fromEntries(query));
  if (!parsed.success) return sendJson(request, response, 400, { error: "Invalid cursor.", problems: problemsOf(parsed.error) });
  const { after, limit } = parsed.data;
  const found = await messageStatus(caller.service.id, transid, {
    ...(limit !== undefined && { limit }),
    ...(after !== undefined && { after }),
  });
  if (found) sendJson(request, response, 200, found);
  else sendJson(request, response, 404, { error: "This service has no message with that transid." });
}
