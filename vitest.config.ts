import { defineConfig, type TestUserConfig } from "vitest/config";

const resolve = { alias: { "@": import.meta.dirname } };
const tests = (...rooms: string[]) => rooms.map((room) => `${room}/**/*.test.{ts,tsx}`);
/** Rooms whose modules remember nothing: their tests share them, and each is read once instead of once a file. */
const pure = tests(
  "components",
  "lib/interface",
  "lib/payload",
  "lib/template",
  "lib/compose",
  "lib/findings",
  "lib/policy",
  "lib/plan",
  "lib/inputs",
  "lib/media",
);
const common = {
  // The log of a test's own process is collected there; LOG_LEVEL is that of the processes it starts.
  setupFiles: ["tools/vitest-errors.ts"],
  env: { LOG_LEVEL: "fatal", TZ: "UTC", DATA_DIR: "data/test" },
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Threads of one process share what V8 compiled of the embedded engine.
  pool: "threads",
} satisfies TestUserConfig;

export default defineConfig({
  resolve,
  test: {
    // Some wait for what their servers do, so that there is room for one more than cores.
    maxWorkers: 3,
    projects: [
      {
        resolve,
        test: {
          ...common,
          name: "servers",
          globalSetup: ["tools/built-server.mjs", "tools/vitest-databases.ts"],
          include: tests("app", "lib", "prisma", "tools", "bench", "tests"),
          exclude: pure,
        },
      },
      { resolve, test: { ...common, name: "pure", include: pure, isolate: false } },
    ],
  },
});
