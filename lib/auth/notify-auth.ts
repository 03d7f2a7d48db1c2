import { z } from "zod";

/** Visible ASCII with inner spaces: what may stand in a header value without ending it (RFC 9110, 5.5). */
const headerValue = z
  .string()
  .min(1)
  .max(8_000)
  .regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, "printable ASCII");
/** Names that Clarion sets itself, or that would change how the message is read. */
const ours = /^(host|connection|content-length|content-type|transfer-encoding|upgrade|te|trailer|expect|x-hub-signature|webhook-.*)$/i;
const headerName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "a header name")
  .refine((name) => !ours.test(name), "not a header that Clarion sets itself");

/**
 * How Clarion authenticates at a notify URL or webhook (contract 7), complete. Kept in two parts: the members named in
 * {@link notifyAuthSecrets} sealed as one JSON object, the others (less `kind`) as settings.
 */
export const notifyAuthSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("basic"), username: z.string().regex(/^[^:\p{Cc}]*$/u, "no colon"), password: z.string().max(1_000) }),
  z.object({ kind: z.literal("apikey"), header: headerName, value: headerValue }),
  z.object({ kind: z.literal("bearer"), token: headerValue }),
  z.object({
    kind: z.literal("oauth2"),
    tokenUrl: z.url({ protocol: /^https?$/ }),
    clientId: z.string().min(1),
    clientSecret: z.string().min(1),
    scope: z.string().optional(),
    audience: z.string().optional(),
    /** Where the client's id and secret go: an Authorization header or the form (RFC 6749, 2.3.1). */
    clientIn: z.enum(["header", "body"]).default("header"),
  }),
]);
export type NotifyAuth = z.output<typeof notifyAuthSchema>;

/** The secret members of each kind. */
export const notifyAuthSecrets = {
  none: [],
  basic: ["password"],
  apikey: ["value"],
  bearer: ["token"],
  oauth2: ["clientSecret"],
} as const satisfies Record<NotifyAuth["kind"], readonly string[]>;
