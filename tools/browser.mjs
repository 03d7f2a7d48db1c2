import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const places = [
  "/usr/bin",
  "/usr/local/bin",
  "/snap/bin",
  "/opt/google/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * A Chromium for the end-to-end tests: the one that CLARION_BROWSER names, an installed one,
 * Playwright's own, or, as root on Debian, one from apt.
 *
 * @returns {Promise<string | undefined>} path of the executable
 */
export async function findBrowser({ install = true } = {}) {
  const named = process.env.CLARION_BROWSER;
  if (named) {
    if (!isExecutable(named))
      throw new Error(`CLARION_BROWSER is ${named}, which is not an executable file.`);
    return named;
  }
  return installed() ?? (await playwrights()) ?? (install ? fromApt() : undefined);
}

/**
 * Chromium without a window system, where it is installed and CLARION_BROWSER names no other: it
 * draws the same pages with a quarter less CPU time, but shows no notifications.
 *
 * @returns {string | undefined} path of the executable
 */
export function findHeadlessShell() {
  if (process.env.CLARION_BROWSER) return undefined;
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "chromium-headless-shell"))
    .find(isExecutable);
}

/** Printed when none is found. */
export const howToGetOne =
  "No Chromium found. Install one (Debian, Ubuntu: apt install chromium; or: npx playwright install chromium), or set CLARION_BROWSER to its path.";

function installed() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...places];
  for (const folder of folders) {
    if (isExecutable(folder) && /Chrom/.test(folder) && !existsSync(join(folder, ".")))
      return folder;
    for (const name of names) if (isExecutable(join(folder, name))) return join(folder, name);
  }
  return undefined;
}

async function playwrights() {
  const { chromium } = await import("playwright");
  const path = chromium.executablePath();
  return path && isExecutable(path) ? path : undefined;
}

function fromApt() {
  if (
    process.getuid?.() !== 0 ||
    spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status !== 0
  )
    return undefined;
  process.stdout.write("No browser found. Installing chromium with apt …\n");
  try {
    const options = {
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      timeout: 600_000,
    };
    execFileSync("apt-get", ["update", "-q"], options);
    execFileSync(
      "apt-get",
      ["install", "-qy", "--no-install-recommends", "chromium", "fonts-liberation"],
      options,
    );
  } catch {
    return undefined;
  }
  return installed();
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return existsSync(path) && path !== "";
  } catch {
    return false;
  }
}
