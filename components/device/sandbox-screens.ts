import { deviceKinds, providerOf, type DeviceKind, type ProviderKind } from "@/lib/interface/device-kinds";
import { defaultFace } from "@/components/preview/face";

/** A registered device of the sandbox, as its screen needs it. */
export interface ScreenDevice {
  id: string;
  appid: string;
  kind: DeviceKind;
  pushid: string;
  deviceid: string;
  model: string | null;
  os: string | null;
  userids: readonly string[];
}

/** What a device knows of the app that its notifications come from. */
export interface ScreenApp {
  name: string;
  iconUrl?: string;
  /** Where its browsers subscribed. */
  siteUrl?: string;
}

/** The devices of one user. */
export interface UserScreens {
  userid: string;
  devices: ScreenDevice[];
}

/** Devices by user, users by name, each user's devices in the order of interface 2.2. A device of several people stands with the first. */
export function byUser(devices: readonly ScreenDevice[]): UserScreens[] {
  const users = new Map<string, ScreenDevice[]>();
  for (const device of devices) {
    const userid = device.userids[0] ?? "nobody";
    users.set(userid, [...(users.get(userid) ?? []), device]);
  }
  return [...users]
    .toSorted(([one], [other]) => one.localeCompare(other, "en", { numeric: true }))
    .map(([userid, list]) => ({
      userid,
      devices: list.toSorted((one, other) => deviceKinds.indexOf(one.kind) - deviceKinds.indexOf(other.kind)),
    }));
}

/** What a device is called: its model, else the system it stands for. */
export function deviceName({ model, kind }: Pick<ScreenDevice, "model" | "kind">): string {
  return model ?? defaultFace(kind).name;
}

const providers: Record<ProviderKind, string> = { fcm: "FCM", hms: "Huawei Push Kit", apns: "APNs", webpush: "Web Push" };

/** Who delivers to a device, by the name people know. */
export function providerName(kind: DeviceKind): string {
  return providers[providerOf(kind)];
}
