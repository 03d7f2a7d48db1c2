import { expect, it } from "vitest";
import { Places } from "./places";
import type { Queue } from "./queues";

const queue = (kind: Queue["kind"], priority: number): Queue => ({
  appId: "app",
  kind,
  priority,
  dueInMs: 0,
});

it.each([1, 20, 100])(
  "a queue has room for a claim next to %i other credentials, and leaves some for others",
  (others) => {
    const places = new Places();
    for (let n = 0; n < others; n += 1) places.take({ ...queue("android", 1), appId: `${n}` }, 1);
    const own = queue("android", 1);
    expect(places.roomOf(own)).toBeGreaterThanOrEqual(places.leastOf(own, 50));
    // Until it holds half of its share.
    while (places.roomOf(own) >= places.leastOf(own, 50)) places.take(own, places.leastOf(own, 50));
    expect(places.free).toBeGreaterThan(0);
    expect(places.roomOf({ ...own, appId: "next" })).toBeGreaterThan(0);
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
