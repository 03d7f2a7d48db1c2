import { z } from "zod";
import { deviceKinds } from "@/lib/interface/device-kinds";
import { pageInput } from "./page";
import { idText, text } from "./text";

/** What a device is: in use, refused by its provider, or retired by its app or by a member. */
export const deviceStates = ["active", "invalid", "removed"] as const;
export type DeviceState = (typeof deviceStates)[number];

/** Hours of a period; below zero, "not seen for". */
const hours = {
  "24h": 24,
  "7d": 168,
  "30d": 720,
  "90d": 2_160,
  "-30d": -720,
  "-90d": -2_160,
} as const;
export type SeenPeriod = keyof typeof hours;
export const seenPeriods = Object.keys(hours) as [SeenPeriod, ...SeenPeriod[]];

/**
 * Between which moments a device was seen last, in milliseconds since 1970 UTC; null for no bound.
 */
export function seenBounds(
  seen: SeenPeriod | undefined,
  now: number,
): { from: number | null; to: number | null } {
  if (seen === undefined) return { from: null, to: null };
  const at = now - Math.abs(hours[seen]) * 3_600_000;
  return hours[seen] < 0 ? { from: null, to: at } : { from: at, to: null };
}

/** What devices are sorted by; with a minus the latest first. */
export const deviceSorts = ["-seen", "seen", "-registered", "registered"] as const;

/** What narrows a list of registered devices; what is left out does not matter. */
const deviceFilter = {
  serviceId: z.string(),
  appid: z.string().optional(),
  kind: z.enum(deviceKinds).optional(),
  state: z.enum(deviceStates).optional(),
  language: z.string().optional(),
  timezone: z.string().optional(),
  seen: z.enum(seenPeriods).optional(),
  simulated: z.boolean().optional(),
  /** The beginning of a user id; or a whole device id or push id. */
  text: z.string().optional(),
};

/** Which registered devices of a service are listed. */
export const registeredDevicesSchema = z.object({
  ...deviceFilter,
  sort: z.enum(deviceSorts).default("-seen"),
  ...pageInput,
});

/** Taking a device out of use, or forgetting that it was there. */
export const retireSchema = z.object({ id: idText, forget: z.boolean().default(false) });

/** Putting the push id of a device on the suppression list. */
export const suppressDeviceSchema = z.object({ id: idText, note: text(200).default("") });

/** How devices are written to a file. */
export const deviceFormats = ["csv", "ndjson"] as const;
export type DeviceFormat = (typeof deviceFormats)[number];

/**
 * What of a file is read as a device: the members of `PUT /resources/v1/devices`, and its state.
 */
export const deviceColumns = [
  "appid",
  "userid",
  "deviceid",
  "kind",
  "pushid",
  "subscription",
  "os",
  "model",
  "language",
  "timezone",
  "state",
] as const;

/** What an export says beyond them; a device does not report it. */
export const exportedColumns = ["fingerprint", "stateReason", "registered", "lastSeen"] as const;

/** Which devices are handed out, and how: without `tokens`, of each push id a fingerprint. */
export const exportDevicesSchema = z.object({
  ...deviceFilter,
  format: z.enum(deviceFormats),
  tokens: z.boolean().default(false),
});

/** Of a file, in bytes and in lines. */
export const mostFileBytes = 100 * 1_048_576;
export const mostFileLines = 200_000;
/** Lines of one call. */
export const mostImported = 200;

/**
 * Some lines of a file, each with its number in it. Its problems are reported per line, so here it
 * may be anything.
 */
export const importDevicesSchema = z.object({
  serviceId: idText,
  lines: z
    .array(z.object({ line: z.int().positive(), device: z.unknown() }))
    .min(1)
    .max(mostImported),
});
