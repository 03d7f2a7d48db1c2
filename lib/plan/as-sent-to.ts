import type { PushRequestInput } from "@/lib/interface/request";
import { ownValues, requestWith, type PlanOptions } from "./own-values";
import type { PlannedRecipient } from "./requests";

/** The request of a pattern as one recipient of a list is sent it, with the values of their own. */
export function asSentTo(pattern: PushRequestInput, { type, id, parameters }: PlannedRecipient, options: PlanOptions): PushRequestInput {
  return requestWith(pattern, [{ [type]: [id] }], ownValues(parameters, options), options);
}
