import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EngineWatch } from "./engine-watch";

vi.mock("node:timers", () => ({
  setInterval: (look: () => void, ms: number) => setInterval(look, ms),
  clearInterval: (timer: NodeJS.Timeout) => clearInterval(timer),
}));
// The timer alone: no clock is asked, so that a process that was stopped, whose timer fires once when it goes on, is one look further.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => vi.useRealTimers());

const watched = () => {
  const onHung = vi.fn<() => void>();
  return { onHung, watch: new EngineWatch(onHung, { lookMs: 1_000, hungMs: 120_000 }) };
};
const looks = (count: number) => vi.advanceTimersByTime(count * 1_000);

it("an engine that does not answer within two minutes is hung, once", () => {
  const { onHung, watch } = watched();
  watch.asked();
  looks(120);
  expect(onHung).not.toHaveBeenCalled();
  looks(1);
  expect(onHung).toHaveBeenCalledOnce();
  looks(500);
  expect(onHung).toHaveBeenCalledOnce();
});

it("one that only takes long, again and again, is not, however much else it is asked meanwhile", () => {
  const { onHung, watch } = watched();
  watch.asked();
  for (let n = 0; n < 20; n += 1) {
    watch.asked();
    looks(119);
    watch.answered(false);
  }
  expect(onHung).not.toHaveBeenCalled();
  looks(60);
  watch.asked();
  looks(61);
  expect(onHung).toHaveBeenCalledOnce();
});

it("one that is asked nothing is not", () => {
  const { onHung, watch } = watched();
  watch.asked();
  looks(100);
  watch.answered(true);
  looks(1_000);
  watch.asked();
  looks(100);
  expect(onHung).not.toHaveBeenCalled();
});
