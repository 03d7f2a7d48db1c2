import type { Devices, HeldDevice } from "./devices";
import type { LabEvent, LabNotification, NotificationFilter } from "./notification";

const keptPerDevice = 200;
/** Devices made by the thousand would otherwise keep more than memory holds. */
const keptInAll = 20_000;

/** What a service hands to a device. */
export interface Arrival {
  transid: string;
  /** Called only when the notification is kept: making the record is not worth it otherwise. */
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
 * The devices' screens. In lean mode nothing is kept but how often each push id was reached, by
 * transid.
 */
export class Screens {
  readonly #devices: Devices;
  readonly #lean: boolean;
  readonly #byId = new Map<
    string,
    { held: HeldDevice; notification: LabNotification; tag: string | undefined }
  >();
  readonly #listeners = new Set<(event: LabEvent) => void>();
  /**
   * Devices that hold at least one notification, so that those made by the thousand are not walked.
   */
  readonly #lit = new Set<HeldDevice>();
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
  arrive(held: HeldDevice, arrival: Arrival): void {
    this.#onArrival?.(arrival.transid, held.device.pushId);
    if (this.#lean) {
      let reached = this.arrivals.get(arrival.transid);
      if (!reached) this.arrivals.set(arrival.transid, (reached = new Map()));
      reached.set(held.device.pushId, (reached.get(held.device.pushId) ?? 0) + 1);
      return;
    }
    const { userid, deviceid, kind, pushId } = held.device;
    const notification: LabNotification = {
      id: `${this.#epoch}-${(this.#number += 1)}`,
      provider: held.provider,
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
    const list = (held.notifications ??= []);
    this.#lit.add(held);
    if (arrival.tag !== undefined) this.#replace(held, list, arrival.tag);
    list.push(notification);
    this.#byId.set(notification.id, { held, notification, tag: arrival.tag });
    if (list.length > keptPerDevice) this.#forgetOldest(held);
    else if (this.#byId.size > keptInAll) {
      const oldest = this.#byId.values().next();
      if (!oldest.done) this.#forgetOldest(oldest.value.held);
    }
    if (!held.bulk) this.#tell({ type: "notification", notification });
  }

  /** Notifications that fit the filter, newest last. */
  list(filter: NotificationFilter): LabNotification[] {
    const found: LabNotification[] = [];
    for (const held of this.#lit) {
      if (filter.userid !== undefined && held.device.userid !== filter.userid) continue;
      if (filter.deviceid !== undefined && held.device.deviceid !== filter.deviceid) continue;
      for (const notification of held.notifications ?? [])
        if (filter.transid === undefined || notification.transid === filter.transid)
          found.push(notification);
    }
    found.sort((a, b) => orderOf(a) - orderOf(b));
    return filter.limit === undefined
      ? found
      : found.slice(Math.max(0, found.length - filter.limit));
  }

  /** Everything on the devices that were not made by the thousand, newest last. */
  snapshot(): LabNotification[] {
    return this.#devices.named
      .flatMap((held) => held.notifications ?? [])
      .toSorted((a, b) => orderOf(a) - orderOf(b));
  }

  /** Removes the notifications that fit the filter (its limit is not looked at). */
  clear(filter: NotificationFilter): void {
    const { limit: _, ...narrow } = filter;
    const gone = new Set(this.list(narrow));
    for (const notification of gone) this.#byId.delete(notification.id);
    for (const held of this.#lit) {
      held.notifications = held.notifications?.filter((notification) => !gone.has(notification));
      if (held.notifications?.length === 0) this.#lit.delete(held);
    }
    if (gone.size > 0) this.#tell({ type: "cleared" });
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
  ): { held: HeldDevice; notification: LabNotification } | "absent" | "replaced" {
    const entry = this.#byId.get(id);
    if (!entry) return "absent";
    const { held, notification } = entry;
    if (notification.state === "replaced") return "replaced";
    notification.state = interaction.event;
    if (interaction.button !== undefined) notification.button = interaction.button;
    if (interaction.reply !== undefined) notification.reply = interaction.reply;
    if (!held.bulk) this.#tell({ type: "interaction", notification });
    return { held, notification };
  }

  #forgetOldest(held: HeldDevice): void {
    const oldest = held.notifications?.shift();
    if (oldest) this.#byId.delete(oldest.id);
    if (held.notifications?.length === 0) this.#lit.delete(held);
  }

  #replace(held: HeldDevice, list: LabNotification[], tag: string): void {
    for (const older of list) {
      if (older.state !== "shown" || this.#byId.get(older.id)?.tag !== tag) continue;
      older.state = "replaced";
      if (!held.bulk) this.#tell({ type: "interaction", notification: older });
    }
  }

  #tell(event: LabEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

const orderOf = (notification: LabNotification) =>
  Number(notification.id.slice(notification.id.indexOf("-") + 1));
