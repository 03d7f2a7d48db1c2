import type { StreamState } from "@/components/ui/browser/event-stream";
import type { LabNotification } from "@/lib/lab/notification";

/** The screens of the simulated devices, newest first. */
export interface LabState {
  connection: "connecting" | StreamState;
  notifications: readonly LabNotification[];
  /** The last one that came while the page was open: it moves in, and is read out. */
  arrived: LabNotification | undefined;
}

export type LabEvent =
  | { type: "connection"; connection: LabState["connection"] }
  | { type: "snapshot"; notifications: readonly LabNotification[] }
  | { type: "notification"; notification: LabNotification }
  | { type: "interaction"; notification: LabNotification }
  /** What this page did, shown before the server says the same. */
  | { type: "acted"; id: string; change: Pick<LabNotification, "state" | "button" | "reply"> }
  /** The server did not take it. */
  | { type: "undone"; notification: LabNotification };

/** The most notifications that are stored for each device. */
export const mostPerScreen = 20;

export const emptyLab: LabState = {
  connection: "connecting",
  notifications: [],
  arrived: undefined,
};

/** The screens after an event. A state never goes back: an old echo does not undo what was done. */
export function labReducer(state: LabState, event: LabEvent): LabState {
  switch (event.type) {
    case "connection":
      return { ...state, connection: event.connection };
    case "snapshot":
      return {
        ...state,
        connection: "live",
        notifications: inOrder(event.notifications),
        arrived: undefined,
      };
    case "notification": {
      const wasListed = state.notifications.some(({ id }) => id === event.notification.id);
      const notifications = put(state.notifications, event.notification);
      return { ...state, notifications, arrived: wasListed ? state.arrived : event.notification };
    }
    case "interaction":
      return { ...state, notifications: put(state.notifications, event.notification) };
    case "acted":
      return {
        ...state,
        notifications: state.notifications.map((one) =>
          one.id === event.id ? { ...one, ...event.change } : one,
        ),
      };
    case "undone":
      return {
        ...state,
        notifications: state.notifications.map((one) =>
          one.id === event.notification.id ? event.notification : one,
        ),
      };
  }
}

/** A device as far as a notification finds its screen by it. */
export interface Screen {
  deviceid: string;
  pushid: string;
}

/** What stands on one screen, newest first; at most {@link mostPerScreen}. */
export function onScreen(
  notifications: readonly LabNotification[],
  screen: Screen,
): LabNotification[] {
  return notifications.filter((one) => isOn(one, screen)).slice(0, mostPerScreen);
}

function isOn(one: LabNotification, { deviceid, pushid }: Screen): boolean {
  return one.deviceid === "" ? one.pushId === pushid : one.deviceid === deviceid;
}

function put(notifications: readonly LabNotification[], one: LabNotification): LabNotification[] {
  const previous = notifications.find(({ id }) => id === one.id);
  if (!previous) return inOrder([one, ...notifications]);
  if (previous.state !== "shown" && one.state === "shown") return [...notifications];
  return notifications.map((other) => (other === previous ? one : other));
}

function inOrder(notifications: readonly LabNotification[]): LabNotification[] {
  return notifications.toSorted((one, other) => momentOf(other) - momentOf(one));
}

/** When it was received, ms UTC. */
export function momentOf({ receivedAt }: Pick<LabNotification, "receivedAt">): number {
  return Date.parse(receivedAt);
}

/** The data of an event as JSON; undefined when it is none. */
export function readData(data: unknown): unknown {
  try {
    return typeof data === "string" ? (JSON.parse(data) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is a notification, as far as the screens need it. */
export function isNotification(value: unknown): value is LabNotification {
  if (typeof value !== "object" || value === null) return false;
  const { id, body, kind, headers, state } = value as Partial<Record<string, unknown>>;
  return (
    typeof id === "string" &&
    typeof body === "string" &&
    typeof kind === "string" &&
    typeof headers === "object" &&
    typeof state === "string"
  );
}

/** How old it is, as devices write it: "now", "5m", "3h", "2d". */
export function shortAge(at: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - at) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes}m`;
  return minutes < 1_440 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / 1_440)}d`;
}

/**
 * What became of it: "Shown", "Read", "Read · YES", "Read · REPLY: “On my way”", "Dismissed",
 * "Replaced".
 */
export function stateText({
  state,
  button,
  reply,
}: Pick<LabNotification, "state" | "button" | "reply">): string {
  // oxlint-disable-next-line house/noun-names -- a state as delivery receipts name it
  const word = { shown: "Shown", read: "Read", dismissed: "Dismissed", replaced: "Replaced" }[
    state
  ];
  const by = [button, reply ? `“${reply}”` : undefined].filter(Boolean).join(": ");
  return by === "" ? word : `${word} · ${by}`;
}
