import { execFileSync, spawn } from "node:child_process";
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chromium } from "@playwright/test";
import { signInByHttp } from "@/e2e/support/http-session";
import { freePort } from "@/tools/free-port.mjs";
import { findBrowser } from "../tools/browser.mjs";
import { temporaryFolder, undoAtEnd } from "../tools/ending.mjs";
import { temporaryPostgres } from "../tools/postgres";
import { buildConsole, buildServer, root } from "../tools/prepare.mjs";

/**
 * `npm run test:builds`: two checkouts of the same sources, each with a build of its own, serve
 * each other's pages; and a page of an older build says so to its user, who loses no word. Takes
 * some minutes: it builds the console three times.
 */

const [email, password] = ["owner@example.com", "correct horse battery"];
const fail = (why: string): never => {
  throw new Error(why);
};

/** A copy of the sources in another folder, with the packages of this one as hard links. */
function checkout(): string {
  const { path: folder } = temporaryFolder("clarion-checkout");
  const files = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: root, encoding: "utf8" },
  );
  for (const file of files
    .split("\0")
    .filter((name) => name !== "" && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  execFileSync("cp", ["-al", join(root, "node_modules"), folder]);
  return folder;
}

function build(folder: string): void {
  const code = 'const m = await import("./tools/prepare.mjs"); m.buildServer(); m.buildConsole();';
  execFileSync(process.execPath, ["--input-type=module", "-e", code], {
    cwd: folder,
    stdio: "inherit",
  });
}

/** What the pages of a build name: its id, its actions by id, and its files. */
function namesOf(folder: string) {
  const read = (name: string) => readFileSync(join(folder, ".next", name), "utf8");
  const manifest = JSON.parse(read("server/server-reference-manifest.json")) as {
    node: Record<string, { exportedName: string }>;
  };
  const actions = Object.entries(manifest.node).map(
    ([id, { exportedName }]) => `${exportedName} ${id}`,
  );
  const files = readdirSync(join(folder, ".next/static"), { recursive: true, encoding: "utf8" });
  return { id: read("BUILD_ID"), actions: actions.toSorted(), files: files.toSorted() };
}

/** Starts the build of a checkout on a port; all of them have one database and one secret. */
async function start(folder: string, port: number, url: string) {
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, ["build/server.mjs"], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      SANDBOX: "0",
      LOG_LEVEL: "warn",
      PASSWORD_COST: "10",
      DATABASE_URL: url,
      DATA_DIR: join(folder, "data"),
      APP_SECRET: "a secret of the test of two builds",
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.once(
    "exit",
    undoAtEnd(() => child.kill("SIGKILL")),
  );
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) fail(`the server of ${folder} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  return { origin, email, password, stop };
}

/** A page of one process calls an action of the other, and loads its code there. */
async function serveEachOther(folders: readonly [string, string], url: string): Promise<void> {
  const ports = [await freePort(), await freePort()] as const;
  const [one, other] = [
    await start(folders[0], ports[0], url),
    await start(folders[1], ports[1], url),
  ];
  const session = await signInByHttp(one);
  const page = await (await session.ask("/account")).text();
  const scripts = [
    ...new Set([...page.matchAll(/\/_next\/static\/chunks\/[\w.~-]+\.js/g)].map(([path]) => path)),
  ];
  if (scripts.length === 0) fail("the page names no code");
  for (const path of scripts)
    if (!(await fetch(other.origin + path)).ok) fail(`the other process has no ${path}`);
  const [, id = fail("there is no action")] =
    namesOf(folders[0])
      .actions.find((action) => action.startsWith("renameSelf "))
      ?.split(" ") ?? [];
  const cookie = session
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  const answer = await fetch(`${other.origin}/account`, {
    method: "POST",
    headers: {
      cookie,
      origin: other.origin,
      "next-action": id,
      accept: "text/x-component",
      "content-type": "text/plain;charset=UTF-8",
    },
    body: JSON.stringify([{ name: "Ada Lovelace" }]),
  });
  const text = await answer.text();
  if (answer.status !== 200 || !text.includes('"ok":true'))
    fail(`the other process answered ${answer.status}: ${text.slice(0, 300)}`);
  await one.stop();
  await other.stop();
}

/**
 * In a browser: a page is opened, its server is replaced by another build, and what is typed is
 * saved after the page was loaded again.
 */
async function outlive(older: string, newer: string, url: string): Promise<void> {
  const executablePath = (await findBrowser()) ?? fail("no browser was found");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const port = await freePort();
  const before = await start(older, port, url);
  const page = await browser.newPage();
  await page.goto(`${before.origin}/sign-in?to=%2Faccount`);
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  // An owner without any service is led to the page that makes the first one; before that there is
  // no session yet.
  await page.waitForURL(`${before.origin}/first-service`);
  await page.goto(`${before.origin}/account`);
  await page.getByLabel("Your name").fill("Grace Hopper");
  await before.stop();
  const after = await start(newer, port, url);
  await page.getByRole("button", { name: "Save name" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "Clarion was updated" });
  await notice.getByRole("button", { name: "Load again" }).click();
  await notice.waitFor({ state: "hidden" });
  // The words come back once the page lives.
  const isThere = (words: string) =>
    [...document.querySelectorAll("input")].some(({ value }) => value === words);
  await page
    .waitForFunction(isThere, "Grace Hopper")
    .catch(() => fail("the words that were typed are gone"));
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Saved your name").waitFor();
  await browser.close();
  await after.stop();
}

const postgres = await temporaryPostgres();
buildServer();
buildConsole();
const second = checkout();
build(second);
const [own, others] = [namesOf(root), namesOf(second)];
for (const what of ["id", "actions", "files"] as const)
  if (JSON.stringify(own[what]) !== JSON.stringify(others[what]))
    fail(`two builds of the same sources differ in their ${what}`);
process.stdout.write(
  `two builds: one id, ${own.actions.length} actions and ${own.files.length} files of the same names\n`,
);
await serveEachOther([root, second], postgres.url);
process.stdout.write("two processes of two builds: each serves the pages of the other\n");
appendFileSync(
  join(second, "components/account/name-form.tsx"),
  '\nexport const changed = "by the next version";\n',
);
build(second);
if (namesOf(second).id === own.id) fail("another build has the same id");
await outlive(root, second, postgres.url);
process.stdout.write(
  "a page of an older build: says so, and the words that were typed are saved\n",
);
await postgres.stop();
