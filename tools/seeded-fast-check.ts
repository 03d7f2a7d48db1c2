import * as fc from "../node_modules/fast-check/lib/fast-check.js";

// vitest.config.ts resolves "fast-check" to this file: a setup file would load the package for
// every test file, most of which do not use it.
// oxlint-disable-next-line node/no-process-env -- set by tools/vitest-seed.ts and tools/test.mjs, for tests only
const { TEST_SEED, TEST_DRAWS = "1" } = process.env;
fc.configureGlobal({ seed: Number(TEST_SEED) });

/**
 * Draws the given share of the values: a smoke test on another line of Node looks for what that
 * line does otherwise, not for odd values.
 */
function assert<Ts>(
  property: fc.IRawProperty<Ts>,
  parameters?: fc.Parameters<Ts>,
): void | Promise<void> {
  const numRuns = Math.ceil((parameters?.numRuns ?? 100) * Number(TEST_DRAWS));
  return fc.assert(property, { ...parameters, numRuns });
}

export default { ...fc, assert };
