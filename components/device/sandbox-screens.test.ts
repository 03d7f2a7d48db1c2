import { describe, expect, it } from "vitest";
import { byUser, deviceName, providerName, type ScreenDevice } from "./sandbox-screens";

const device = (id: string, kind: ScreenDevice["kind"], userids: string[]): ScreenDevice => ({
  id,
  appid: "a",
  kind,
  pushid: `p-${id}`,
  deviceid: id,
  model: null,
  os: null,
  userids,
});

describe("byUser", () => {
  it("groups by user, users in counting order, phones before browsers", () => {
    const groups = byUser([
      device("1", "ios", ["user-1"]),
      device("2", "chrome", ["user-10"]),
      device("3", "hms", ["user-2", "user-1"]),
      device("4", "android", ["user-1"]),
      device("5", "safari", []),
    ]);
    expect(groups.map(({ userid, devices }) => [userid, ...devices.map(({ id }) => id)])).toEqual([
      ["nobody", "5"],
      ["user-1", "4", "1"],
      ["user-2", "3"],
      ["user-10", "2"],
    ]);
  });
});

it("names devices and providers", () => {
  expect(deviceName({ model: "Pixel 9", kind: "android" })).toBe("Pixel 9");
  expect(deviceName({ model: null, kind: "safari" })).toBe("Safari on macOS");
  expect(providerName("firefox")).toBe("Web Push");
});
