import type { OpenAudience } from "@/lib/directory/audience/rows";
import { serviceOfSegment } from "@/lib/directory/segment/rows";
import { wordsOfRule } from "@/lib/directory/segment/rule-words";
import { drawSegmentSchema } from "@/lib/inputs/compose";
import { NotFoundError } from "@/lib/verb/errors";
import { view } from "@/lib/verb/view";
import { evaluateSegment } from "./order/segment";

/** A segment as the composer draws it: its users as a list, and its rule in words. */
interface DrawnSegment {
  audience: OpenAudience;
  words: string;
}

/**
 * Evaluates a segment for a message, as a plan of it does: who is in it, with values for the names
 * that the message asks for. Plan and order share the result for some minutes. Refuses a segment
 * that cannot be evaluated, and one without a user.
 */
export const drawSegment = view({
  action: "campaign.save",
  input: drawSegmentSchema,
  service: { find: serviceOfSegment, missing: () => new NotFoundError("This segment") },
  run: async ({ sql, serviceId }, { id, parameters, columns }): Promise<DrawnSegment> => {
    const choice = { id, evaluation: "send" } as const;
    const { audience, segment } = await evaluateSegment(serviceId, choice, { parameters, columns });
    return { audience, words: await wordsOfRule(sql, serviceId, segment.rule) };
  },
});
