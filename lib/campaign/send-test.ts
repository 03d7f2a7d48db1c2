import { createHash } from "node:crypto";
import { memberIdOf } from "@/lib/auth/member";
import { database } from "@/lib/database/sql";
import { assertLimitedChoice } from "@/lib/directory/audience/limited-choice";
import { countTest, countTestDevices } from "@/lib/directory/audience/test-allowance";
import { testRecipients } from "@/lib/directory/audience/test-recipients";
import { approvalRules } from "@/lib/directory/audience/test-rules";
import { acceptRequest, type AcceptReply } from "@/lib/dispatch/accept";
import { serviceOfAppid } from "@/lib/dispatch/read-request";
import { sendTestSchema } from "@/lib/inputs/test-message";
import { problem } from "@/lib/interface/problem";
import type { PlanOptions } from "@/lib/plan/own-values";
import {
  planRequests,
  requestBody,
  type PlannedRecipient,
  type PlannedRequest,
} from "@/lib/plan/requests";
import { mayTestOnAnyone } from "@/lib/policy/tests";
import { rejectInput, RefusedError } from "@/lib/verb/errors";
import { verbInSteps } from "@/lib/verb/verb";
import { cutOf } from "./order/cut";
import { versionOf } from "./order/plan";
import { serviceOfRequest } from "./order/service-of";

/**
 * A test that was accepted. `refused`: of its requests some were not, the others are on their way.
 */
export interface TestSent {
  transids: string[];
  recipients: number;
  refused?: { recipients: number; message: string };
}

/**
 * Sends what was composed to those chosen for a test instead, each once, by the same acceptance as
 * any message; the `destination` that was composed is replaced. It is one request where one can
 * hold them: recipients with values of their own that the template asks for, and those beyond 4,096
 * bytes, have their own. The same nonce with the same requests twice is one test. A member who may
 * not send, or whose sends need approval, tests on test groups, simulated devices and the browser
 * at hand alone. Throws `RefusedError` for any other choice, and beyond the devices that the member
 * may test on in a day.
 */
export const sendTestMessage = verbInSteps({
  action: "testMessage.send",
  input: sendTestSchema,
  service: serviceOfRequest,
  run: async (
    { actor, serviceId, audit },
    { request: { request }, nonce, choice, language = null },
  ): Promise<{ row: TestSent } | { unchanged: TestSent }> => {
    const service = await serviceOfAppid(request.appid);
    if (!service) throw new RefusedError(problem("appid.unknown", "/appid"));
    if (!service.active) throw new RefusedError(problem("service.inactive", ""));
    const onAnyone = mayTestOnAnyone(actor, serviceId, await approvalRules(database(), serviceId));
    const recipients = await testRecipients(database(), request.appid, choice);
    if (!onAnyone.ok) await assertLimitedChoice(database(), request.appid, choice, onAnyone.reason);
    const version = await versionOf(request);
    // Texts without a template come filled in, as they were drawn.
    const options: PlanOptions = request.message
      ? cutOf(request, { service, version })
      : { sizeRule: service.sizeRule, parameters: [] };
    const planned = [
      ...planRequests(request, inFewRequests(recipients, options.parameters), options),
    ].map((part) => ({
      ...part,
      bytes: new TextEncoder().encode(requestBody(part.request)),
    }));
    const memberId = memberIdOf(actor);
    const name = `test ${memberId} ${nonce} ${hashOf(planned)}`;
    const devices = await countTestDevices(database(), request.appid, recipients);
    let stored = 0;
    const replies = await acceptedInTurn(planned, ({ bytes, recipients: count }, index, counts) =>
      acceptRequest({
        service,
        bytes,
        source: "test",
        language,
        templateVersion: version?.version,
        idempotencyKey: `${name} ${index}`,
        inTransaction: async (tx, transid) => {
          if (counts && memberId !== null) await countTest(tx, { memberId, serviceId, devices });
          await audit(tx, transid, { appid: request.appid, recipients: count, transid });
          stored += 1;
        },
      }),
    );
    const row = summed(planned, replies);
    return stored > 0 ? { row } : { unchanged: row };
  },
});

/**
 * Accepts the parts of a test: one after the other until one is accepted, which counts the whole
 * test, then the others at once. A repeat finds its first accepted part accepted already, and
 * counts nothing.
 */
async function acceptedInTurn<P>(
  parts: readonly P[],
  accept: (part: P, index: number, counts: boolean) => Promise<AcceptReply>,
): Promise<AcceptReply[]> {
  const replies: AcceptReply[] = [];
  for (const [index, part] of parts.entries()) {
    if (replies.some(({ ok }) => ok)) break;
    replies.push(await accept(part, index, true));
  }
  const first = replies.length;
  return [
    ...replies,
    ...(await Promise.all(
      parts.slice(first).map((part, index) => accept(part, first + index, false)),
    )),
  ];
}

/** SHA-256 of the bytes of all parts: under one nonce, other requests are another test. */
function hashOf(parts: readonly { bytes: Uint8Array }[]): string {
  const hash = createHash("sha256");
  for (const { bytes } of parts) hash.update(`${bytes.length}:`).update(bytes);
  return hash.digest("base64url");
}

function summed(
  planned: readonly Pick<PlannedRequest, "recipients">[],
  replies: readonly AcceptReply[],
): TestSent {
  const transids = replies.flatMap((reply) => (reply.ok ? [reply.transid] : []));
  const message = replies.find((reply) => !reply.ok)?.problems[0]?.message;
  const count = (accepted: boolean) =>
    planned.reduce(
      (sum, one, index) => sum + (replies[index]?.ok === accepted ? one.recipients : 0),
      0,
    );
  if (transids.length === 0) rejectInput(message ?? "The service refused it.");
  return {
    transids,
    recipients: count(true),
    ...(message !== undefined && { refused: { recipients: count(false), message } }),
  };
}

/**
 * Those with the same values, and among them those of the same kind, one behind the other:
 * neighbours share a request and an entry.
 */
function inFewRequests(
  recipients: readonly PlannedRecipient[],
  parameters: readonly string[],
): PlannedRecipient[] {
  const groups = new Map<string, PlannedRecipient[]>();
  for (const one of recipients) {
    const values = JSON.stringify(
      parameters.map((name) => (Object.hasOwn(one.parameters, name) ? one.parameters[name] : null)),
    );
    groups.set(values, [...(groups.get(values) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) =>
    group.toSorted((one, other) => (one.type < other.type ? -1 : one.type > other.type ? 1 : 0)),
  );
}
