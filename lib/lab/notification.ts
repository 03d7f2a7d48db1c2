import type { LabProvider } from "./kinds";
import type { StoredDevice } from "./state-file";

/** A notification on a simulated device. */
export interface LabNotification extends Pick<
  StoredDevice,
  "userid" | "deviceid" | "kind" | "pushId"
> {
  id: string;
  provider: LabProvider;
  /** Read from what arrived; empty when there was none. */
  transid: string;
  /** As received, names in lower case; credentials and pseudo headers left out. */
  headers: Record<string, string>;
  /** The exact text received; Web Push: decrypted. */
  body: string;
  /** ISO 8601, UTC. */
  receivedAt: string;
  /** `replaced`: a later one with the same collapse id or tag took its place. */
  state: "shown" | "read" | "dismissed" | "replaced";
  /** Identifier of the button that was pressed. */
  button?: string;
  /** Text that was typed. */
  reply?: string;
}

/** What happens on the devices. `cleared`: notifications were removed by hand. */
export type LabEvent =
  | { type: "notification" | "interaction"; notification: LabNotification }
  | { type: "cleared" };

/** Selects notifications; an absent member does not narrow the selection. */
export interface NotificationFilter {
  userid?: string;
  deviceid?: string;
  transid?: string;
  /** The newest so many. */
  limit?: number;
}
