import { memberIdOf } from "@/lib/auth/member";
import { database } from "@/lib/database/sql";
import { testRecipients } from "@/lib/directory/audience/test-recipients";
import { acceptRequest } from "@/lib/dispatch/accept";
import { serviceOfAppid } from "@/lib/dispatch/read-request";
import { sendTestSchema } from "@/lib/inputs/test-message";
import { problem } from "@/lib/interface/problem";
import { planRequests, requestBody, type PlannedRecipient, type PlannedRequest } from "@/lib/plan/requests";
import { refuse, RefusedError } from "@/lib/verb/errors";
import { verbInSteps } from "@/lib/verb/verb";
import { cutOf, versionOf } from "./plan";
import { serviceOfRequest } from "./service-of";

/** A test that was accepted. `refused`: of its requests some were not, the others are on their way. */
export interface TestSent {
  transids: string[];
  recipients: number;
  refused?: { recipients: number; message: string };
}

/**
 * Sends what was composed to those chosen for a test instead, each once, by the same acceptance as any message; the `destination` that was composed is replaced. It
 * is one request where one can hold them: recipients with values of their own that the template asks for, and those beyond 4,096 bytes, have their own. The same
 * nonce twice is one test.
 */
export const sendTestMessage = verbInSteps(
  "campaign.test",
  sendTestSchema,
  serviceOfRequest,
  async (
    { actor, audit },
    { request: { request }, nonce, choice, language = null },
  ): Promise<{ row: TestSent } | { unchanged: TestSent }> => {
    const service = await serviceOfAppid(request.appid);
    if (!service) throw new RefusedError(problem("appid.unknown", "/appid"));
    if (!service.active) throw new RefusedError(problem("service.inactive", ""));
    const recipients = await testRecipients(database(), request.appid, choice);
    const version = await versionOf(request);
    const options = cutOf(request, { service, version });
    const planned = [...planRequests(request, inFewRequests(recipients, options.parameters), options)];
    let stored = 0;
    const replies = await Promise.all(
      planned.map(({ request: part, recipients: count }, index) =>
        acceptRequest({
          service,
          bytes: new TextEncoder().encode(requestBody(part)),
          source: "test",
          language,
          templateVersion: version?.version,
          idempotencyKey: `test ${memberIdOf(actor)} ${nonce} ${index}`,
          beside: async (tx, transid) => {
            await audit(tx, transid, { appid: request.appid, recipients: count, transid });
            stored += 1;
          },
        }),
      ),
    );
    const row = summed(planned, replies);
    return stored > 0 ? { row } : { unchanged: row };
  },
);

function summed(planned: readonly PlannedRequest[], replies: readonly Awaited<ReturnType<typeof acceptRequest>>[]): TestSent {
  const transids = replies.flatMap((reply) => (reply.ok ? [reply.transid] : []));
  const message = replies.find((reply) => !reply.ok)?.problems[0]?.message;
  const count = (accepted: boolean) => planned.reduce((sum, one, index) => sum + (replies[index]?.ok === accepted ? one.recipients : 0), 0);
  if (transids.length === 0) refuse(message ?? "The service refused it.");
  return {
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
