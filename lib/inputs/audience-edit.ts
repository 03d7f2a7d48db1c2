import { z } from "zod";
import { destinationKeys } from "@/lib/interface/device-kinds";
import { audienceRecipientSchema, mostParameters, mostRecipients } from "./audience";
import { revision } from "./row";
import { filled, idText, mostNamedInCall, mostRecipientId, text } from "./text";

/** Recipients that are added or removed by hand in one call; a file comes in parts of its own. */
export const mostEdited = 200;

const edited = `at most ${mostEdited} recipients at a time`;

/** Recipients that are added to a list by hand. */
export const addRecipientsSchema = z.object({
  id: idText,
  recipients: z.array(audienceRecipientSchema).min(1).max(mostEdited, edited),
});
export type AddRecipients = z.input<typeof addRecipientsSchema>;

/**
 * One recipient of a list with the values that it gets in place of those it has. `was`: the values
 * that a form was filled from, at that revision of the list; left out, all that there is gets
 * replaced.
 */
export const editRecipientSchema = z.object({
  id: idText,
  revision,
  recipient: audienceRecipientSchema,
  was: z.object({ parameters: z.record(text(64), text(1_024)) }).optional(),
});
export type EditRecipient = z.input<typeof editRecipientSchema>;

/** The names that columns of a list have and are to get. */
export const renameColumnsSchema = z.object({
  id: idText,
  columns: z
    .array(
      z.object({
        from: text(64),
        to: z.string().regex(/^\w{1,64}$/, "must be letters, digits and _ only, at most 64"),
      }),
    )
    .min(1)
    .max(mostParameters)
    .superRefine((columns, context) => {
      for (const [index, { to }] of columns.entries())
        if (columns.findIndex((other) => other.to === to) < index)
          context.addIssue({
            code: "custom",
            path: [index, "to"],
            message: "must not be the name of another column",
          });
    }),
});
export type RenameColumns = z.input<typeof renameColumnsSchema>;

/** Recipients that are removed from a list, as its rows name them. */
export const removeRecipientsSchema = z.object({
  id: idText,
  recipients: z
    .array(z.object({ type: z.enum(destinationKeys), id: filled(mostRecipientId) }))
    .min(1)
    .max(mostEdited, edited),
});

/** A list, and its staged recipients. */
export const stagedSchema = z.object({ id: idText, stagedId: idText });

/**
 * What becomes of staged recipients: they are added, or replace all that the list has. `revision`:
 * of the list that they were compared with.
 */
export const applyStagedSchema = stagedSchema.extend({ how: z.enum(["add", "replace"]), revision });

/**
 * Arguments of counting what recipients have to be reached on: those of a list from a position on,
 * or those named.
 */
export const countCoverageSchema = z.object({
  appids: z.array(text(200)).min(1).max(20),
  audienceId: idText.nullable(),
  from: z.int().min(0).max(mostRecipients),
  named: z.partialRecord(
    z.enum(destinationKeys),
    z.array(text(mostRecipientId)).max(mostNamedInCall),
  ),
});
