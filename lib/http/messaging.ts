import { isExpired } from "@/lib/directory/retention/expired";
import type { ServiceRecord } from "@/lib/directory/service/find";
import { acceptRequest } from "@/lib/dispatch/accept";
import { statusQuerySchema } from "@/lib/inputs/status";
import { BODY_BYTES } from "@/lib/interface/limits";
import { problem } from "@/lib/interface/problem";
import { failureReply } from "@/lib/interface/reply";
import { messageStatus } from "@/lib/results/status";
import { attend } from "@/lib/runtime/attended";
import { newTransid } from "@/lib/runtime/transid";
import { NotFoundError } from "@/lib/verb/errors";
import { answers } from "./answers";
import { bytesBody } from "./bodies";
import { CallError, CallerError } from "./call-error";
import { fromQuery, methods, resource, serviceKey } from "./resource";
import { rowReply } from "./serialize";

/**
 * `POST /resources/v1/messaging` (interface 1, contract 1 and 2): credential first, then the body,
 * then the one acceptance, of the bytes as received. Every refusal carries a transid, and a service
 * may want 200 for each. The reply is written as it was accepted and is stored for a repeat: its
 * type is exact, and no schema picks its members.
 */
const acceptance = resource({
  caller: serviceKey("campaign.send"),
  body: bytesBody({ cap: BODY_BYTES }),
  run: ({ caller: { service }, body, call: { request } }) => {
    // One character for each byte, as Node reads headers.
    const key = request.headers["idempotency-key"];
    const idempotencyKey = Array.isArray(key) ? key[0] : key;
    return acceptRequest({ service, bytes: body, source: "api", idempotencyKey });
  },
  answer: ({ status, body, headers }, { service }) => ({
    status: statusFor(service, status),
    body,
    headers,
  }),
  refusal: (error, caller) => {
    const { status, problem, headers } = error;
    return {
      status: statusFor(caller?.service ?? serviceOf(error), status),
      body: failureReply({ transid: newTransid(), problems: problem ? [problem] : [] }),
      headers: status === 401 ? { "www-authenticate": "Bearer", ...headers } : headers,
    };
  },
});

/** See {@link acceptance}. */
export const messaging = methods({
  POST: (...call) => {
    attend();
    return acceptance(...call);
  },
});

/** The service of a key that may not send. */
function serviceOf(error: CallError): ServiceRecord | undefined {
  return error instanceof CallerError ? error.service : undefined;
}

/** A service may want 200 for every answer; the answer stays the same (contract 2). */
function statusFor(service: ServiceRecord | undefined, status: number): number {
  return service?.always200 ? 200 : status;
}

/**
 * `GET /resources/v1/messaging/{transid}?after=…&limit=…`: state, counts and, paged, each delivery
 * of one of the service's own messages. 404 with the rule `message.expired` for one of an age at
 * which messages are removed.
 */
export const status = methods({
  GET: resource({
    caller: serviceKey("service.view"),
    body: fromQuery(statusQuerySchema, "Invalid cursor."),
    run: async ({ caller: { actor, service }, body: { raw }, call: { named } }) => {
      const transid = named["transid"] ?? "";
      try {
        return await messageStatus({ actor }, { ...raw, transid });
      } catch (error) {
        if (!(error instanceof NotFoundError) || !(await isExpired(service.id, transid)))
          throw error;
        const expired = problem("message.expired", "");
        throw new CallError(404, "This message is no longer kept.", [expired]);
      }
    },
    answer: rowReply(answers.readMessage),
    missing: "This service has no message with that transid.",
  }),
});
