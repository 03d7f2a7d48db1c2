import { assertRole, type Member } from "@/lib/auth/member";
import { AudienceError } from "@/lib/directory/audience/rows";
import { testRecipients, type TestChoice } from "@/lib/directory/audience/test-recipients";
import { parseJson } from "@/lib/interface/exact-json";
import { problem } from "@/lib/interface/problem";
import type { PushRequestInput } from "@/lib/interface/request";
import { log } from "@/lib/log/log";
import { planRequests, type PlannedRecipient, type PlannedRequest } from "@/lib/plan/requests";
import { acceptRequest } from "@/lib/dispatch/accept";
import { cutOf } from "./plan";
import { requestBody } from "@/lib/plan/requests";
import { serviceOfAppid } from "@/lib/dispatch/read-request";

/** A test that was accepted, or why it was not. `refused`: of its requests some were not, the others are on their way. */
export type TestReply =
  | { ok: true; transids: string[]; recipients: number; refused?: { recipients: number; message: string } }
  | { ok: false; message: string };

/**
 * Sends what was composed to those chosen for a test instead, each once, by the same acceptance as any message. It is one request where one can hold them:
 * recipients with values of their own that the template asks for, and those beyond 4,096 bytes, have their own. The same nonce twice is one test. Throws
 * `ForbiddenError` below the role marketer.
 *
 * @param body the message as composed: the text of a JSON object with an `appid`; its `destination` is replaced
 */
export async function sendTest(member: Member, body: string, nonce: string, choice: TestChoice): Promise<TestReply> {
  assertRole(member, "marketer");
  try {
    const request = parseJson(body) as PushRequestInput;
    const service = await serviceOfAppid(request.appid);
    if (!service) return { ok: false, message: problem("appid.unknown", "/appid").message };
    if (!service.active) return { ok: false, message: problem("service.inactive", "").message };
    const recipients = await testRecipients(member, request.appid, choice);
    const options = await cutOf(request, service);
    const planned = [...planRequests(request, inFewRequests(recipients, options.parameters), options)];
    const replies = await Promise.all(
      planned.map(({ request: part }, index) =>
        acceptRequest({
          service,
          bytes: new TextEncoder().encode(requestBody(part)),
          source: "console",
          idempotencyKey: `test ${member.id} ${nonce.slice(0, 64)} ${index}`,
        }),
      ),
    );
    return summed(planned, replies);
  } catch (error) {
    if (error instanceof AudienceError) return { ok: false, message: error.message };
    log().error({ err: error, member: member.id }, "a test was not accepted");
    return { ok: false, message: problem("internal.error", "").message };
  }
}

function summed(planned: readonly PlannedRequest[], replies: readonly Awaited<ReturnType<typeof acceptRequest>>[]): TestReply {
  const transids = replies.flatMap((reply) => (reply.ok ? [reply.transid] : []));
  const message = replies.find((reply) => !reply.ok)?.problems[0]?.message;
  const count = (accepted: boolean) => planned.reduce((sum, one, index) => sum + (replies[index]?.ok === accepted ? one.recipients : 0), 0);
  if (transids.length === 0) return { ok: false, message: message ?? "The service refused it" };
  return {
    ok: true,
    transids,
    recipients: count(true),
    ...(message !== undefined && { refused: { recipients: count(false), message } }),
  };
}

/** Those with the same values, and among them those of the same kind, one behind the other: neighbours share a request and an entry. */
function inFewRequests(recipients: readonly PlannedRecipient[], parameters: readonly string[]): PlannedRecipient[] {
  const groups = new Map<string, PlannedRecipient[]>();
  for (const one of recipients) {
    const values = JSON.stringify(parameters.map((name) => (Object.hasOwn(one.parameters, name) ? one.parameters[name] : null)));
    groups.set(values, [...(groups.get(values) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) =>
    group.toSorted((one, other) => (one.type < other.type ? -1 : one.type > other.type ? 1 : 0)),
  );
}
