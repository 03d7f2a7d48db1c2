import { statusQuerySchema } from "@/lib/inputs/status";
import { messageStatus } from "@/lib/results/status";
import { answers } from "./answers";
import { fromQuery, methods, resource, serviceKey } from "./resource";
import { rowReply } from "./serialize";

/**
 * `GET /resources/v1/messaging/{transid}?after=…&limit=…`: state, counts and, paged, each delivery
 * of one of the service's own messages.
 */
export const status = methods({
  GET: resource({
    caller: serviceKey("service.view"),
    body: fromQuery(statusQuerySchema, "Invalid cursor."),
    run: ({ caller: { actor }, body: { raw }, call: { named } }) =>
      messageStatus({ actor }, { ...raw, transid: named["transid"] ?? "" }),
    answer: rowReply(answers.readMessage),
    missing: "This service has no message with that transid.",
  }),
});
