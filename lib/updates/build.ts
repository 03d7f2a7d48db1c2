import { config } from "@/lib/config/config";
import type { UpdateCode } from "@/lib/interface/codes";
import { destinationKeys } from "@/lib/interface/device-kinds";
import { deliveryUpdate, timeStamp, type UpdateKind } from "@/lib/interface/update";
import { once } from "@/lib/runtime/once";

/** One change of one delivery, to be sent. Strings that are absent are "". */
export interface UpdateSource {
  /** The transid. */
  messageId: string;
  deliveryId: string;
  serviceId: string;
  kind: UpdateKind;
  /** When it happened. */
  at: Date;
  code: UpdateCode;
  description: string;
  pushid: string;
  destination: string;
  destinationType: string;
  deviceid: string;
  correlationid: string;
  callbackData: string;
  /** The request's; "": the service's. */
  notifyurl: string;
  notifyurlAuthId: string;
  pushref: string;
  /** Of a read receipt: the button that was pressed, and the reply that was written. */
  button?: string;
  reply?: string;
}

/** The time zone of `timeStamp`: the deployment's (contract 7). */
function timeZone(): string {
  return once("update-time-zone", () => config().TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** The exact text that every receiver of this change gets and that is signed: JSON of contract 7. `interaction` stands in read receipts only. */
export function bodyOf(source: UpdateSource): string {
  const { button, reply, pushref } = source;
  return JSON.stringify(
    deliveryUpdate({
      timeStamp: timeStamp(source.at, timeZone()),
      code: source.code,
      description: source.description,
      pushId: source.pushid,
      destination: source.destination,
      destinationType: destinationKeys.find((key) => key === source.destinationType),
      deviceid: source.deviceid,
      transid: source.messageId,
      callbackData: source.callbackData,
      correlationid: source.correlationid,
      interaction: source.kind === "read" ? { button, pushref, reply } : undefined,
    }),
  );
}
