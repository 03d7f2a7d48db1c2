import { z } from "zod";
import { firstScopes, scopes } from "@/lib/policy/roles";
import { idText, name, text } from "./text";

/** A key that programs send. Clarion makes its own; a given one is long enough that nobody guesses it. */
export const serviceKeyText = text(200)
  .min(16, "at least 16 characters")
  .regex(/^[\x21-\x7e]+$/, "printable ASCII without spaces");

/** What a new service is. Without `key` its first key is made. */
export const serviceSchema = z.object({
  name: name(200),
  sandbox: z.boolean().default(false),
  httpsOnly: z.boolean().default(true),
  key: serviceKeyText.optional(),
});

/** What a new key of a service is for. Without `key` it is made. */
export const serviceKeySchema = z.object({
  serviceId: idText,
  name: name(200),
  scopes: z
    .array(z.enum(scopes))
    .min(1, "choose at least one")
    .transform((chosen) => scopes.filter((scope) => chosen.includes(scope)))
    .default([...firstScopes]),
  key: serviceKeyText.optional(),
});
