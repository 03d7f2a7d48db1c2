import { describe, expect, it } from "vitest";
import type { LabNotification } from "@/lib/lab/notification";
import {
  emptyLab,
  isNotification,
  mostPerScreen,
  labReducer,
  onScreen,
  readData,
  shortAge,
  stateText,
} from "./lab-state";

function notification(
  id: string,
  at: number,
  change: Partial<LabNotification> = {},
): LabNotification {
  return {
    id,
    provider: "fcm",
    userid: "user-1",
    deviceid: "pixel",
    kind: "android",
    pushId: "p1",
    transid: "t",
    headers: {},
    body: "{}",
    receivedAt: new Date(at).toISOString(),
    state: "shown",
    ...change,
  };
}

describe("labReducer", () => {
  it("puts the newest on top, for any order of arrival, and knows what came live", () => {
    let state = labReducer(emptyLab, {
      type: "snapshot",
      notifications: [notification("a", 1_000), notification("b", 3_000)],
    });
    expect(state.connection).toBe("live");
    expect(state.arrived).toBeUndefined();
    state = labReducer(state, { type: "notification", notification: notification("c", 2_000) });
    expect(state.notifications.map(({ id }) => id)).toEqual(["b", "c", "a"]);
    expect(state.arrived?.id).toBe("c");
  });

  it("takes a repeat as no arrival", () => {
    const first = labReducer(emptyLab, {
      type: "snapshot",
      notifications: [notification("a", 1_000)],
    });
    const again = labReducer(first, {
      type: "notification",
      notification: notification("a", 1_000),
    });
    expect(again.notifications).toHaveLength(1);
    expect(again.arrived).toBeUndefined();
  });

  it("shows an act at once, unless the server refuses it", () => {
    const unread = notification("a", 1_000);
    const begun = labReducer(emptyLab, { type: "snapshot", notifications: [unread] });
    const acted = labReducer(begun, {
      type: "acted",
      id: "a",
      change: { state: "read", button: "YES" },
    });
    expect(acted.notifications[0]).toMatchObject({ state: "read", button: "YES" });
    const echoed = labReducer(acted, { type: "interaction", notification: unread });
    expect(echoed.notifications[0]?.state).toBe("read");
    expect(
      labReducer(echoed, { type: "undone", notification: unread }).notifications[0]?.state,
    ).toBe("shown");
  });

  it("replaces everything by a snapshot after a broken line", () => {
    const begun = labReducer(emptyLab, {
      type: "snapshot",
      notifications: [notification("a", 1_000)],
    });
    const lost = labReducer(begun, { type: "connection", connection: "lost" });
    expect(lost.notifications).toHaveLength(1);
    expect(labReducer(lost, { type: "snapshot", notifications: [] }).notifications).toEqual([]);
  });
});

describe("onScreen", () => {
  it("finds a screen by device, else by push id, and keeps the latest", () => {
    const many = Array.from({ length: 30 }, (_, index) => notification(`n${index}`, index));
    const { notifications } = labReducer(emptyLab, {
      type: "snapshot",
      notifications: [...many, notification("other", 99, { deviceid: "x" })],
    });
    const seen = onScreen(notifications, { deviceid: "pixel", pushid: "p1" });
    expect(seen).toHaveLength(mostPerScreen);
    expect(seen[0]?.id).toBe("n29");
    expect(
      onScreen([notification("w", 1, { deviceid: "" })], { deviceid: "pixel", pushid: "p1" }),
    ).toHaveLength(1);
  });
});

describe("words", () => {
  it("ages as devices write it", () => {
    const now = 10 * 86_400_000;
    expect(
      [0, 59_000, 60_000, 3_599_000, 3_600_000, 86_400_000 * 2].map((age) =>
        shortAge(now - age, now),
      ),
    ).toEqual(["now", "now", "1m", "59m", "1h", "2d"]);
    expect(shortAge(now + 5_000, now)).toBe("now");
  });
  it("says what became of it", () => {
    expect(stateText({ state: "shown" })).toBe("Shown");
    expect(stateText({ state: "read", button: "YES" })).toBe("Read · YES");
    expect(stateText({ state: "read", button: "REPLY", reply: "On my way" })).toBe(
      "Read · REPLY: “On my way”",
    );
    expect(stateText({ state: "dismissed" })).toBe("Dismissed");
    expect(stateText({ state: "replaced" })).toBe("Replaced");
  });
  it("trusts nothing that is no notification", () => {
    expect(isNotification(readData(JSON.stringify(notification("a", 1))))).toBe(true);
    for (const data of ["", "null", "[]", "{}", 7])
      expect(isNotification(readData(data))).toBe(false);
  });
});
