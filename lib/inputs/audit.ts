import { z } from "zod";
import { pageInput } from "./page";

/**
 * What actions are about, as the audit log is narrowed by: the first words of their names
 * (`lib/policy/actions`).
 */
export const auditGroups = {
  messages: [
    "campaign",
    "run",
    "recurrence",
    "send",
    "approval",
    "testMessage",
    "results",
    "continuation",
  ],
  templates: ["template", "previewLink"],
  lists: ["audience", "recipient", "staged", "column", "testGroup", "segment"],
  media: ["media", "upload"],
  apps: ["app", "credential", "checkedCredential", "webPushKeys"],
  keys: ["serviceKey", "serviceSecret", "webhookSecret", "jwtSecret"],
  updates: ["notifyurl", "notifyAuth", "webhook", "inbox", "update", "testUpdate"],
  devices: ["device", "suppression", "person", "values"],
  users: ["user", "users", "attribute"],
  members: [
    "member",
    "invitation",
    "installationOwner",
    "resetLink",
    "password",
    "secondFactor",
    "self",
    "ownSession",
    "ownApp",
    "ownPasskey",
    "recoveryCodes",
    "notice",
    "noticeWebhook",
  ],
  settings: ["service", "retention", "connection", "installation"],
  audit: ["audit"],
} as const;
/** One of {@link auditGroups}. */
export type AuditGroup = keyof typeof auditGroups;
/** In the order in which they are offered. */
export const auditGroupNames = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]];

/** How far back the audit log is read, in days. */
const days = { "24h": 1, "7d": 7, "30d": 30, "90d": 90, "12m": 365, "10y": 3_652 } as const;
/** How far back the audit log is read. */
export type AuditPeriod = keyof typeof days;
/** The shortest first. */
export const auditPeriods = Object.keys(days) as [AuditPeriod, ...AuditPeriod[]];

/** Days of a period. */
export function periodDays(period: AuditPeriod): number {
  return days[period];
}

/**
 * Which events of the audit log: of a service, or those that belong to none. What is left out does
 * not matter.
 */
const filter = {
  serviceId: z.string(),
  /** Those of the installation itself, in place of the service's. */
  installation: z.boolean().default(false),
  /** An actor's id, as the log keeps it. */
  person: z.string().max(200).optional(),
  group: z.enum(auditGroupNames).optional(),
  within: z.enum(auditPeriods).default("30d"),
  /** The id of what it was done to; of an app, what was done to its credentials is found too. */
  object: z.string().max(500).optional(),
  /**
   * Part of what an event keeps (names, addresses, ids), of its action, or of a member's name or
   * e-mail; or the whole id of its object.
   */
  text: z.string().max(200).trim().optional(),
};
/** What is exported. */
export const auditFilterSchema = z.object(filter);
/** A page of it. */
export const auditPageSchema = z.object({ ...filter, ...pageInput });
