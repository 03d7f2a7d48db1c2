import type { UpdateCode } from "@/lib/interface/codes";
import type { DestinationKey, DeviceKind } from "@/lib/interface/device-kinds";
import type { DeliveryState } from "@/lib/interface/update";

/** A delivery that is not stored yet: it is stored once, with what became of it. */
export interface NewDelivery {
  messageId: string;
  id: string;
  serviceId: string;
  appId: string;
  /** What must not be sent to twice. */
  target: string;
  deviceId: string | null;
  kind: DeviceKind | "";
  /** The one form of the id that it is for. */
  destination: string;
  /** The id as the request has it, where that is another spelling. */
  destinationWritten: string | null;
  destinationType: DestinationKey;
  pushid: string;
  deviceid: string;
  language: string;
  correlationid: string;
  priority: number;
  queuedAt: Date;
}

/** A change of one delivery, reported by a provider, a device or the clock. */
export interface Change {
  messageId: string;
  deliveryId: string;
  /** Where the delivery is not stored yet: it is stored with this change. */
  delivery?: NewDelivery;
  /**
   * Of the worker that leased the delivery: a change is void when another worker has the lease by
   * now. Absent for reports of devices. With the first change of a delivery: it is stored as
   * leased.
   */
  leaseToken?: string;
  /** `waiting`: still queued, to be tried again at `dueAt`. */
  to: Exclude<DeliveryState, "queued"> | "waiting";
  /** "": nothing happened to it yet. */
  code: UpdateCode | "";
  description: string;
  at: Date;
  /**
   * For `waiting`: when to try again; milliseconds, monotonic, so that a clock that jumps before
   * this is recorded neither holds it up nor hastens it.
   */
  dueAt?: number;
  /** Whether an attempt was spent. A provider that refuses the credential costs none. */
  attempted: boolean;
  providerMessageId?: string;
  /** The provider says that the device token is dead. */
  retireDevice?: boolean;
  /** It may as well be a living one of another app or environment than the credential is for. */
  doubtful?: boolean;
  /** What the provider says is of a registration up to then; a later one stands. */
  registeredBy?: Date;
  button?: string;
  reply?: string;
}
