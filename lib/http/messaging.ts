import type { IncomingMessage, ServerResponse } from "node:http";
import type { ServiceRecord } from "@/lib/directory/service/find";
import { acceptRequest } from "@/lib/dispatch/accept";
import { BODY_BYTES } from "@/lib/interface/limits";
import { problem } from "@/lib/interface/problem";
import { failureReply, httpStatus } from "@/lib/interface/reply";
import { attend } from "@/lib/runtime/attended";
import { newTransid } from "@/lib/runtime/transid";
import { authenticate, refusedScope, type Refused } from "./authenticate";
import { ContentCodingError } from "./content-coding";
import { BodyAbortedError, BodyTooLargeError, readBody } from "./read-body";
import { refuseMethod, sendJson } from "./reply";

/**
 * `POST /resources/v1/messaging` (interface 1, contract 1 and 2): credential first, then the body,
 * then the one acceptance. No `resource`: the bytes as received are what is accepted, every refusal
 * carries the transid, and a service may want 200 for each.
 */
export async function messaging(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") return refuseMethod(request, response, ["POST"]);
  attend();
  const transid = newTransid();
  const caller = await authenticate(request);
  if (!caller.ok) return rejectRequest(request, response, transid, caller);
  const { service } = caller;
  const refused = refusedScope(caller.actor, "campaign.send");
  if (refused) return rejectRequest(request, response, transid, refused, service);
  let bytes: Buffer;
  try {
    bytes = await readBody(request, response, BODY_BYTES);
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      const what = problem("body.size", "");
      return rejectRequest(
        request,
        response,
        transid,
        { problem: what, status: httpStatus(what.code) },
        service,
      );
    }
    if (error instanceof ContentCodingError) {
      const what = problem("body.coding", "", { reason: error.message });
      return rejectRequest(
        request,
        response,
        transid,
        { problem: what, status: error.status },
        service,
        error.headers,
      );
    }
    if (error instanceof BodyAbortedError) return void request.destroy();
    throw error;
  }
  // One character for each byte, as Node reads headers.
  const key = request.headers["idempotency-key"];
  const idempotencyKey = Array.isArray(key) ? key[0] : key;
  const reply = await acceptRequest({ service, bytes, source: "api", transid, idempotencyKey });
  sendJson(request, response, statusFor(service, reply.status), reply.body, reply.headers);
}

function rejectRequest(
  request: IncomingMessage,
  response: ServerResponse,
  transid: string,
  { problem: what, status }: Omit<Refused, "ok">,
  service?: ServiceRecord,
  more: Record<string, string> = {},
): void {
  const headers = status === 401 ? { "www-authenticate": "Bearer", ...more } : more;
  sendJson(
    request,
    response,
    statusFor(service, status),
    failureReply({ transid, problems: [what] }),
    headers,
  );
}

/** A service may want 200 for every answer; the answer stays the same (contract 2). */
function statusFor(service: ServiceRecord | undefined, status: number): number {
  return service?.always200 ? 200 : status;
}
