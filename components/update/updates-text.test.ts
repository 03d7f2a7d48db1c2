import { expect, it } from "vitest";
import { waitingText } from "./updates-text";

it("what waits for a webhook is counted, with what becomes of it", () => {
  expect(waitingText("remove", { queued: 1, parked: 0 })).toEqual([
    "1 update that waits for it is not sent.",
  ]);
  expect(waitingText("remove", { queued: 12, parked: 1_001 })).toEqual([
    "12 updates that wait for it are not sent.",
    "1,000+ parked updates are not sent again.",
  ]);
  expect(waitingText("off", { queued: 2, parked: 1 })).toEqual([
    "2 updates that wait for it are saved, and sent once it is on again.",
    "1 parked update is sent once it is on again.",
  ]);
  expect(waitingText("off", { queued: 0, parked: 0 })).toEqual([
    "No update waits for it just now.",
  ]);
});
