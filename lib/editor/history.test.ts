import fc from "fast-check";
import { expect, it } from "vitest";
import { historyOf, recorded, redone, undone, type History } from "./history";

const same = (one: number, other: number) => one === other;
const historyAfter = (values: number[]) =>
  values.reduce((history, value) => recorded(history, value, same), historyOf(0));

it("goes back and forth, and forgets what was undone once something new is written", () => {
  const history = historyAfter([1, 1, 2]);
  expect(history).toEqual({ past: [0, 1], present: 2, future: [] });
  expect(undone(history)).toEqual({ past: [0], present: 1, future: [2] });
  expect(redone(undone(history))).toEqual(history);
  expect(recorded(undone(history), 3, same)).toEqual({ past: [0, 1], present: 3, future: [] });
  expect(undone(historyOf(1))).toEqual(historyOf(1));
  expect(redone(history)).toEqual(history);
});

it("brings everything back by as many redos as undos, and is bounded", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5), { maxLength: 300 }), fc.nat(150), (values, times) => {
      const history = historyAfter(values);
      expect(history.past.length).toBeLessThanOrEqual(100);
      const back = Math.min(times, history.past.length);
      const repeat = (step: (h: History<number>) => History<number>, from: History<number>) =>
        Array.from({ length: back }).reduce<History<number>>(step, from);
      expect(repeat(redone, repeat(undone, history))).toEqual(history);
    }),
  );
});
