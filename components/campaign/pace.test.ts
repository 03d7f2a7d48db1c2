import { expect, it } from "vitest";
import { paceOf, roundPace, timeLeft, withSample, type Sample } from "./pace";

it("measures the pace of the last minute, and none before a few seconds are covered", () => {
  let samples: Sample[] = [];
  for (let second = 0; second <= 120; second += 5) {
    samples = withSample(samples, { at: second * 1_000, done: second < 60 ? 0 : second * 100 });
  }
  expect(samples[0]?.at).toBe(60_000);
  expect(paceOf(samples)).toBe(6_000);
  expect(paceOf([{ at: 0, done: 5 }])).toBeUndefined();
  expect(
    paceOf([
      { at: 0, done: 5 },
      { at: 3_000, done: 50 },
    ]),
  ).toBeUndefined();
});

it.each([
  [0, 10, "less than a minute left"],
  [90, 10, "about 9 min left"],
  [1_250, 10, "about 2 h 5 min left"],
  [1_200, 10, "about 2 h left"],
  [10, 0, undefined],
])("says of %d recipients at %d a minute: %s", (recipients, pace, words) => {
  expect(timeLeft(recipients, pace)).toBe(words);
});

it.each([
  [0, 0],
  [7.4, 7],
  [128, 130],
  [98_765, 99_000],
])("says %d as %d", (pace, rounded) => expect(roundPace(pace)).toBe(rounded));
