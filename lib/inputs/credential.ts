import { z } from "zod";
import { applies, type Description, type Field } from "@/lib/describe/description";
import { providerKinds, type ProviderKind } from "@/lib/interface/device-kinds";
import { providers } from "@/lib/providers/credentials";
import { revision } from "./row";
import { idText } from "./text";

const named = { appId: idText, provider: z.enum(providerKinds) };

/** Which credential: an app has one for each provider. */
export const namedCredentialSchema = z.object(named);

/**
 * An app's credential for one provider, by the members that are described for it. What it does
 * not name is left out.
 */
export const credentialSchema = z
  .object({ ...named, credential: z.record(z.string(), z.unknown()) })
  .transform((input, context) => {
    const { appId, provider, credential } = input;
    const read = providers[provider].schema.safeParse(credential);
    if (read.success) return { appId, provider, credential: read.data };
    for (const { path, message } of read.error.issues) {
      const isGiven =
        Object.hasOwn(credential, String(path[0])) && credential[String(path[0])] !== undefined;
      context.addIssue({
        code: "custom",
        path: ["credential", ...path],
        message: isGiven ? message : "is missing",
      });
    }
    return z.NEVER;
  });

/**
 * A credential as the console's form submits it. Secret members that are left out stay as they are
 * stored; `unchecked` stores it although its provider cannot be asked.
 */
export const writtenCredentialSchema = z.object({
  ...named,
  credential: z.record(z.string(), z.string().optional()),
  unchecked: z.boolean().optional(),
  revision,
});

/** What the form of {@link writtenCredentialSchema} edits. */
export interface WrittenCredential {
  appId: string;
  provider: ProviderKind;
  credential: Record<string, string | undefined>;
  unchecked?: boolean | undefined;
  revision?: number | undefined;
}

/**
 * Returns the schema of the console's form: the checks of each described member. Secret
 * members may be left out where one is stored. Members of choices that are not selected are not
 * checked, and stay as they were typed.
 *
 * @param storedSettings settings of the stored credential, whose secret members stay where the
 *   input has none
 * @param choices values of the fields of the type `choice`
 */
export function credentialFormSchema(
  provider: ProviderKind,
  storedSettings: Readonly<Record<string, string>> | undefined,
  choices: Readonly<Record<string, string | undefined>>,
): z.ZodType<WrittenCredential, WrittenCredential> {
  const { fields }: Description = providers[provider];
  const shape = Object.entries<Field>(fields).map(([name, { secret, check, presets }]) => {
    if (!applies(fields, name, choices)) return [name, z.string().optional()];
    if (secret && storedSettings && applies(fields, name, storedSettings))
      return [name, check.optional()];
    // One of them is always chosen, or an address is written.
    return [name, presets && check instanceof z.ZodDefault ? check.unwrap() : check];
  });
  return z.object({
    ...writtenCredentialSchema.shape,
    credential: z.object(Object.fromEntries(shape) as Record<string, Field["check"]>),
  }) as unknown as z.ZodType<WrittenCredential, WrittenCredential>;
}

/** Input for a new pair of Web Push keys: the contact that push services may write to. */
export const webPushKeysSchema = z.object({
  appId: idText,
  subject: providers.webpush.fields.subject.check,
});
