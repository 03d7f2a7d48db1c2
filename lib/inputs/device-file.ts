import { z } from "zod";
import { deviceFilter } from "./registered-devices";
import { idText } from "./text";

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
