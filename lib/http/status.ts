import type { IncomingMessage, ServerResponse } from "node:http";
import { v7 } from "uuid";
import { messageStatus } from "@/lib/dispatch/status";
import { failureReply, httpStatus } from "@/lib/interface/reply";
import { authenticate } from "./authenticate";
import { refuseMethod, sendJson } from "./reply";

/** `GET /resources/v1/messaging/{transid}?after=…&limit=…`: state, counts and, paged, each delivery of one of the service's own messages. */
export async function status(request: IncomingMessage, response: ServerResponse, transid: string, query: URLSearchParams): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") return refuseMethod(request, response, ["GET", "HEAD"]);
  const caller = await authenticate(request);
  if (!caller.ok)
    return sendJson(request, response, httpStatus(caller.problem.code), failureReply({ transid: v7(), problems: [caller.problem] }));
  const after = query.get("after");
  const limit = Number(query.get("limit") ?? "100");
  const found = await messageStatus(caller.service.id, transid, {
    limit: Number.isInteger(limit) ? limit : 100,
    ...(after === null ? {} : { after }),
  });
  if (found) sendJson(request, response, 200, found);
  else sendJson(request, response, 404, { error: "This service has no message with that transid." });
}
