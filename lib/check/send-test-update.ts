import { isId } from "@/lib/database/id";
import { database } from "@/lib/database/sql";
import { assertCallable } from "@/lib/directory/webhook/callable";
import { testUpdateSchema } from "@/lib/inputs/webhook";
import { endpointsOf } from "@/lib/updates/endpoints";
import { notifyurlReceiver, type Receiver } from "@/lib/updates/receivers";
import { sendTest } from "@/lib/updates/send-test";
import { NotFoundError, rejectInput } from "@/lib/verb/errors";
import { serviceNamed } from "@/lib/verb/service-of";
import { verbInSteps } from "@/lib/verb/verb";

/**
 * Sends a test update to the service's notify URL, to one of its webhooks, or to any address with
 * an authentication of the service. Returns what the receiver said, and nothing of what stands in
 * its answer: a receiver may repeat the secret that it was called with.
 */
export const sendTestUpdate = verbInSteps({
  action: "testUpdate.send",
  input: testUpdateSchema,
  service: serviceNamed,
  run: async ({ serviceId, audit }, input) => {
    const { kind } = input;
    const to =
      "receiver" in input
        ? await receiverNamed(serviceId, input.receiver)
        : { receiver: notifyurlReceiver, ...pick(input) };
    if (!("receiver" in input)) await assertCallable(database(), serviceId, to);
    // It may carry a stored authentication to where the member says: that leaves a trace, and
    // before it is called.
    await audit(database(), to.receiver === notifyurlReceiver ? serviceId : to.receiver, {
      kind,
      receiver: to.receiver,
      url: to.url,
      notifyurlAuthId: to.notifyAuthId,
    });
    return { row: await sendTest(database(), { serviceId, kind, to }) };
  },
});

function pick({ url, notifyAuthId }: { url: string; notifyAuthId: string }) {
  return { url, notifyAuthId };
}

async function receiverNamed(serviceId: string, receiver: string): Promise<Receiver> {
  const service = (await endpointsOf(database(), [serviceId])).get(serviceId);
  if (receiver !== notifyurlReceiver) {
    const webhook = isId(receiver)
      ? service?.webhooks.find(({ id }) => id === receiver)
      : undefined;
    if (!webhook) throw new NotFoundError("This webhook");
    return { receiver, url: webhook.url, notifyAuthId: webhook.notifyAuthId };
  }
  const url = service?.notifyurl ?? "";
  if (url === "")
    rejectInput("The service has no notify URL of its own. Set one under Services.", "/receiver");
  return { receiver, url, notifyAuthId: service?.notifyurlAuthId ?? "" };
}
