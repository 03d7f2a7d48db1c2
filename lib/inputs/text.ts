import { z } from "zod";
import { PAYLOAD_BYTES } from "@/lib/interface/limits";
import { isNothing } from "@/lib/interface/recipient-id";
import { isSendable, unsendable, withoutEdges } from "@/lib/interface/text";

const storableText = z
  .string({ error: ({ input }) => (input === undefined ? "is missing" : "must be a text") })
  .refine(isSendable, { error: unsendable, abort: true });
export const within = (most: number) => ({
  error: `takes at most ${most.toLocaleString("en")} characters`,
});

/**
 * A text that people, devices or programs write, as it stands: every text of every way in is one of
 * these, or is refused with the reason.
 *
 * @param most UTF-16 units
 */
export function text(most: number) {
  return storableText.max(most, within(most));
}

/** A text that must not be empty. `most` as with {@link text}. */
export function filled(most: number) {
  return storableText.min(1, "must not be empty").max(most, within(most));
}

/** A name: a text without the spaces around it, never empty. `most` as with {@link text}. */
export function name(most: number) {
  return storableText.trim().min(1, "must not be empty").max(most, within(most));
}

/**
 * An id that programs give to a user or a device, without what stands around it by accident. What a
 * program writes where it has none, `(null)`, is refused: all whom it has no id for would be one.
 * `most` as with {@link text}.
 */
export function givenId(most: number) {
  return storableText
    .overwrite(withoutEdges)
    .min(1, "must not be empty")
    .max(most, within(most))
    .refine((id) => !isNothing(id), {
      error: ({ input }) =>
        `is "${String(input)}", which a program writes where it has no id; send the real one or leave it out`,
    });
}

/**
 * UTF-16 units of a user id or push id at most: as many as fit the payload of a request that names
 * it (interface 4 rule 5).
 */
export const mostRecipientId = PAYLOAD_BYTES;

/**
 * Identifiers of one kind in one call that counts their devices, at most: more come in several
 * calls.
 */
export const mostNamedInCall = 5_000;

/** The user id that browsers showing the console register as. */
export const consoleBrowserUser = "this-browser";

/** An id that Clarion created. A well-formed one may still belong to nothing. */
export const idText = text(100);

/** UTF-16 units that a recipient's value for a parameter has at most, and a default for it. */
export const mostValueLength = 1_024;
