import fc from "fast-check";
import { expect, it } from "vitest";

it("every randomised test draws from the seed of the run, so that TEST_SEED replays it", () => {
  // oxlint-disable-next-line node/no-process-env -- set by tools/vitest-seed.ts
  const { TEST_SEED: printed } = process.env;
  expect(String(fc.readConfigureGlobal().seed)).toBe(printed);
  const drawn = () => fc.sample(fc.integer());
  expect(drawn()).toEqual(drawn());
});
