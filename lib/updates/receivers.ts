import type { UpdateKind } from "@/lib/interface/update";
import type { DeliveryFacts } from "./delivery-facts";
import type { ServiceEndpoints } from "./endpoints";

/** Name of the receiver behind a notify URL; any other receiver is the id of a webhook. */
export const notifyurlReceiver = "notifyurl";

/** A receiver of updates. */
export interface Receiver {
  /** {@link notifyurlReceiver}, or the id of the webhook. */
  receiver: string;
  url: string;
  notifyAuthId: string;
}

/**
 * Who is reported a change of a delivery (interface 6, contract 7): the request's notify URL, else
 * the service's, and the webhooks that ask for that kind. The service's own authentication is never
 * used at a URL that came with a request.
 */
export function receiversOf(
  kind: UpdateKind,
  { notifyurl, notifyurlAuthId }: Pick<DeliveryFacts, "notifyurl" | "notifyurlAuthId">,
  service: ServiceEndpoints | undefined,
): Receiver[] {
  const receivers: Receiver[] = [];
  const url = notifyurl || (service?.notifyurl ?? "");
  if (url !== "") {
    const own = notifyurl === "" ? (service?.notifyurlAuthId ?? "") : "";
    receivers.push({ receiver: notifyurlReceiver, url, notifyAuthId: notifyurlAuthId || own });
  }
  for (const webhook of service?.webhooks ?? [])
    if (!webhook.disabled && webhook.kinds.includes(kind))
      receivers.push({
        receiver: webhook.id,
        url: webhook.url,
        notifyAuthId: webhook.notifyAuthId,
      });
  return receivers;
}
