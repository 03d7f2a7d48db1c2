import { z } from "zod";
import { deviceKinds } from "@/lib/interface/device-kinds";
import { deviceLanguage } from "@/lib/interface/device-language";
import { problem, type Problem } from "@/lib/interface/problem";
import { subscriptionSchema } from "@/lib/interface/subscription";
import { givenId, mostRecipientId, name, within } from "./text";
import { deviceTimeZone } from "./time-zone";
import { reportedAttributes } from "./user";

/** Characters of a language, and of the Accept-Language that it may come in. */
const [mostLanguage, mostLanguages] = [35, 1_000];

/** What `PUT /resources/v1/devices` takes (contract 8). */
export const deviceSchema = z
  .object({
    appid: name(200),
    userid: givenId(200).optional(),
    deviceid: givenId(200),
    kind: z.enum(deviceKinds),
    pushid: name(mostRecipientId).optional().describe("Device token of FCM, HMS or APNs."),
    subscription: subscriptionSchema
      .optional()
      .describe(
        "Browsers: the subscription, instead of pushid. Its endpoint begins with https; keys in base64url or base64.",
      ),
    os: name(100).optional(),
    model: name(100).optional(),
    language: name(mostLanguages)
      .overwrite(firstOfLanguages)
      .max(mostLanguage, within(mostLanguage))
      .optional()
      .describe(
        "BCP 47, such as pt-BR; spellings of Java and POSIX, such as zh_CN_#Hans, are read too, and the first of an Accept-Language.",
      ),
    timezone: name(64)
      .overwrite((zone) => deviceTimeZone(zone) ?? zone)
      .optional()
      .describe(
        "IANA name, such as Europe/Berlin, or a whole-hour offset as Java writes it, such as GMT+02:00.",
      ),
    attributes: reportedAttributes,
  })
  .refine(({ pushid, subscription }) => (pushid === undefined) !== (subscription === undefined), {
    message: "exactly one of pushid and subscription is needed",
    path: ["pushid"],
  })
  // Said once more for the reference: a refinement is not in it.
  .meta({ oneOf: [{ required: ["pushid"] }, { required: ["subscription"] }] });
export type DeviceInput = z.output<typeof deviceSchema>;

/**
 * Returns a warning for each member of a device that is stored but cannot be read: its language and
 * its time zone (contract 2, 8).
 */
export function deviceWarnings({
  language,
  timezone,
}: Pick<z.input<typeof deviceSchema>, "language" | "timezone">): Problem[] {
  const warnings: Problem[] = [];
  if (language !== undefined && deviceLanguage(language) === undefined)
    warnings.push(problem("device.language", "/language", { value: language }));
  if (timezone !== undefined && deviceTimeZone(timezone) === undefined)
    warnings.push(problem("device.timezone", "/timezone", { value: timezone }));
  return warnings;
}

/** The first language of an Accept-Language; any other text as it is. */
function firstOfLanguages(text: string): string {
  return text.split(/[,;]/, 1)[0]?.trim() || text;
}

/**
 * What `DELETE /resources/v1/devices` takes: without `userid` the device goes, with it only that
 * user's place on it.
 */
export const removalSchema = z.object({
  appid: name(200),
  deviceid: givenId(200),
  userid: givenId(200)
    .optional()
    .describe("Removes this user from the device; without it the device itself is removed."),
});

const authority = z.union([z.literal("service"), z.object({ userid: z.string().optional() })]);
/**
 * On whose authority a device is changed: `service` where none of a user is needed (a service key,
 * or an app without signed registration); else that of the user who proved their identity, or no
 * user.
 */
export type Authority = z.output<typeof authority>;

/**
 * Arguments of registering and of removing a device. The authority is never what a caller wrote.
 */
export const registerDeviceSchema = z.object({ device: deviceSchema, authority });
export const removeDeviceSchema = z.object({ device: removalSchema, authority });
