import type { DestinationKey } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import type { PlanOptions } from "./own-values";
import { planRequests, requestBody, type PlannedRecipient } from "./requests";

type Values = Readonly<Record<string, string>>;

interface SampledList {
  /** The recipients whose payload may be the largest. */
  widest: readonly PlannedRecipient[];
  kinds: readonly DestinationKey[];
  /** By column, the values of the recipient that stands for a kind of identifier. */
  values: Values;
  /** By column, the values of recipients that have none of their own; none by default. */
  lacking?: Values;
}

/** A request to one recipient, which stands for many of a list. */
interface ListSample {
  recipient: PlannedRecipient;
  /** As it would be sent. */
  body: string;
}

/**
 * Makes the few requests that stand for all those to a list: what is wrong with any of them is wrong with one of these.
 *
 * @returns `largest`: one to each recipient whose payload may be the largest; `ofKinds`: one to each kind of identifier, with the id “-”, in the order given; `withDefaults`: one to somebody without values, where
 *   there are defaults; `alone`: one to any other recipient
 */
export function listSamples(pattern: PushRequestInput, options: PlanOptions, { widest, kinds, values, lacking = {} }: SampledList) {
  // Somebody who is left out stands for others who are not.
  const everybody: PlanOptions = { ...options, leftOut: [] };
  const alone = (recipient: PlannedRecipient): ListSample => {
    const [planned] = planRequests(pattern, [recipient], everybody);
    return { recipient, body: requestBody(planned?.request ?? pattern) };
  };
  return {
    alone,
    largest: () => widest.map((recipient) => alone({ ...recipient, parameters: { ...lacking, ...recipient.parameters } })),
    ofKinds: () => kinds.map((type) => alone({ type, id: "-", parameters: values })),
    withDefaults: () => (options.defaults ? kinds.slice(0, 1) : []).map((type) => alone({ type, id: "-", parameters: {} })),
  };
}
