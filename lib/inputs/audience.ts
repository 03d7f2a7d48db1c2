import { z } from "zod";
import { destinationKeys } from "@/lib/interface/device-kinds";
import { filled, idText, name, text } from "./text";

/** Recipients of one list at most. */
export const mostRecipients = 500_000;
/** Recipients in one call: a longer list comes in several. */
export const mostRecipientsInCall = 2_000;
/** Parameters that a recipient may have values for. */
export const mostParameters = 20;
/** Recipients of a test: a larger list is not offered for one. */
export const mostTestRecipients = 100;

/** A recipient of a list: an identifier as `destination` names them, and the values of its own for a template's parameters. */
export const audienceRecipientSchema = z.object({
  type: z.enum(destinationKeys),
  id: filled(4_096),
  parameters: z
    .record(z.string().regex(/^\w{1,64}$/, { error: "a parameter's name has letters, digits and _" }), text(1_024))
    .refine((parameters) => Object.keys(parameters).length <= mostParameters, { error: `at most ${mostParameters} parameters` })
    .default({}),
});
export type AudienceRecipientInput = z.input<typeof audienceRecipientSchema>;

export const audienceRecipientsSchema = z
  .array(audienceRecipientSchema)
  .max(mostRecipientsInCall, `a call takes at most ${mostRecipientsInCall.toLocaleString("en")} recipients`);

/** What a new list is told first. */
export const audienceSchema = z.object({
  /** The list belongs to the service of this app. */
  appid: filled(200),
  name: name(200),
  /** Offered when a message is tested. */
  test: z.boolean().default(false),
});
export type AudienceInput = z.input<typeof audienceSchema>;

/** What can be done to a list as a whole. */
export const audienceChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("rename"), name: name(200) }),
  z.object({ kind: z.literal("test"), test: z.boolean() }),
  z.object({ kind: z.literal("remove") }),
]);
export type AudienceChange = z.input<typeof audienceChangeSchema>;

/** Arguments of the actions on lists. What a list is made of and how it changes is read by the verbs, with the schemas above. */
export const addToListSchema = z.object({ id: idText, recipients: z.custom<AudienceRecipientInput[]>() });
export const changeListSchema = z.object({ id: idText, change: z.custom<AudienceChange>() });
export const beginListSchema = z.object({ list: z.custom<AudienceInput>() });
