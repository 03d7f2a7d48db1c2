import type { DestinationKey } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { utf8Bytes } from "@/lib/interface/text";
import { columnOf, type PlanOptions } from "./own-values";
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
 * Makes the few requests that stand for all those to a list: what is wrong with any of them is
 * wrong with one of these.
 *
 * @returns `largest`: one to each recipient whose payload may be the largest; `ofKinds`: one to
 *   each kind of identifier, with the id “-”, in the order given; `withDefaults`: where there are
 *   defaults, one to a recipient without values, and one with those of each of the largest that are
 *   longer than the default; `alone`: one to any other recipient
 */
export function listSamples(
  pattern: PushRequestInput,
  options: PlanOptions,
  { widest, kinds, values, lacking = {} }: SampledList,
) {
  // A recipient who is left out stands for others who are not.
  const everybody: PlanOptions = { ...options, leftOut: [] };
  const alone = (recipient: PlannedRecipient): ListSample => {
    const [planned] = planRequests(pattern, [recipient], everybody);
    return { recipient, body: requestBody(planned?.request ?? pattern) };
  };
  return {
    alone,
    largest: () =>
      widest.map((recipient) =>
        alone({ ...recipient, parameters: { ...lacking, ...recipient.parameters } }),
      ),
    ofKinds: () => kinds.map((type) => alone({ type, id: "-", parameters: values })),
    withDefaults: () => {
      const [type] = kinds;
      if (!options.defaults || type === undefined) return [];
      return [{}, ...widest.map(({ parameters }) => shorterThanDefault(parameters, options))].map(
        (own) => alone({ type, id: "-", parameters: own }),
      );
    },
  };
}

/**
 * The values of a recipient without those that are shorter than the default: others may have the
 * others and lack these.
 */
function shorterThanDefault(values: Values, options: PlanOptions): Values {
  const defaults = new Map(
    Object.entries(options.defaults ?? {}).map(([name, value]) => [
      columnOf(name, options),
      utf8Bytes(value),
    ]),
  );
  return Object.fromEntries(
    Object.entries(values).filter(
      ([column, value]) => utf8Bytes(value) >= (defaults.get(column) ?? 0),
    ),
  );
}
