import { expect, it } from "vitest";
import { zero } from "@/lib/results/counts";
import { lookOf, noneInState } from "./campaign-looks";

const sent = {
  state: "sent",
  counts: zero,
  answered: 6,
  refused: 0,
  requests: 6,
  approval: null,
  stalled: null,
} as const;

it("names a campaign refused by most of its requests, and not sent without an accepted one", () => {
  expect(lookOf(sent).label).toBe("Sent");
  expect(lookOf({ ...sent, state: "failed", refused: 5 }).label).toBe("Mostly refused");
  expect(lookOf({ ...sent, state: "failed", refused: 6 }).label).toBe("Not sent");
  expect(lookOf({ ...sent, state: "failed", answered: 4, refused: 3 }).label).toBe("Stopped");
});

it("names the state whose tab is empty, each differently", () => {
  expect(noneInState.archived).toBe("No archived campaigns");
  expect(new Set(Object.values(noneInState)).size).toBe(Object.keys(noneInState).length);
});
