import { statusQuerySchema } from "@/lib/inputs/status";
import { messageStatus } from "@/lib/results/status";
import { answers } from "./answers";
import { fromQuery, methods, resource } from "./resource";

/**
 * `GET /resources/v1/messaging/{transid}?after=…&limit=…`: state, counts and, paged, each delivery
 * of one of the service's own messages.
 */
export const status = methods({
  GET: resource(messageStatus, {
    action: "service.view",
    input: fromQuery(statusQuerySchema, "Invalid cursor.", ({ raw }, { named }) => ({
      ...raw,
      transid: named["transid"] ?? "",
    })),
    answer: answers.readMessage[200],
    missing: "This service has no message with that transid.",
  }),
});
