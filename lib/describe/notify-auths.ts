import { z } from "zod";
import { filled, httpUrl, storedHttpUrl, verbatim } from "./checks";
import { description, type SecretName } from "./description";

/** Visible ASCII with inner spaces: what may stand in a header value without ending it (RFC 9110, 5.5). */
const headerValue = filled(8_000).regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, "printable ASCII is needed");
/** Names that Clarion sets itself, or that would change how the message is read. */
const ours = /^(host|connection|content-length|content-type|transfer-encoding|upgrade|te|trailer|expect|x-hub-signature|webhook-.*)$/i;
const headerName = filled(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "the name of a header is needed")
  .refine((name) => !ours.test(name), "a header that Clarion does not set itself is needed");

/** How Clarion authenticates at a notify URL or webhook (contract 7). */
export const notifyAuths = {
  none: description({ label: "None", help: "Nothing is added to the call; its signature is.", fields: {} }),
  basic: description({
    label: "Basic",
    help: "Name and password in the header `authorization` (RFC 7617).",
    fields: {
      username: {
        label: "User name",
        type: "line",
        secret: false,
        help: "Anything without a colon.",
        example: "clarion",
        check: verbatim(1_000).regex(/^[^:\p{Cc}]*$/u, "no colon can stand in it"),
      },
      password: {
        label: "Password",
        type: "line",
        secret: true,
        help: "As the receiver knows it; spaces count.",
        example: "a long and random password",
        check: verbatim(1_000),
      },
    },
  }),
  apikey: description({
    label: "API key",
    help: "One header of your own.",
    fields: {
      header: {
        label: "Header",
        type: "line",
        secret: false,
        help: "Its name. The headers that Clarion sets itself cannot be taken.",
        example: "x-api-key",
        check: headerName,
      },
      value: {
        label: "Key",
        type: "line",
        secret: true,
        help: "The header's value.",
        example: "4f1c2b7d9e",
        check: headerValue,
      },
    },
  }),
  bearer: description({
    label: "Bearer token",
    help: "A token that does not change, in the header `authorization` (RFC 6750).",
    fields: {
      token: {
        label: "Token",
        type: "line",
        secret: true,
        help: "Without the word Bearer.",
        example: "mF_9.B5f-4.1JqM",
        check: headerValue,
      },
    },
  }),
  oauth2: description({
    label: "OAuth 2.0",
    help: "An access token by client credentials (RFC 6749, 4.4), kept until it ends, as a bearer token.",
    fields: {
      tokenUrl: {
        label: "Token address",
        type: "url",
        secret: false,
        help: "Where access tokens come from.",
        example: "https://login.example.com/oauth2/token",
        check: httpUrl,
      },
      clientId: {
        label: "Client ID",
        type: "line",
        secret: false,
        help: "What the token's issuer knows Clarion by.",
        example: "clarion",
        check: verbatim(1_000).min(1, "must not be empty"),
      },
      clientSecret: {
        label: "Client secret",
        type: "line",
        secret: true,
        help: "The secret of that client.",
        example: "a long and random secret",
        check: verbatim(8_000).min(1, "must not be empty"),
      },
      scope: {
        label: "Scope",
        type: "line",
        secret: false,
        help: "Scopes to ask for, separated by spaces.",
        example: "push.updates",
        check: verbatim(1_000).optional(),
      },
      audience: {
        label: "Audience",
        type: "line",
        secret: false,
        help: "Sent as `audience`, where the issuer wants one.",
        example: "https://api.example.com",
        check: verbatim(1_000).optional(),
      },
      clientIn: {
        label: "Client goes in",
        type: "choice",
        secret: false,
        help: "Where the client's id and secret stand in the call for a token (RFC 6749, 2.3.1).",
        example: "header",
        options: { header: "Authorization header", body: "Form" },
        check: z.enum(["header", "body"]).default("header"),
      },
    },
  }),
};

type NotifyAuths = typeof notifyAuths;
export type NotifyAuthKind = keyof NotifyAuths;

/** A notify authentication, complete, with its kind. */
export const notifyAuthSchema = z.discriminatedUnion("kind", [
  notifyAuths.none.schema.extend({ kind: z.literal("none") }),
  notifyAuths.basic.schema.extend({ kind: z.literal("basic") }),
  notifyAuths.apikey.schema.extend({ kind: z.literal("apikey") }),
  notifyAuths.bearer.schema.extend({ kind: z.literal("bearer") }),
  // The guard refuses an address with a user name when it is called, and says why.
  notifyAuths.oauth2.schema.extend({ kind: z.literal("oauth2"), tokenUrl: storedHttpUrl }),
]);
export type NotifyAuth = z.output<typeof notifyAuthSchema>;
/** The secret members of a notify authentication. @internal */
export type NotifyAuthSecret<Kind extends NotifyAuthKind> = SecretName<NotifyAuths[Kind]["fields"]>;
