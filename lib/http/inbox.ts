import { once } from "@/lib/runtime/once";
import { TokenBuckets } from "@/lib/runtime/token-buckets";
import { putInInbox, serviceOfInbox } from "@/lib/updates/inbox";
import { inboxAnswers } from "@/lib/updates/post";
import { answers } from "./answers";
import { bytesBody } from "./bodies";
import { CallError } from "./call-error";
import { assertNoWait, takeFromAddress } from "./client-rate";
import { methods, resource, type Call } from "./resource";
import { rowReply } from "./serialize";

const bodyLimits = { cap: 65_536, tooLarge: "The body is larger than 64 KB." };
/** Calls a second that one inbox takes from outside; ten seconds' worth at once. */
const callsPerSecond = 20;

const buckets = () => once("inbox-rates", () => new TokenBuckets(callsPerSecond));

/**
 * `POST /resources/v1/inbox/{token}`: takes a call from outside as a notify URL would, and stores
 * any body as it came.
 */
export const inbox = methods({
  POST: resource({
    caller: serviceOfAddress,
    body: bytesBody(bodyLimits),
    run: async ({ caller: serviceId, body, call: { request } }) => {
      await putInInbox(serviceId, { headers: request.headers, body, outside: true });
      return inboxAnswers.accepted.json;
    },
    answer: rowReply(answers.postToInbox),
    // As a notify URL answers: one sentence.
    refusal: ({ status, message, headers }) => ({ status, body: { error: message }, headers }),
  }),
});

/**
 * Returns the service whose inbox an address is: the token in it is the credential. Throws
 * `CallError`, 404, for an unknown one.
 */
async function serviceOfAddress({ request, named }: Call): Promise<string> {
  // Before the token is looked up: guessing has its limit too.
  assertNoWait("from this address", takeFromAddress(request, 1));
  const serviceId = await serviceOfInbox(named["token"] ?? "");
  const { status, json } = inboxAnswers.unknown;
  if (serviceId === undefined) throw new CallError(status, json.error);
  assertNoWait("to this inbox", buckets().take(serviceId, 1));
  return serviceId;
}
