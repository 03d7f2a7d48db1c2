import { z } from "zod";
import { audited, type ActionEntry } from "./entry";

const text = z.string();
const count = z.int().nonnegative();
const flag = z.boolean();
const named = z.strictObject({ name: text });
/** Members of a row by name; of the secret ones only whether they are there, or "Replaced". */
const members = z.record(z.string(), z.union([text, z.number(), flag, z.null()]));

/** Settings of a service, as its page calls them. */
const settingNames: Readonly<Record<string, string>> = {
  notifyurl: "the notify URL",
  notifyurlAuthId: "the authentication of the notify URL",
  httpsOnly: "whether updates need https",
  sizeRule: "what counts against the 4 KB",
  always200: "whether refusals answer 200",
  idsPerSecond: "the rate limit",
  ipAllow: "the allowed addresses",
  approvalAbove: "the size from which a send needs approval",
  approvalScheduled: "approval of scheduled sends",
  approvalHours: "how long an approval holds",
  testsPerDay: "the limit for tests",
  timezone: "the time zone",
  quietFrom: "the beginning of quiet hours",
  quietTo: "the end of quiet hours",
  windowFrom: "the beginning of the sending window",
  windowTo: "the end of the sending window",
  windowDays: "the days of the sending window",
  frequencyCaps: "the frequency caps",
  keepMessages: "how long messages are kept",
  keepDeliveries: "how long deliveries are kept",
  keepAttempts: "how long attempts are kept",
};

/**
 * "changed the rate limit and the allowed addresses of the service"; "renamed the service “A” to
 * “B”".
 */
function changedService({ before, after }: { before: object; after: object }): string {
  const { name: former } = before as { name?: unknown };
  const { name } = after as { name?: unknown };
  if (typeof name === "string" && name !== former)
    return `renamed the service “${String(former)}” to “${name}”`;
  const names = Object.keys(after).flatMap((setting) =>
    Object.hasOwn(settingNames, setting) ? (settingNames[setting] ?? []) : [],
  );
  return names.length === 0
    ? "changed the service"
    : `changed ${new Intl.ListFormat("en").format(names)} of the service`;
}

/** A service, its keys and secrets. */
export const serviceActions = {
  // Messages, campaigns, results, templates, audiences, devices (tokens masked), settings (secrets
  // never).
  "service.view": { least: "viewer", scope: "status" },
  "values.read": { least: "admin" },
  "service.create": audited({
    least: "installation",
    event: z.strictObject({ name: text, sandbox: flag }),
    words: "created the service",
  }),
  // Only what was changed.
  "service.change": audited({
    least: "admin",
    event: z.strictObject({ before: members, after: members }),
    words: changedService,
  }),
  // Days for which the installation keeps what; null: for ever.
  "retention.change": audited({
    least: "installation",
    event: z.strictObject({ before: members, after: members }),
    words: () => "changed how long the installation keeps messages",
  }),
  // It looked like a copy of another installation.
  "installation.confirm": audited({
    least: "installation",
    event: z.strictObject({}),
    words: "had this installation send, which looked like a copy",
  }),
  "service.deactivate": audited({
    least: "owner",
    event: named,
    words: "deactivated the service",
  }),
  "service.reactivate": audited({
    least: "owner",
    event: named,
    words: "reactivated the service",
  }),
  // `expiresAt` of a key that ends by itself.
  "serviceKey.create": audited({
    least: "admin",
    event: z.strictObject({
      name: text,
      prefix: text,
      scopes: z.array(text),
      expiresAt: text.optional(),
    }),
    words: "created the key",
  }),
  "serviceKey.reroll": audited({
    least: "admin",
    event: z.strictObject({ name: text, prefix: text, successor: text, overlapHours: count }),
    words: "replaced the key",
  }),
  "serviceKey.revoke": audited({
    least: "admin",
    event: z.strictObject({ name: text, prefix: text }),
    words: "revoked the key",
  }),
  // `secret`: which one, never what it is.
  "serviceSecret.reroll": audited({
    least: "admin",
    event: z.strictObject({
      secret: z.enum(["jwt", "signing"]),
      overlapHours: count,
      days: count.optional(),
    }),
    words: ({ secret }) => `replaced the ${secret === "jwt" ? "JWT" : "signing"} secret`,
  }),
  "jwtSecret.remove": audited({
    least: "admin",
    event: z.strictObject({}),
    words: "removed a JWT secret",
  }),
} as const satisfies Record<string, ActionEntry>;
