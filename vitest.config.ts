import { defineConfig, type TestUserConfig } from "vitest/config";

const resolve = {
  alias: {
    "@": import.meta.dirname,
    "fast-check": `${import.meta.dirname}/tools/seeded-fast-check.ts`,
  },
};
const tests = (...rooms: string[]) => rooms.map((room) => `${room}/**/*.test.{ts,tsx}`);
/**
 * Rooms whose modules remember nothing: their tests share them, and each is read once instead of
 * once a file.
 */
const pure = tests(
  "components",
  "lib/interface",
  "lib/payload",
  "lib/template",
  "lib/compose",
  "lib/authoring",
  "lib/editor",
  "lib/findings",
  "lib/policy",
  "lib/plan",
  "lib/inputs",
  "lib/media",
);
/** Screens in a document, with a user who clicks and types. */
const screens = ["components/**/*.screen.test.tsx"];
// oxlint-disable-next-line node/no-process-env -- set by the machine that CI runs on
const { CI } = process.env;
/**
 * Rooms of rules on the database: their tests find their rows by ids of their own, and share what
 * was read of the modules, too.
 */
const rooms = tests("lib/campaign", "lib/directory", "lib/results", "lib/verb");
/** Tests of whole servers, over HTTP; most share one. */
const processes = tests("tests/processes");
const common = {
  // The log of a test's own process is collected there; LOG_LEVEL is that of the processes it
  // starts.
  setupFiles: ["tools/vitest-errors.ts"],
  // Hundreds of passwords are checked, at 0.4 s of processor time each as people's are.
  env: { LOG_LEVEL: "fatal", TZ: "UTC", DATA_DIR: "data/test", PASSWORD_COST: "10" },
  // In CI alone: a test that passes when it runs again is listed as flaky (tools/test-results.mjs).
  retry: CI === undefined ? 0 : 2,
  includeTaskLocation: true,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  pool: "threads",
} satisfies TestUserConfig;

export default defineConfig({
  resolve,
  test: {
    // Some wait for what their servers do, so that there is room for one more than cores.
    maxWorkers: 3,
    globalSetup: ["tools/vitest-seed.ts"],
    projects: [
      {
        resolve,
        test: {
          ...common,
          name: "servers",
          globalSetup: ["tools/built-server.mjs", "tools/vitest-databases.ts"],
          include: tests("app", "lib", "prisma", "tools", "bench", "tests"),
          exclude: [...pure, ...rooms, ...processes],
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: "rooms",
          globalSetup: ["tools/vitest-databases.ts"],
          include: rooms,
          isolate: false,
        },
      },
      {
        resolve,
        test: { ...common, name: "pure", include: pure, exclude: screens, isolate: false },
      },
      {
        resolve,
        // A project of its own: files that share modules share the document, too.
        test: {
          ...common,
          name: "screens",
          include: screens,
          environment: "happy-dom",
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: "processes",
          globalSetup: ["tools/built-server.mjs", "tests/processes/shared-server.ts"],
          include: processes,
          // Each file keeps a server busy. They run after the other projects, since theirs is
          // another number of workers.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
