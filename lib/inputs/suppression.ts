import { z } from "zod";
import { pageInput } from "./page";
import { filled, idText, mostRecipientId, text } from "./text";

/** What can be suppressed: a user, on any devices, or one device. */
const suppressionKinds = ["userid", "pushid"] as const;
export type SuppressionKind = (typeof suppressionKinds)[number];

/** Ids of one call. */
const mostSuppressed = 1_000;

const id = filled(mostRecipientId);

/** Who is to get nothing any more. What is on the list already stays there as it is. */
export const suppressSchema = z.object({
  serviceId: idText,
  kind: z.enum(suppressionKinds),
  ids: z
    .array(id)
    .min(1, "Write at least one.")
    .max(mostSuppressed, `At most ${mostSuppressed.toLocaleString("en")} at a time.`),
  note: text(200).default(""),
});

/** As {@link suppressSchema}, with the ids as people type them: one a line. */
export const suppressFormSchema = z.object({
  kind: z.enum(suppressionKinds),
  lines: filled(200_000)
    .refine((lines) => idsOfLines(lines).length > 0, { error: "Write at least one." })
    .refine((lines) => idsOfLines(lines).length <= mostSuppressed, {
      error: `At most ${mostSuppressed.toLocaleString("en")} at a time.`,
    }),
  note: text(200),
});

/** The ids in a text that has one a line, each once. */
export function idsOfLines(lines: string): string[] {
  return [...new Set(lines.split(/\r\n|\n|\r/).map((line) => line.trim()))].filter(
    (line) => line !== "",
  );
}

/** Which suppressed ids of a service are listed. */
export const listSuppressionsSchema = z.object({
  serviceId: z.string(),
  /** A whole user id or push id. */
  text: z.string().optional(),
  ...pageInput,
});
