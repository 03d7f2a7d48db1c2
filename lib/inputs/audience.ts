import { z } from "zod";
import { destinationKeys } from "@/lib/interface/device-kinds";

/** Recipients of one list at most. */
export const mostRecipients = 500_000;
/** Recipients in one call: a longer list comes in several. */
export const mostRecipientsInCall = 2_000;
/** Parameters that a recipient may have values for. */
export const mostParameters = 20;
/** Recipients of a test: a larger list is not offered for one. */
export const mostTestRecipients = 100;

/** PostgreSQL keeps no U+0000. */
const kept = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => !text.includes("\u0000"), { error: "U+0000 cannot be kept" });

/** A recipient of a list: an identifier as `destination` names them, and the values of its own for a template's parameters. */
export const audienceRecipientSchema = z.object({
  type: z.enum(destinationKeys),
  id: kept(4_096),
  parameters: z
    .record(z.string().regex(/^\w{1,64}$/, { error: "a parameter's name has letters, digits and _" }), kept(1_024).or(z.literal("")))
    .refine((parameters) => Object.keys(parameters).length <= mostParameters, { error: `at most ${mostParameters} parameters` })
    .default({}),
});
export type AudienceRecipientInput = z.input<typeof audienceRecipientSchema>;

export const audienceRecipientsSchema = z.array(audienceRecipientSchema).max(mostRecipientsInCall);

/** What a new list is told first. */
export const audienceSchema = z.object({
  /** The list belongs to the service of this app. */
  appid: z.string().min(1).max(200),
  name: kept(200).trim(),
  /** Offered when a message is tested. */
  test: z.boolean().default(false),
});
export type AudienceInput = z.input<typeof audienceSchema>;
