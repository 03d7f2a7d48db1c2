import { z } from "zod";
import { destinationKeys } from "@/lib/interface/device-kinds";
import { normalId } from "@/lib/interface/recipient-id";
import { withoutEdges } from "@/lib/interface/text";
import { filled, idText, mostRecipientId, mostValueLength, name, text } from "./text";

/** Recipients of one list at most. */
export const mostRecipients = 2_000_000;
/** The limit of {@link mostRecipients} as a sentence. */
export const recipientLimit = `A list can have at most ${mostRecipients.toLocaleString("en")} recipients.`;
/** Bytes of a file of recipients: a thousand a row. */
export const mostFileBytes = 2_000_000_000;
/** Recipients in one call of a verb: a longer list is stored in several, one transaction each. */
export const mostRecipientsInCall = 2_000;
/** Parameters that a recipient may have values for. */
export const mostParameters = 20;
/** Recipients of a test: a larger list is not offered for one. */
export const mostTestRecipients = 100;

/**
 * A recipient of a list: an identifier as `destination` names them, in its one form, and the values
 * of its own for a template's parameters.
 */
export const audienceRecipientSchema = z
  .object({
    type: z.enum(destinationKeys),
    id: filled(mostRecipientId).refine((id) => withoutEdges(id) !== "", {
      error: "must not be empty",
    }),
    parameters: z
      .record(z.string().regex(/^\w{1,64}$/), text(mostValueLength), {
        error: ({ code }) =>
          code === "invalid_key"
            ? "a parameter's name has letters, digits and _, at most 64"
            : undefined,
      })
      .refine((parameters) => Object.keys(parameters).length <= mostParameters, {
        error: `at most ${mostParameters} parameters`,
      })
      .default({}),
  })
  .transform((recipient) => ({ ...recipient, id: normalId(recipient.type, recipient.id) }));
export type AudienceRecipientInput = z.input<typeof audienceRecipientSchema>;

const audienceRecipientsSchema = z
  .array(audienceRecipientSchema)
  .max(
    mostRecipientsInCall,
    `a call takes at most ${mostRecipientsInCall.toLocaleString("en")} recipients`,
  );

/** The input that begins a new list. */
export const audienceSchema = z.object({
  /** The list belongs to the service of this app. */
  appid: filled(200),
  name: name(200),
  /** Offered when a message is tested. */
  test: z.boolean().default(false),
});
export type AudienceInput = z.input<typeof audienceSchema>;

/**
 * Recipients that are added to a list that was begun. `from`: so many the list has before them, at
 * least.
 */
export const audienceFillSchema = z.object({
  id: idText,
  from: z.int().min(0).max(mostRecipients).default(0),
  recipients: audienceRecipientsSchema,
});

/**
 * The closing of a list that was begun: under another name than it was begun with, where that was
 * given to another list meanwhile.
 */
export const audienceFinishSchema = z.object({ id: idText, name: name(200).optional() });

/** A whole list of at most 2,000 recipients. */
export const wholeAudienceSchema = audienceSchema.omit({ appid: true }).extend({
  serviceId: idText,
  recipients: audienceRecipientsSchema.min(1, "are missing: a list has at least one"),
});

/** What a list becomes: another name, a test group or none. What is left out stays as it is. */
export const audienceChangeSchema = z.object({
  id: idText,
  name: name(200).optional(),
  test: z.boolean().optional(),
});

/** Bytes of one piece of a file at most: the recipients that one call adds to a list. */
export const mostPieceBytes = 4_000_000;
/**
 * Bytes of one line at most: more than an id and 20 values have with each of their characters
 * escaped.
 */
export const mostLineBytes = 200_000;

/**
 * Writes a recipient as a line of JSON, without the line break: its type, its id and, where it has
 * any, its values.
 */
export function recipientLine({ type, id, parameters = {} }: AudienceRecipientInput): string {
  return JSON.stringify(Object.keys(parameters).length === 0 ? [type, id] : [type, id, parameters]);
}
