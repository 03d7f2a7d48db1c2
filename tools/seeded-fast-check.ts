import * as fc from "../node_modules/fast-check/lib/fast-check.js";

// vitest.config.ts resolves "fast-check" to this file: a setup file would load the package for every test file, most of which do not use it.
// oxlint-disable-next-line node/no-process-env -- set by tools/vitest-seed.ts, for tests only
fc.configureGlobal({ seed: Number(process.env["TEST_SEED"]) });

export default fc;
