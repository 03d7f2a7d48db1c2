import { expect, it } from "vitest";
import { Places } from "./places";
import type { Queue } from "./queues";

const queue = (kind: Queue["kind"], priority: number): Queue => ({
  appId: "app",
  kind,
  priority,
  dueInMs: 0,
});

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
