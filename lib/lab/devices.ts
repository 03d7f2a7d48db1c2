import { createECDH, type ECDH, randomBytes } from "node:crypto";
import { type LabKind, type LabProvider, providerOfKind } from "./kinds";
import type { LabNotification } from "./notification";
import { makePushId, makePushIds } from "./push-ids";
import { type StoredDevice, makeSubscription } from "./state-file";
import type { Receiver } from "./web-push/decrypt";

/** A simulated device, as far as a sender may know it. */
export interface LabDevice extends Omit<StoredDevice, "web"> {
  /** Browsers only: what `PushSubscription.toJSON()` gives. */
  subscription?: { endpoint: string; keys: { p256dh: string; auth: string } };
}

/** A device and its state in the lab. */
export interface SimulatedDevice {
  device: LabDevice;
  provider: LabProvider;
  /** Added in bulk: not listed and not shown live. */
  bulk: boolean;
  /** How the device names itself in a receipt. */
  receiptBy: "deviceid" | "pushid";
  /** ms UTC since when the push id is dead. */
  retiredAt: number | undefined;
  /** Browsers only. */
  web: { receiver: Receiver; vapidKey: string } | undefined;
  /** Oldest first; undefined before the first notification. */
  notifications: LabNotification[] | undefined;
}

/** Members of a new device. */
export interface NewDevice {
  kind: LabKind;
  userid?: string;
  deviceid?: string;
  /** Browsers only: VAPID public key of the subscription. Default: the sandbox's. */
  vapidKey?: string;
}

const simulated = { model: "Simulated", os: "Simulated" };

/** All simulated devices, found by the id their service knows them by. */
export class Devices {
  readonly #byToken: Record<LabProvider, Map<string, SimulatedDevice>> = {
    fcm: new Map(),
    apns: new Map(),
    hms: new Map(),
    webpush: new Map(),
  };
  readonly #byPushId = new Map<string, SimulatedDevice>();
  readonly #named: SimulatedDevice[] = [];
  readonly #webOrigin: string;
  readonly #vapidKey: string;
  #added = 0;

  constructor(storedDevices: StoredDevice[], webOrigin: string, vapidKey: string) {
    this.#webOrigin = webOrigin;
    this.#vapidKey = vapidKey;
    for (const entry of storedDevices)
      this.#register(entry, { bulk: false, receiptBy: "deviceid", vapidKey });
  }

  /** Devices that were not added in bulk. */
  get named(): readonly SimulatedDevice[] {
    return this.#named;
  }

  /** By FCM, HMS or APNs token, or by the last part of a subscription's endpoint. */
  find(provider: LabProvider, token: string): SimulatedDevice | undefined {
    return this.#byToken[provider].get(token);
  }

  /**
   * Adds one device, in memory only. Without a `deviceid` it names itself in receipts by its push
   * id.
   */
  add(input: NewDevice): LabDevice {
    this.#added += 1;
    const { kind, userid = `guest-${this.#added}`, deviceid, vapidKey = this.#vapidKey } = input;
    const entry: StoredDevice = {
      ...simulated,
      userid,
      deviceid: deviceid ?? `guest-${this.#added}-${kind}`,
      kind,
      pushId: makePushId(kind),
      ...(providerOfKind(kind) === "webpush" && { web: makeSubscription() }),
    };
    return this.#register(entry, {
      bulk: false,
      receiptBy: deviceid === undefined ? "pushid" : "deviceid",
      vapidKey,
    }).device;
  }

  /** Adds many, in memory only, one user each (`load-<n>`). Browsers share one key pair. */
  addMany(kind: LabKind, count: number): LabDevice[] {
    const shared = providerOfKind(kind) === "webpush" ? makeSubscription() : undefined;
    const ecdh = shared && openEcdh(shared.privateKey);
    const subscriptionStem = randomBytes(24).toString("base64url");
    return makePushIds(kind, count).map((pushId, n) => {
      const number = this.#added + n + 1;
      const entry: StoredDevice = {
        ...simulated,
        userid: `load-${number}`,
        deviceid: `load-${number}-${kind}`,
        kind,
        pushId,
        ...(shared && {
          web: {
            ...shared,
            subscriptionId: `${subscriptionStem}${n.toString(16).padStart(8, "0")}`,
          },
        }),
      };
      if (n === count - 1) this.#added = number;
      return this.#register(entry, {
        bulk: true,
        receiptBy: "pushid",
        vapidKey: this.#vapidKey,
        ecdh,
      }).device;
    });
  }

  /**
   * Makes a push id dead: from now on its service says UNREGISTERED, 410 and the like. False when
   * no device has it.
   */
  retire(pushId: string): boolean {
    const simulatedDevice = this.#byPushId.get(pushId);
    if (simulatedDevice) simulatedDevice.retiredAt ??= Date.now();
    return simulatedDevice !== undefined;
  }

  #register(
    entry: StoredDevice,
    how: {
      bulk: boolean;
      receiptBy: SimulatedDevice["receiptBy"];
      vapidKey: string;
      ecdh?: ECDH | undefined;
    },
  ): SimulatedDevice {
    const { web, ...plain } = entry;
    const device: LabDevice = web
      ? {
          ...plain,
          subscription: {
            endpoint: `${this.#webOrigin}/push/${web.subscriptionId}`,
            keys: { p256dh: web.publicKey, auth: web.auth },
          },
        }
      : plain;
    const simulatedDevice: SimulatedDevice = {
      device,
      provider: providerOfKind(entry.kind),
      bulk: how.bulk,
      receiptBy: how.receiptBy,
      retiredAt: undefined,
      web: web && {
        vapidKey: how.vapidKey,
        receiver: {
          ecdh: how.ecdh ?? openEcdh(web.privateKey),
          publicKey: Buffer.from(web.publicKey, "base64url"),
          auth: Buffer.from(web.auth, "base64url"),
        },
      },
      notifications: undefined,
    };
    this.#byToken[simulatedDevice.provider].set(
      web ? web.subscriptionId : device.pushId,
      simulatedDevice,
    );
    this.#byPushId.set(device.pushId, simulatedDevice);
    if (!how.bulk) this.#named.push(simulatedDevice);
    return simulatedDevice;
  }
}

function openEcdh(privateKey: string): ECDH {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(privateKey, "base64url");
  return ecdh;
}
