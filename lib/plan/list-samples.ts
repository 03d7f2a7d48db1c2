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
 * @returns `largest`: one to each recipient whose payload may be the largest; `ofKinds`: one to each kind of identifier, with the id “-”, in the order given; `alone`: one
 *   to any other recipient
 */
export function listSamples(pattern: PushRequestInput, options: PlanOptions, { widest, kinds, values, lacking = {} }: SampledList) {
  const alone = (recipient: PlannedRecipient): ListSample => {
    const [planned] = planRequests(pattern, [recipient], options);
    return { recipient, body: requestBody(planned?.request ?? pattern) };
  };
  return {
    alone,
    largest: () => widest.map((recipient) => alone({ ...recipient, parameters: { ...lacking, ...recipient.parameters } })),
    ofKinds: () => kinds.map((type) => alone({ type, id: "-", parameters: values })),
  };
}
