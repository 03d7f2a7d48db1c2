import { config } from "@/lib/config/config";
import type { UpdateCode } from "@/lib/interface/codes";
import { destinationKeys } from "@/lib/interface/device-kinds";
import { deliveryUpdate, timeStamp, type UpdateKind } from "@/lib/interface/update";
import { once } from "@/lib/runtime/once";
import type { DeliveryFacts } from "./delivery-facts";

/** One change of one delivery, to be sent. */
export interface UpdateSource {
  delivery: DeliveryFacts;
  kind: UpdateKind;
  /** When it happened. */
  at: Date;
  code: UpdateCode;
  description: string;
  /** Of a read receipt: the button that was pressed, and the reply that was written. */
  button?: string | undefined;
  reply?: string | undefined;
}

/** The time zone of `timeStamp`: the deployment's (contract 7). */
function timeZone(): string {
  return once(
    "update-time-zone",
    () => config().TZ ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
}

/**
 * The exact text that every receiver of this change gets and that is signed: JSON of contract 7.
 * `interaction` stands in read receipts only.
 */
export function bodyOf(source: UpdateSource): string {
  const { delivery, kind, button, reply } = source;
  return JSON.stringify(
    deliveryUpdate({
      timeStamp: timeStamp(source.at, timeZone()),
      code: source.code,
      description: source.description,
      pushId: delivery.pushid,
      destination: delivery.destination,
      destinationType: destinationKeys.find((key) => key === delivery.destinationType),
      deviceid: delivery.deviceid,
      transid: delivery.messageId,
      callbackData: delivery.callbackData,
      correlationid: delivery.correlationid,
      interaction: kind === "read" ? { button, pushref: delivery.pushref, reply } : undefined,
    }),
  );
}
