import { defaultFace } from "@/components/preview/face";
import type { DeviceRow } from "@/lib/directory/device/list";
import {
  deviceKinds,
  providerNames,
  providerOf,
  type DeviceKind,
} from "@/lib/interface/device-kinds";

/** A registered device of the sandbox, as its screen needs it. */
export type ScreenDevice = Pick<
  DeviceRow,
  "id" | "appid" | "kind" | "pushid" | "deviceid" | "model" | "os" | "userids"
>;

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

/**
 * Devices by user, users by name, each user's devices in the order of interface 2.2. A device of
 * several people stands with the first.
 */
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
      devices: list.toSorted(
        (one, other) => deviceKinds.indexOf(one.kind) - deviceKinds.indexOf(other.kind),
      ),
    }));
}

/** What a device is called: its model, else the system it stands for. */
export function deviceName({ model, kind }: Pick<ScreenDevice, "model" | "kind">): string {
  return model ?? defaultFace(kind).name;
}

/** Returns the name of the provider that delivers to a kind of device. */
export function providerName(kind: DeviceKind): string {
  return providerNames[providerOf(kind)];
}
