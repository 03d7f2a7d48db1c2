import type { PushRequestInput } from "@/lib/interface/request";
import { isLeftOut, ownValues, requestWith, type PlanOptions } from "./own-values";
import type { PlannedRecipient } from "./requests";

/**
 * The request of a pattern as one is sent it: the first recipient of a list who is not left out,
 * with the values of their own, or all of those that it names, where there is no list.
 *
 * @param head the first recipients of the list; undefined where it goes to none, or that is gone
 * @returns `who`: the id of that recipient
 */
export function asFirstSent(
  pattern: PushRequestInput,
  head: readonly PlannedRecipient[] | undefined,
  options: PlanOptions,
): { request: PushRequestInput; who?: string } {
  const first = head?.find(({ parameters }) => !isLeftOut(ownValues(parameters, options), options));
  if (!first)
    return {
      request: options.inText ? requestWith(pattern, pattern.destination, {}, options) : pattern,
    };
  const { type, id, parameters } = first;
  return {
    request: requestWith(pattern, [{ [type]: [id] }], ownValues(parameters, options), options),
    who: id,
  };
}
