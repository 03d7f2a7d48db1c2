import type { z } from "zod";
import { updateCodes, type DeliveryStatus, type UpdateCode } from "./codes";
import type { DestinationKey } from "./device-kinds";
import type { deliveryUpdateSchema } from "./update-schema";

/**
 * States of a delivery. They only move forward: queued → submitted → delivered → read, or to failed
 * or expired. `capped`: a frequency cap left the user out, so that nothing was sent.
 */
export const deliveryStates = [
  "queued",
  "submitted",
  "delivered",
  "read",
  "failed",
  "expired",
  "capped",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Kinds of delivery updates, in the order in which they happen to one delivery. */
export const updateKinds = ["submitted", "delivered", "read", "failed"] as const;
export type UpdateKind = (typeof updateKinds)[number];

/** One change of one delivery. Members that are left out are sent as `""`. */
export interface DeliveryChange {
  /** When it happened, as {@link timeStamp} writes it. */
  timeStamp: string;
  code: UpdateCode;
  /** What `Description` says; the code's own words when left out. */
  description?: string | undefined;
  /** The push identifier of the device; empty for a receipt without one. */
  pushId?: string | undefined;
  /** The identifier that the caller wrote. */
  destination?: string | undefined;
  destinationType?: DestinationKey | undefined;
  deviceid?: string | undefined;
  transid: string;
  callbackData?: string | undefined;
  correlationid?: string | undefined;
  /** The button that was pressed, and what it carries back (contract 5 and 7). */
  interaction?:
    | { button?: string | undefined; pushref?: string | undefined; reply?: string | undefined }
    | undefined;
}

/**
 * Body of a delivery update: all values strings, keys always there, in the order of its schema
 * (contract 7).
 */
export type DeliveryUpdate = z.output<typeof deliveryUpdateSchema>;

/** 7501 → Submitted, 7500 → Delivered, 7502 → Read, any other code → Failed (contract 7). */
export function deliveryStatusOf(code: UpdateCode): DeliveryStatus {
  if (code === "7501") return "Submitted";
  if (code === "7500") return "Delivered";
  return code === "7502" ? "Read" : "Failed";
}

/**
 * The body of one delivery update (contract 7). `interaction` is there only when a button, a
 * pushref or a reply is.
 */
export function deliveryUpdate(change: DeliveryChange): DeliveryUpdate {
  const { interaction } = change;
  const pressed = interaction?.button ?? "";
  const pushref = interaction?.pushref ?? "";
  return {
    deliveryInfoNotification: {
      deliveryInfo: {
        timeStamp: change.timeStamp,
        pushId: change.pushId ?? "",
        Description: change.description ?? updateCodes[change.code],
        code: change.code,
        deliveryChannel: "push",
        destination: change.destination ?? "",
        ...(pressed === "" && pushref === "" && interaction?.reply === undefined
          ? {}
          : {
              interaction: {
                Button_Pressed: pressed,
                pushref,
                ...(interaction?.reply === undefined ? {} : { reply: interaction.reply }),
              },
            }),
        destinationType: change.destinationType ?? "",
        deviceid: change.deviceid ?? "",
        deliveryStatus: deliveryStatusOf(change.code),
      },
      subtid: "",
      transid: change.transid,
      callbackData: change.callbackData ?? "",
      correlationid: change.correlationid ?? "",
    },
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cachedFormat = formats.get(timeZone);
  if (cachedFormat) return cachedFormat;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
}

/**
 * A moment with milliseconds and the offset of a time zone: `2026-02-07T20:22:10.281+05:30`,
 * `…+00:00` for UTC (contract 7). `timeZone` is an IANA name. Throws RangeError for an unknown zone
 * or an invalid date.
 */
export function timeStamp(date: Date, timeZone: string): string {
  if (timeZone === "UTC") return date.toISOString().replace("Z", "+00:00");
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(date)) parts[type] = Number(value);
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  const ms = ((date.getTime() % 1000) + 1000) % 1000;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second, ms);
  const offset = Math.round((wall - date.getTime()) / 60_000);
  const two = (value: number) => String(value).padStart(2, "0");
  const sign = offset < 0 ? "-" : "+";
  return `${new Date(wall).toISOString().slice(0, -1)}${sign}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
}
