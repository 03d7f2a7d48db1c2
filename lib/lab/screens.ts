import type { Devices, SimulatedDevice } from "./devices";
import type { LabEvent, LabNotification, NotificationFilter } from "./notification";

const mostPerDevice = 200;
/** Limits the memory that notifications of devices added in bulk use. */
const mostInAll = 20_000;

/** What a service hands to a device. */
export interface Arrival {
  transid: string;
  /** Called only for notifications that are stored: otherwise the record is not needed. */
  headers: () => Record<string, string>;
  body: string;
  /** Collapse id or tag: takes the place of a shown one with the same. */
  tag: string | undefined;
}

/** What a person did with a notification. */
export interface Interaction {
  event: "read" | "dismissed";
  button?: string;
  reply?: string;
}

/** Called for each notification that reaches a device. */
export type ArrivalListener = (transid: string, pushId: string) => void;

/**
 * The devices' screens. Lean mode stores nothing but the number of arrivals by transid and push id.
 */
export class Screens {
  readonly #devices: Devices;
  readonly #lean: boolean;
  readonly #byId = new Map<
    string,
    { owner: SimulatedDevice; notification: LabNotification; tag: string | undefined }
  >();
  readonly #listeners = new Set<(event: LabEvent) => void>();
  /** Devices with at least one notification, so that queries skip the others. */
  readonly #lit = new Set<SimulatedDevice>();
  readonly #epoch = Date.now().toString(36);
  #number = 0;
  /** Lean mode: transid → push id → how many arrived. */
  readonly arrivals = new Map<string, Map<string, number>>();

  readonly #onArrival: ArrivalListener | undefined;

  constructor(devices: Devices, lean: boolean, onArrival?: ArrivalListener) {
    this.#devices = devices;
    this.#lean = lean;
    this.#onArrival = onArrival;
  }

  /**
   * Listens to notifications and interactions of all devices until the returned function is called.
   */
  on(listener: (event: LabEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** A notification reaches a device. */
  arrive(owner: SimulatedDevice, arrival: Arrival): void {
    this.#onArrival?.(arrival.transid, owner.device.pushId);
    if (this.#lean) {
      let reached = this.arrivals.get(arrival.transid);
      if (!reached) this.arrivals.set(arrival.transid, (reached = new Map()));
      reached.set(owner.device.pushId, (reached.get(owner.device.pushId) ?? 0) + 1);
      return;
    }
    const { userid, deviceid, kind, pushId } = owner.device;
    const notification: LabNotification = {
      id: `${this.#epoch}-${(this.#number += 1)}`,
      provider: owner.provider,
      userid,
      deviceid,
      kind,
      pushId,
      transid: arrival.transid,
      headers: arrival.headers(),
      body: arrival.body,
      receivedAt: new Date().toISOString(),
      state: "shown",
    };
    const list = (owner.notifications ??= []);
    this.#lit.add(owner);
    if (arrival.tag !== undefined) this.#replace(owner, list, arrival.tag);
    list.push(notification);
    this.#byId.set(notification.id, { owner, notification, tag: arrival.tag });
    if (list.length > mostPerDevice) this.#forgetOldest(owner);
    else if (this.#byId.size > mostInAll) {
      const oldest = this.#byId.values().next();
      if (!oldest.done) this.#forgetOldest(oldest.value.owner);
    }
    if (!owner.bulk) this.#notify({ type: "notification", notification });
  }

  /** Notifications that fit the filter, newest last. */
  list(filter: NotificationFilter): LabNotification[] {
    const matches: LabNotification[] = [];
    for (const owner of this.#lit) {
      if (filter.userid !== undefined && owner.device.userid !== filter.userid) continue;
      if (filter.deviceid !== undefined && owner.device.deviceid !== filter.deviceid) continue;
      for (const notification of owner.notifications ?? [])
        if (filter.transid === undefined || notification.transid === filter.transid)
          matches.push(notification);
    }
    matches.sort((a, b) => orderOf(a) - orderOf(b));
    return filter.limit === undefined
      ? matches
      : matches.slice(Math.max(0, matches.length - filter.limit));
  }

  /** Returns all notifications of the devices that were not added in bulk, newest last. */
  snapshot(): LabNotification[] {
    return this.#devices.named
      .flatMap((owner) => owner.notifications ?? [])
      .toSorted((a, b) => orderOf(a) - orderOf(b));
  }

  /** Removes the notifications that fit the filter (its limit is not looked at). */
  clear(filter: NotificationFilter): void {
    const { limit: _, ...narrow } = filter;
    const gone = new Set(this.list(narrow));
    for (const notification of gone) this.#byId.delete(notification.id);
    for (const owner of this.#lit) {
      owner.notifications = owner.notifications?.filter((notification) => !gone.has(notification));
      if (owner.notifications?.length === 0) this.#lit.delete(owner);
    }
    if (gone.size > 0) this.#notify({ type: "cleared" });
  }

  /** The newest notification of a message on a device. */
  find(deviceid: string, transid: string): LabNotification | undefined {
    return this.list({ deviceid, transid }).at(-1);
  }

  /**
   * A person reads or dismisses a notification. Answers with the device, so that it can send its
   * receipt, or says why not: `absent` (no such notification) or `replaced` (it is no longer on the
   * screen).
   */
  interact(
    id: string,
    interaction: Interaction,
  ): { owner: SimulatedDevice; notification: LabNotification } | "absent" | "replaced" {
    const entry = this.#byId.get(id);
    if (!entry) return "absent";
    const { owner, notification } = entry;
    if (notification.state === "replaced") return "replaced";
    notification.state = interaction.event;
    if (interaction.button !== undefined) notification.button = interaction.button;
    if (interaction.reply !== undefined) notification.reply = interaction.reply;
    if (!owner.bulk) this.#notify({ type: "interaction", notification });
    return { owner, notification };
  }

  #forgetOldest(owner: SimulatedDevice): void {
    const oldest = owner.notifications?.shift();
    if (oldest) this.#byId.delete(oldest.id);
    if (owner.notifications?.length === 0) this.#lit.delete(owner);
  }

  #replace(owner: SimulatedDevice, list: LabNotification[], tag: string): void {
    for (const older of list) {
      if (older.state !== "shown" || this.#byId.get(older.id)?.tag !== tag) continue;
      older.state = "replaced";
      if (!owner.bulk) this.#notify({ type: "interaction", notification: older });
    }
  }

  #notify(event: LabEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

const orderOf = (notification: LabNotification) =>
  Number(notification.id.slice(notification.id.indexOf("-") + 1));
