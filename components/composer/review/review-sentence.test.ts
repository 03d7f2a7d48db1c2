import { expect, it } from "vitest";
import type { PlanState } from "../send/use-plan";
import { reviewSentence } from "./review-sentence";

const sound = { problems: 0, missing: 0 };
const options = { reachesNobody: false, undoSeconds: 10 };
const counted = (more: object = {}): PlanState => ({
  kind: "counted",
  plan: { problems: [], lacking: [], approval: { send: false, schedule: false }, ...more } as never,
});
const said = (state: PlanState, more: object = {}) =>
  reviewSentence("Sandbox", 3, sound, state, { ...options, ...more });

it("says what is left to solve before anything else", () => {
  expect(reviewSentence("Sandbox", 3, { problems: 1, missing: 1 }, counted(), options)).toBe(
    "Solve one problem before it can be sent.",
  );
  expect(reviewSentence("Sandbox", 3, { problems: 0, missing: 2 }, counted(), options)).toBe(
    "Not finished: 2 things are missing.",
  );
});

it("calls nothing ready that the service has not counted", () => {
  expect(said({ kind: "counting" })).toBe("Checking it with the service …");
  expect(said(counted({ problems: [{}] }))).toBe("It cannot be sent yet.");
  expect(said(counted({ lacking: [{}] }))).toBe(
    "Some recipients have no value for a parameter: Send asks what becomes of them.",
  );
  expect(said(counted())).toBe(
    "Ready: Sandbox sends it to 3 recipients when you press Send. You can undo it for 10 seconds.",
  );
  expect(said(counted(), { reachesNobody: true })).toMatch(/^No recipients are reachable/);
  expect(said(counted({ approval: { send: true, schedule: true } }))).toMatch(
    /^Ready to ask for approval/,
  );
});
