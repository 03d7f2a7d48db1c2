import { defineConfig } from "@playwright/test";

// oxlint-disable-next-line node/no-process-env -- tools/test.mjs finds the browsers and names them here
const {
  CLARION_BROWSER,
  CLARION_HEADLESS_SHELL: executablePath = CLARION_BROWSER,
  CI,
} = process.env;

// oxlint-disable-next-line import/no-default-export -- Playwright wants it
export default defineConfig({
  testDir: "e2e",
  globalSetup: [
    "./tools/built-server.mjs",
    "./e2e/support/used-folder.ts",
    "./e2e/support/shared-server.ts",
  ],
  // Most have a server of their own, and wait for it and for the browser: one more than cores keeps
  // two of them busy.
  workers: 3,
  // Most end within twenty seconds; a machine that is busy with other things takes several times as
  // long.
  timeout: 240_000,
  // `toPass` has no limit of its own, and would go on until the end of the test.
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  forbidOnly: true,
  // In CI alone: a test that passes when it runs again is listed as flaky (tools/test-results.mjs).
  retries: CI === undefined ? 0 : 2,
  use: {
    // Playwright's own limit for an action or a navigation is that of the whole test, which says
    // nothing about which step hangs.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1360, height: 900 },
    // Animations are drawn sixty times a second, on two cores shared with three servers.
    // `first-message` is seen with all of it.
    contextOptions: { reducedMotion: "reduce" },
    // A trace photographs every step: a test takes half as long again with one. `--trace
    // retain-on-failure` makes some.
    trace: "on-first-retry",
    launchOptions: {
      args: ["--no-sandbox"],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
});
