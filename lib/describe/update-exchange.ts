import { z } from "zod";

const headers = z.array(z.tuple([z.string(), z.string()]));

/** The response of a receiver as far as it is stored. */
const responseSchema = z.object({
  /** Names in lower case, secret values masked. */
  headers,
  /** The first {@link mostResponseBytes} bytes, secrets masked; null when they are not text. */
  body: z.string().nullable(),
  /** Whether there was more of it, or of its headers. */
  cut: z.boolean(),
});

/**
 * The request and the response of one attempt, as they are stored and shown. The request's body is
 * the update's, at every attempt.
 */
export const updateExchangeSchema = z.object({
  method: z.literal("POST"),
  url: z.string(),
  headers,
  /** Null when no response came. */
  response: responseSchema.nullable(),
});

export type UpdateExchange = z.output<typeof updateExchangeSchema>;
export type UpdateResponse = z.output<typeof responseSchema>;

/** Days for which requests and responses of attempts are stored. */
export const exchangeDays = 30;
/** Bytes of a response body that are read and stored at most. */
export const mostResponseBytes = 4_096;
/** Characters of the names and values of response headers that are stored at most. */
export const mostHeaderText = 4_096;
