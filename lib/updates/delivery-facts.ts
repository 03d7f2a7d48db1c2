/**
 * What an update of any kind says of its delivery, and is sent by. Strings that are absent are "".
 */
export interface DeliveryFacts {
  /** The transid. */
  messageId: string;
  deliveryId: string;
  serviceId: string;
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
}

/**
 * The columns of {@link DeliveryFacts}, in a statement with rows `d` of deliveries and `m` of their
 * messages.
 */
export const deliveryFacts = `d.message_id AS "messageId", d.id AS "deliveryId", d.service_id AS "serviceId", d.pushid, coalesce(d.destination_written, d.destination) AS destination,
  d.destination_type AS "destinationType", d.deviceid, d.correlationid, m.callback_data AS "callbackData", m.notifyurl, m.notifyurl_auth_id AS "notifyurlAuthId", m.pushref`;

/** The names of the columns of {@link DeliveryFacts}, of a table expression that has them. */
export const deliveryFactNames = `"messageId", "deliveryId", "serviceId", pushid, destination, "destinationType", deviceid, correlationid, "callbackData", notifyurl,
  "notifyurlAuthId", pushref`;
