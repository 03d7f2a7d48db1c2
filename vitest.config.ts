import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    include: ["{app,components,lib,prisma,tools,bench,tests}/**/*.test.{ts,tsx}"],
    globalSetup: ["tools/built-server.mjs", "tools/vitest-databases.ts"],
    // The log of a test's own process is collected there; LOG_LEVEL is that of the processes it starts.
    setupFiles: ["tools/vitest-errors.ts"],
    env: { LOG_LEVEL: "fatal", TZ: "UTC", DATA_DIR: "data/test" },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Some wait for what their servers do, so that there is room for one more than cores.
    maxWorkers: 3,
    // Threads of one process share what V8 compiled of the embedded engine.
    pool: "threads",
  },
});
