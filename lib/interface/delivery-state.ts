/**
 * States of a delivery. They only move forward: queued → submitted → delivered → read, or to failed
 * or expired.
 */
export const deliveryStates = [
  "queued",
  "submitted",
  "delivered",
  "read",
  "failed",
  "expired",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];
