import { z } from "zod";
import { filled, httpUrl, verbatim } from "./checks";
import { description, type SecretName } from "./description";

/**
 * Visible ASCII with inner spaces: what may stand in a header value without ending it (RFC 9110,
 * 5.5).
 */
const headerValue = filled(8_000).regex(
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/,
  "must be printable ASCII",
);
/** Names that Clarion sets itself, or that would change how the message is read. */
const ours =
  /^(host|connection|content-length|content-type|transfer-encoding|upgrade|te|trailer|expect|x-hub-signature|webhook-.*)$/i;
const headerName = filled(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "must be the name of a header")
  .refine((name) => !ours.test(name), "must not be a header that Clarion sets itself");

/** How Clarion authenticates at a notify URL or webhook (contract 7). */
export const notifyAuths = {
  none: description({
    label: "None",
    help: "Calls carry no authentication, only their signature.",
    fields: {},
  }),
  basic: description({
    label: "Basic",
    help: "Sends a user name and password in the `authorization` header (RFC 7617).",
    fields: {
      username: {
        label: "User name",
        type: "line",
        secret: false,
        help: "Any text without a colon.",
        example: "clarion",
        check: verbatim(1_000).regex(/^[^:\p{Cc}]*$/u, "must not contain a colon"),
      },
      password: {
        label: "Password",
        type: "line",
        secret: true,
        help: "The password as the receiver expects it, including spaces.",
        example: "a long and random password",
        check: verbatim(1_000),
      },
    },
  }),
  apikey: description({
    label: "API key",
    help: "Sends a key in a header of your choice.",
    fields: {
      header: {
        label: "Header",
        type: "line",
        secret: false,
        help: "The name of the header. Headers that Clarion sets itself are not allowed.",
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
    help: "Sends a fixed token in the `authorization` header (RFC 6750).",
    fields: {
      token: {
        label: "Token",
        type: "line",
        secret: true,
        help: "The token without the word Bearer.",
        example: "mF_9.B5f-4.1JqM",
        check: headerValue,
      },
    },
  }),
  oauth2: description({
    label: "OAuth 2.0",
    help: "Requests an access token with client credentials (RFC 6749, 4.4), reuses it until it expires, and sends it as a bearer token.",
    fields: {
      tokenUrl: {
        label: "Token address",
        type: "url",
        secret: false,
        help: "The address that issues access tokens.",
        example: "https://login.example.com/oauth2/token",
        check: httpUrl,
      },
      clientId: {
        label: "Client ID",
        type: "line",
        secret: false,
        help: "The ID that the token issuer assigned to Clarion.",
        example: "clarion",
        check: verbatim(1_000).min(1, "must not be empty"),
      },
      clientSecret: {
        label: "Client secret",
        type: "line",
        secret: true,
        help: "The secret of this client.",
        example: "a long and random secret",
        check: verbatim(8_000).min(1, "must not be empty"),
      },
      scope: {
        label: "Scope",
        type: "line",
        secret: false,
        help: "The scopes to request, separated by spaces.",
        example: "push.updates",
        check: verbatim(1_000).optional(),
      },
      audience: {
        label: "Audience",
        type: "line",
        secret: false,
        help: "Sent as `audience` if the issuer requires it.",
        example: "https://api.example.com",
        check: verbatim(1_000).optional(),
      },
      clientIn: {
        label: "Client goes in",
        type: "choice",
        secret: false,
        help: "The part of the token request that contains the client ID and secret (RFC 6749, 2.3.1).",
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
  notifyAuths.oauth2.schema.extend({ kind: z.literal("oauth2") }),
]);
export type NotifyAuth = z.output<typeof notifyAuthSchema>;
/** The secret members of a notify authentication. @internal */
export type NotifyAuthSecret<Kind extends NotifyAuthKind> = SecretName<NotifyAuths[Kind]["fields"]>;
