import { z } from "zod";
import { notifyAuths, type NotifyAuthKind } from "@/lib/describe/notify-auths";
import { revision } from "./row";
import { idText, name, text } from "./text";

/** The ways to authenticate, in the order in which they are offered. */
export const notifyAuthKinds = Object.keys(notifyAuths) as [NotifyAuthKind, ...NotifyAuthKind[]];
/** Authentications that a service may have. */
export const mostNotifyAuths = 100;

/** What requests name an authentication by, as `notifyurlAuthId`. */
const authId = text(100).regex(
  /^[a-z\d][\w.-]*$/i,
  "takes letters, digits, dots, dashes and underscores, and begins with a letter or a digit",
);

const commonShape = {
  name: name(200),
  kind: z.enum(notifyAuthKinds),
  fields: z.record(z.string().max(100), text(16_000)),
};

/**
 * A new authentication. Without `id` it gets a new one. Its kind defines its fields
 * (lib/describe/notify-auths).
 */
export const addNotifyAuthSchema = z.object({
  serviceId: idText,
  id: authId.optional(),
  ...commonShape,
});
/**
 * An authentication from now on. A secret field that is left out stays as it is, as long as the
 * kind does.
 */
export const changeNotifyAuthSchema = z.object({
  serviceId: idText,
  id: idText,
  revision,
  ...commonShape,
});
/** One authentication of a service. */
export const notifyAuthNamedSchema = z.object({ serviceId: idText, id: idText });

/** What a form of an authentication edits. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- a form's values are a record, which no interface is
export type NotifyAuthWritten = {
  id?: string | undefined;
  revision?: number | undefined;
  name: string;
  kind: NotifyAuthKind;
  fields: Record<string, string | undefined>;
};

/**
 * Returns the schema of the form of one kind.
 *
 * @param storedSecrets names of secret fields that stay as they are where they are empty
 */
export function notifyAuthForm(kind: NotifyAuthKind, storedSecrets: ReadonlySet<string>) {
  const checks = Object.entries(notifyAuths[kind].fields).map(
    ([field, { check }]) =>
      [field, storedSecrets.has(field) ? check.or(z.literal("")).optional() : check] as const,
  );
  return z.object({
    id: authId.optional(),
    revision,
    name: commonShape.name,
    kind: commonShape.kind,
    fields: z.object(Object.fromEntries(checks)),
  }) as unknown as z.ZodType<NotifyAuthWritten, NotifyAuthWritten>;
}
