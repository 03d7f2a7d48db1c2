import { z } from "zod";
import { PAYLOAD_BYTES } from "@/lib/interface/limits";
import { isSendable, unsendable } from "@/lib/interface/text";

/**
 * Bytes of UTF-8 of any value at most, and the largest `maxLength`: the request that brings the
 * value takes no more (interface 4 rule 5).
 */
export const mostValueBytes = PAYLOAD_BYTES;

/**
 * UTF-16 units of a text of a template at most, a default, sample or translation: the request that
 * it is merged into takes no more (contract 6).
 */
export const mostCharacters = PAYLOAD_BYTES;

/** A text of a template as its author writes it. */
export const templateText = z.string().max(mostCharacters).refine(isSendable, unsendable);

/** Refuses each element of a list that has the same text for a member as one before it. */
export function eachOnce<Name extends string>(member: Name, message: (text: string) => string) {
  return (list: readonly Readonly<Record<Name, string>>[], ctx: z.core.$RefinementCtx): void => {
    const seen = new Set<string>();
    list.forEach(({ [member]: text }, index) => {
      if (seen.has(text))
        ctx.addIssue({ code: "custom", path: [index, member], message: message(text) });
      seen.add(text);
    });
  };
}
