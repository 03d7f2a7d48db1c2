import type { IncomingMessage, ServerResponse } from "node:http";
import { config } from "@/lib/config/config";
import { log } from "@/lib/log/log";
import { announce } from "@/lib/runtime/bus";
import { type Accounts, accountsOf } from "./accounts";
import { makeApns } from "./apns/apns";
import { type AppleAuthority, type AppleSubject, openAppleAuthority } from "./apple-authority";
import { makeControl } from "./control";
import { type Counts, makeCounts } from "./counts";
import { Delivery } from "./delivery";
import { Devices, type LabDevice, type NewDevice } from "./devices";
import { serve } from "./dual-server";
import type { Service } from "./exchange";
import { Faults } from "./faults";
import { makeFcm } from "./fcm/fcm";
import { makeHms } from "./hms/hms";
import { type LabKind, type LabProvider, labProviders } from "./kinds";
import { listenOn, type Listener } from "./listener";
import { LiveFeed } from "./live";
import type { LabEvent, LabNotification, NotificationFilter } from "./notification";
import { type ReceiptCounts, Receipts, type ReceiptTarget } from "./receipts";
import { type ArrivalListener, type Interaction, Screens } from "./screens";
import { type LabState, openLabState, rememberInState } from "./state-file";
import { makeWebPush } from "./web-push/web-push";

/** How the lab is started. */
export interface LabOptions {
  /** Folder of `lab.json`: accounts and devices, created at the first start. */
  dataDir: string;
  /**
   * Ports of FCM, APNs, HMS and Web Push; 0 selects free ones. Default: four from LAB_PORT on, else
   * those of the last start. A port in use is replaced by a free one.
   */
  ports?: readonly number[] | 0;
  /** Where devices send receipts. Without it they send none. */
  receipts?: ReceiptTarget;
  /** For load tests: notifications are counted by transid and push id, and not stored. */
  lean?: boolean;
  onArrival?: ArrivalListener;
}

/** The lab: four provider services on loopback and the simulated devices behind them. */
export interface Lab {
  /** Credentials for the four services, endpoints set to the lab's. */
  accounts: Accounts;
  /** Origins of the four services. */
  endpoints: Record<LabProvider, string>;
  /** `host:port` of each of them: senders through the lab have to be allowed to reach these. */
  addresses: string[];
  /** The simulated devices, without those that {@link Lab.addDevices} added. */
  devices: LabDevice[];
  faults: Pick<Faults, "get" | "set">;
  /** Returns the authority that APNs trusts; created at the first call and stored in `lab.json`. */
  appleAuthority(): Promise<AppleAuthority>;
  /**
   * A credential for APNs with a new client certificate, for the account's own bundle ID unless
   * said, and its address by TLS.
   */
  appleCertificate(subject?: Partial<AppleSubject>): Promise<CertificateAccount>;
  /** Adds a device until the lab stops. */
  addDevice(device: NewDevice): LabDevice;
  /**
   * Adds many devices of a kind until the lab stops; browsers share one key pair. 100,000 take
   * about a second.
   */
  addDevices(kind: LabKind, count: number): LabDevice[];
  /** Makes a push id dead at its service. False when no device has it. */
  retire(pushId: string): boolean;
  /**
   * Notifications that fit the filter, newest last; at most the last 200 of a device. Empty in lean
   * mode.
   */
  notifications(filter?: NotificationFilter): LabNotification[];
  /** Lean mode: how often each push id was reached, by transid. */
  arrivals: ReadonlyMap<string, ReadonlyMap<string, number>>;
  counts(): Counts & { receipts: ReceiptCounts };
  /** Listens to what happens on the devices until the returned function is called. */
  on(listener: (event: LabEvent) => void): () => void;
  /**
   * The control interface and the live stream; false when the path is not the lab's. Authentication
   * is the caller's.
   */
  handler(request: IncomingMessage, response: ServerResponse): boolean;
  setReceipts(target: ReceiptTarget | undefined): void;
  /**
   * A person reads or dismisses the newest notification of a message on a device, maybe by a button
   * or with a reply; the device sends its receipt. False when the device shows no such
   * notification.
   */
  interact(what: { deviceid: string; transid: string } & Interaction): boolean;
  /** Closes all connections and ports at once. */
  stop(): Promise<void>;
}

/** What a credential with a certificate has. */
export interface CertificateAccount {
  signIn: "certificate";
  certificate: string;
  certificateKey: string;
  bundleId: string;
  endpoint: string;
  ca: string;
}

