import { expect, it } from "vitest";
import { Places } from "./places";
import type { Queue } from "./queues";

const queue = (kind: Queue["kind"], priority: number): Queue => ({
  appId: "app",
  kind,
  priority,
  dueInMs: 0,
});

it.each([0, 1, 20, 100])(
  "a campaign has room next to %i other credentials, and leaves some to more urgent messages",
  (others) => {
    const places = new Places();
    for (let n = 0; n < others; n += 1) places.take({ ...queue("android", 0), appId: `${n}` }, 1);
    const [urgent, campaign] = [queue("android", 0), queue("android", 1)];
    const first = places.roomToBegin(campaign, 1_000);
    expect(first).toBeGreaterThan(0);
    for (let room = first; room > 0; room = places.roomToBegin(campaign, 1_000))
      places.take(campaign, room);
    expect(places.roomToBegin(urgent, 1)).toBe(1);
    // One that needs few slots waits for no more.
    expect(places.roomToBegin({ ...campaign, appId: "another" }, 1)).toBe(1);
  },
);

it("a queue with less under way comes first within its priority", () => {
  const places = new Places();
  const [giant, small, idle, later] = [
    queue("chrome", 0),
    queue("ios", 0),
    queue("android", 0),
    queue("hms", 1),
  ];
  places.take(giant, 250);
  places.take(small, 5);
  expect([later, giant, small, idle].toSorted((one, other) => places.compare(one, other))).toEqual([
    idle,
    small,
    giant,
    later,
  ]);
});
