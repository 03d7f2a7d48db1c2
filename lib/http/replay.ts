import { replaySchema } from "@/lib/inputs/replay";
import { replayUpdates } from "@/lib/updates/replay";
import { answers } from "./answers";
import { jsonOfCall } from "./json-body";
import { fromCheckedBody, methods, resource } from "./resource";

/** A thousand ids. */
const bodyBytes = 65_536;

/** `POST /resources/v1/updates/replay`: delivery updates of the service's own messages are sent again (contract 7). */
export const replayAddress = methods({
  POST: resource(async (as, input: Parameters<typeof replayUpdates>[1]) => ({ replayed: await replayUpdates(as, input) }), {
    action: "update.replay",
    input: fromCheckedBody(
      jsonOfCall,
      bodyBytes,
      replaySchema,
      "Invalid selection of updates.",
      ({ written }, { actor: { serviceId } }) => ({
        ...written,
        serviceId,
      }),
    ),
    answer: answers.replayUpdates[200],
  }),
});