/** Starts the lab. Throws `StartError`. */
export async function startLab(options: LabOptions): Promise<Lab> {
  const state = await openLabState(options.dataDir);
  const listeners = await listenAll(options, state);
  const endpoints = Object.fromEntries(
    labProviders.map((provider) => [provider, listeners[provider].origin]),
  ) as Lab["endpoints"];
  const accounts = accountsOf(state, endpoints);

  const faults = new Faults();
  const counts = makeCounts();
  const receipts = new Receipts();
  receipts.set(options.receipts);
  const devices = new Devices(state.devices, endpoints.webpush, accounts.webpush.publicKey);
  const screens = openScreens(devices, options);
  const delivery = new Delivery(screens, receipts, faults, counts);
  const live = new LiveFeed(screens);
  const authority = storedAuthority(options.dataDir, state);
  const closers = servicesOf({ accounts, endpoints, devices, delivery, faults }).map((service) =>
    serve(
      listeners[service.provider],
      service,
      faults,
      counts[service.provider],
      service.provider === "apns" ? authority : undefined,
    ),
  );
  log().debug({ endpoints }, "lab listens");

  const interact = makeInteract(screens, delivery);
  return {
    accounts,
    endpoints,
    addresses: Object.values(endpoints).map((origin) => new URL(origin).host),
    get devices() {
      return devices.named.map((simulatedDevice) => simulatedDevice.device);
    },
    faults,
    appleAuthority: authority,
    appleCertificate: async (subject = {}) =>
      certificateAccount(await authority(), accounts.apns.bundleId, endpoints.apns, subject),
    addDevice: (device) => devices.add(device),
    addDevices: (kind, count) => devices.addMany(kind, count),
    retire: (pushId) => devices.retire(pushId),
    notifications: (filter = {}) => screens.list(filter),
    arrivals: screens.arrivals,
    counts: () => ({ ...counts, receipts: receipts.counts }),
    on: (listener) => screens.on(listener),
    handler: makeControl({ screens, faults, counts, live, interact }),
    setReceipts: (target) => receipts.set(target),
    interact: ({ deviceid, transid, ...interaction }) => {
      const notification = screens.find(deviceid, transid);
      return notification !== undefined && interact(notification.id, interaction) === "done";
    },
    stop: async () => {
      live.stop();
      receipts.stop();
      await Promise.all(closers.map((close) => close()));
    },
  };
}

/** Opens the screens of the devices: what happens on them is announced to pages. */
function openScreens(devices: Devices, { lean, onArrival }: LabOptions): Screens {
  const screens = new Screens(devices, lean ?? false, onArrival);
  screens.on((event) => {
    if (event.type !== "cleared")
      announce("lab", { userid: event.notification.userid, deviceid: event.notification.deviceid });
  });
  return screens;
}

/** Returns what carries out an interaction with a notification and sends the device's receipt. */
function makeInteract(
  screens: Screens,
  delivery: Delivery,
): (id: string, interaction: Interaction) => "done" | "absent" | "replaced" {
  return (id, interaction) => {
    const done = screens.interact(id, interaction);
    if (typeof done === "string") return done;
    if (done.notification.transid !== "")
      delivery.receipt(done.owner, done.notification.transid, interaction);
    return "done";
  };
}

/** Returns the four provider services over the lab's devices. */
function servicesOf(parts: {
  accounts: Accounts;
  endpoints: Lab["endpoints"];
  devices: Devices;
  delivery: Delivery;
  faults: Faults;
}): Service[] {
  const { accounts, endpoints, devices, delivery, faults } = parts;
  const tokenLifetime = (provider: LabProvider) => () => faults.of(provider)?.tokenLifetime ?? 3599;
  return [
    makeFcm({ account: accounts.fcm, devices, delivery, tokenLifetime: tokenLifetime("fcm") }),
    makeApns({ account: accounts.apns, devices, delivery }),
    makeHms({ account: accounts.hms, devices, delivery, tokenLifetime: tokenLifetime("hms") }),
    makeWebPush({ origin: endpoints.webpush, devices, delivery }),
  ];
}

/** Issues a client certificate for APNs; `subject` replaces the account's own. */
async function certificateAccount(
  authority: AppleAuthority,
  bundleId: string,
  endpoint: string,
  subject: Partial<AppleSubject>,
): Promise<CertificateAccount> {
  const { certificate, key } = await authority.issue({ bundleId, ...subject });
  const ca = authority.root.certificate;
  return {
    signIn: "certificate",
    certificate,
    certificateKey: key,
    bundleId,
    endpoint: endpoint.replace("http:", "https:"),
    ca,
  };
}

/** Returns a function that opens the authority at its first call, and once only. */
function storedAuthority(dataDir: string, state: LabState): () => Promise<AppleAuthority> {
  let opening: Promise<AppleAuthority> | undefined;
  return () => {
    opening ??= openAppleAuthority(state.authority).then((authority) => {
      rememberInState(dataDir, state, { authority: authority.root });
      return authority;
    });
    return opening;
  };
}

async function listenAll(
  { dataDir, ports }: LabOptions,
  state: LabState,
): Promise<Record<LabProvider, Listener>> {
  const wantedOf = (index: number) => {
    if (ports !== undefined) return ports === 0 ? [] : [ports[index] ?? 0];
    const first = config().LAB_PORT;
    return [
      ...(first === 0 ? [] : [first + index]),
      ...(state.ports?.slice(index, index + 1) ?? []),
    ];
  };
  const open: Listener[] = [];
  try {
    for (const index of labProviders.keys()) open.push(await listenOn(wantedOf(index)));
  } catch (error) {
    for (const listener of open) listener.server.close();
    throw error;
  }
  const listenedPorts = open.map(({ port }) => port);
  if (ports === undefined) rememberInState(dataDir, state, { ports: listenedPorts });
  if (listenedPorts.some((port, index) => ![port, undefined].includes(wantedOf(index)[0])))
    log().warn(
      { ports: listenedPorts },
      "ports for the sandbox's provider endpoints are in use; others are listened on",
    );
  return Object.fromEntries(
    labProviders.map((provider, index) => [provider, open[index]]),
  ) as Record<LabProvider, Listener>;
}
