import { z } from "zod";
import { hasUserInfo, isNotifyUrl, userInfoRefused } from "@/lib/interface/url";
import { firstScopes, scopes } from "@/lib/policy/roles";
import { frequencyCaps } from "./frequency-cap";
import { serviceKeeps } from "./retention";
import { revision } from "./row";
import { sendingTimes, sendingTimesProblem } from "./sending-times";
import { filled, idText, name, text } from "./text";

/** A key that programs send. Clarion makes its own; a given one is too long to be guessed. */
export const serviceKeyText = text(200)
  .min(16, "at least 16 characters")
  .regex(/^[\x21-\x7e]+$/, "printable ASCII without spaces");

/** A new service. Without `key` Clarion creates its first key. */
export const serviceSchema = z.object({
  name: name(200),
  sandbox: z.boolean().default(false),
  httpsOnly: z.boolean().default(true),
  key: serviceKeyText.optional(),
});

/** Arguments of what concerns a whole service. */
export const serviceIdSchema = z.object({ serviceId: idText });

/** Arguments of a page of one's services. */
export const listServicesSchema = z.object({
  text: z.string().optional(),
  after: z.string().optional(),
  before: z.string().optional(),
});

/** Days after which a new key may end by itself. */
export const keyDays = [7, 30, 90, 365] as const;
const scopesSchema = z
  .array(z.enum(scopes))
  .min(1, "choose at least one")
  .transform((chosen) => scopes.filter((scope) => chosen.includes(scope)));

/**
 * A new key of a service. Without `key` Clarion creates it; without `days` it does not expire.
 */
export const serviceKeySchema = z.object({
  serviceId: idText,
  name: name(200),
  scopes: scopesSchema.default([...firstScopes]),
  days: z.literal([...keyDays]).optional(),
  key: serviceKeyText.optional(),
});

/** Hours for which a replaced secret is accepted together with its successor. */
export const overlapHours = [0, 1, 6, 24] as const;
const overlap = z.literal([...overlapHours]);
/** Arguments of replacing a key. */
export const rerollKeySchema = z.object({ id: idText, overlapHours: overlap.default(24) });

/**
 * The secrets of a service other than its keys: what signs its programs' tokens, and what it signs
 * delivery updates with.
 */
const serviceSecrets = ["jwt", "signing"] as const;
/** One of {@link serviceSecrets}. */
export type ServiceSecret = (typeof serviceSecrets)[number];
/**
 * Arguments of replacing a secret. Receivers check a signature with one secret, so that a signing
 * secret has no overlap and no end.
 */
export const rerollSecretSchema = z.object({
  serviceId: idText,
  secret: z.enum(serviceSecrets),
  overlapHours: overlap.default(0),
  days: z.literal([...keyDays]).optional(),
});

/** Entries of a list of addresses. */
export const mostAddresses = 200;
/** Identifiers a second that a limit may be. */
const mostIdsPerSecond = 1_000_000;

/** Renaming a service. */
export const serviceNameSchema = z.object({
  serviceId: idText,
  part: z.literal("name"),
  revision,
  name: name(200),
});
/**
 * Where delivery updates go when a request names no notify URL. Left out: nowhere, without
 * authentication.
 */
export const serviceUpdatesSchema = z.object({
  serviceId: idText,
  part: z.literal("updates"),
  revision,
  notifyurl: filled(2_048)
    .refine(isNotifyUrl, "must be an address that begins with https:// or http://")
    .refine((url) => !hasUserInfo(url), `${userInfoRefused}: choose an authentication for them`)
    .optional(),
  notifyurlAuthId: filled(200).optional(),
  httpsOnly: z.boolean(),
});
/** How requests are read and answered. Without `idsPerSecond` there is no limit. */
export const serviceRequestsSchema = z.object({
  serviceId: idText,
  part: z.literal("requests"),
  revision,
  sizeRule: z.enum(["body", "message"]),
  always200: z.boolean(),
  idsPerSecond: z
    .int("takes a whole number")
    .min(1, "takes 1 or more; leave it empty for no limit")
    .max(mostIdsPerSecond, `takes at most ${mostIdsPerSecond.toLocaleString("en")}`)
    .optional(),
});
/**
 * From where programs may call; no address at all: from anywhere. `from` is the address of the
 * caller, who is warned unless `anyway` when the list leaves it out.
 */
export const serviceAddressesSchema = z.object({
  serviceId: idText,
  part: z.literal("addresses"),
  revision,
  ipAllow: z
    .array(text(100))
    .max(mostAddresses, `takes at most ${mostAddresses} lines`)
    .transform((lines) => [
      ...new Set(lines.map((line) => line.trim()).filter((line) => line !== "")),
    ]),
  from: text(100).optional(),
  anyway: z.boolean().default(false),
});

/** Recipients above which a send may need a second person, at most. */
const mostAbove = 100_000_000;
/** Days for which what was approved can be sent, at most. */
const mostApprovalHours = 30 * 24;
/**
 * When a send of the console needs a second person. Without `approvalAbove` none does for its size.
 */
export const serviceApprovalSchema = z.object({
  serviceId: idText,
  part: z.literal("approval"),
  revision,
  approvalAbove: z
    .int("takes a whole number")
    .min(0, "takes 0 or more; leave it empty if the number of recipients does not matter")
    .max(mostAbove, `takes at most ${mostAbove.toLocaleString("en")}`)
    .optional(),
  approvalScheduled: z.boolean(),
  approvalHours: z
    .int("takes a whole number of hours")
    .min(1, "takes 1 or more")
    .max(mostApprovalHours, `takes at most ${mostApprovalHours} (30 days)`),
});

/** Devices that a member may test on in a day, at most. */
const mostTestsPerDay = 100_000;
/** On how many devices each member may test in a day (UTC). */
export const serviceTestsSchema = z.object({
  serviceId: idText,
  part: z.literal("tests"),
  revision,
  testsPerDay: z
    .int("takes a whole number of devices")
    .min(0, "takes 0 or more; 0 allows no tests")
    .max(mostTestsPerDay, `takes at most ${mostTestsPerDay.toLocaleString("en")}`),
});

/** How many campaign messages each user gets. */
export const serviceCapsSchema = z.object({
  serviceId: idText,
  part: z.literal("caps"),
  revision,
  frequencyCaps,
});

/** How long a service keeps what, where that is shorter than the installation does. */
export const serviceRetentionSchema = z.object({
  serviceId: idText,
  part: z.literal("retention"),
  revision,
  ...serviceKeeps,
});

/** When campaigns go out by local time, and the zone of recipients who have none. */
export const serviceSendingSchema = z
  .object({ serviceId: idText, part: z.literal("sending"), revision, ...sendingTimes })
  .check(sendingTimesProblem);

/** Arguments of changing a part of a service. */
export const changeServiceSchema = z.discriminatedUnion("part", [
  serviceNameSchema,
  serviceUpdatesSchema,
  serviceRequestsSchema,
  serviceAddressesSchema,
  serviceApprovalSchema,
  serviceTestsSchema,
  serviceCapsSchema,
  serviceRetentionSchema,
  serviceSendingSchema,
]);
