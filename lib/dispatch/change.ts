import type { UpdateCode } from "@/lib/interface/codes";
import type { DeliveryState } from "@/lib/interface/update";

/** A change of one delivery, reported by a provider, a device or the clock. */
export interface Change {
  messageId: string;
  deliveryId: string;
  /**
   * Of the worker that leased the delivery: a change is void when another worker has the lease by
   * now. Absent for reports of devices.
   */
  leaseToken?: string;
  /** `waiting`: still queued, to be tried again at `dueAt`. */
  to: Exclude<DeliveryState, "queued"> | "waiting";
  code: UpdateCode;
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
