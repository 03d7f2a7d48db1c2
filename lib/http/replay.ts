import { mostReplayed, replaySchema } from "@/lib/inputs/update-list";
import { replayUpdates } from "@/lib/updates/replay";
import { answers } from "./answers";
import { jsonBody } from "./bodies";
import { checkedBody, methods, resource, serviceKey } from "./resource";
import { rowReply } from "./serialize";

/** A thousand ids. */
const bodyBytes = 65_536;

async function replay(
  ...[as, input]: Parameters<typeof replayUpdates>
): Promise<{ replayed: number; more?: true }> {
  const replayed = await replayUpdates(as, input);
  return replayed < mostReplayed ? { replayed } : { replayed, more: true };
}

/**
 * `POST /resources/v1/updates/replay`: delivery updates of the service's own messages are sent
 * again (contract 7), {@link mostReplayed} in one call.
 */
export const replayAddress = methods({
  POST: resource({
    caller: serviceKey("update.replay"),
    body: checkedBody(jsonBody({ cap: bodyBytes }), replaySchema, "Invalid selection of updates."),
    run: ({ caller: { actor }, body: { raw } }) =>
      replay({ actor }, { ...raw, serviceId: actor.serviceId }),
    answer: rowReply(answers.replayUpdates),
  }),
});
