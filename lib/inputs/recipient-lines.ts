import type { AudienceRecipientInput } from "./audience";

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
