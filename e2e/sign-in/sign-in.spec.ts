import { expect, type Page } from "@playwright/test";
import { temporaryPostgres } from "../../tools/postgres";
import { choose } from "../support/account-menu";
import { objections } from "../support/axe";
import { ask, attempt, opens } from "../support/exact-request";
import { signIn, test } from "../support/fixtures";
import { ownInstallation } from "../support/own-installation";
import { startServer, startUsed } from "../support/server";

const cookieOf = async (page: Page) =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("guesses pause their sender, but no remembered browser", async ({ page, browser }) => {
  const server = await startUsed();
  try {
    await signIn(page, server);
    await choose(page, "Sign out");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await test.step("from any claimed address", async () => {
      let tries = 0;
      const guess = () => {
        const n = (tries += 1);
        const said = {
          "x-clarion-client": `203.0.113.${n}`,
          "x-forwarded-for": `198.51.100.${n}`,
          forwarded: `for=192.0.2.${n}`,
          "x-real-ip": `192.0.2.${n}`,
        };
        return attempt(server, server.email, `guess ${n}`, said);
      };
      for (let n = 0; n < 6; n += 1) expect(await guess()).toBe("wrong");
      await expect.poll(guess).toMatch(/^paused:\d+$/);
    });

    await test.step("a new browser shows the pause", async () => {
      const strange = await (await browser.newContext()).newPage();
      await strange.goto(`${server.origin}/sign-in`);
      // A pause may be over by the time a slow machine has drawn the page; the next one is twice as
      // long.
      await expect(async () => {
        await fillIn(strange, server.email, "not it");
        await expect(strange.getByRole("alert").getByText(/Try again in \w+ seconds?/)).toBeVisible(
          {
            timeout: 3_000,
          },
        );
      }).toPass();
      await expect(strange.getByLabel("E-mail")).toHaveValue(server.email);
      await strange.context().close();
    });

    await test.step("a remembered browser signs in", async () => {
      await fillIn(page, server.email, "not it");
      await expect(page.getByText("Wrong e-mail address or password")).toBeVisible();
      expect(await objections(page)).toEqual([]);
      await fillIn(page, server.email, server.password);
      await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    });
  } finally {
    await server.stop();
  }
});

test("the address to open after signing in leads to no other site", async ({ page, workspace }) => {
  for (const next of [
    "/.//evil.example/phish",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "https:/evil.example",
    "javascript:alert(1)",
  ]) {
    await page.context().clearCookies();
    await page.goto(`${workspace.origin}/sign-in?next=${encodeURIComponent(next)}`);
    await fillIn(page, workspace.email, workspace.password);
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    expect(new URL(page.url()).origin).toBe(workspace.origin);
    // Signed in already, the page itself redirects.
    const answer = await ask(workspace, "GET", `/sign-in?next=${encodeURIComponent(next)}`, {
      cookie: await cookieOf(page),
    });
    expect([next, answer.status, answer.location]).toEqual([next, 307, "/"]);
  }
  await page.context().clearCookies();
  await page.goto(`${workspace.origin}/messages?state=done`);
  await fillIn(page, workspace.email, workspace.password);
  await expect(page).toHaveURL(`${workspace.origin}/messages?state=done`);
});

test("signing out ends the session in all its tabs and streams", async ({
  page,
  workspace,
  browser,
}) => {
  await ownInstallation(workspace);
  await page.goto(workspace.origin);
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, workspace);
  const cookie = await cookieOf(page);
  const streams = await Promise.all(
    ["/live/messages", "/live/lab"].map((path) =>
      fetch(workspace.origin + path, { headers: { cookie } }),
    ),
  );
  const ended = Promise.all(streams.map((stream) => stream.text()));
  const tab = await page.context().newPage();
  await tab.goto(`${workspace.origin}/messages`);
  expect(await opens(workspace, cookie)).toBe(true);

  await choose(page, "Sign out");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await opens(workspace, cookie)).toBe(false);
  expect((await ask(workspace, "GET", "/live/messages", { cookie })).status).toBe(401);
  expect((await ask(workspace, "GET", "/api/auth/session", { cookie })).cookies).toEqual([]);
  expect(await ended).toEqual([
    expect.stringContaining("listening"),
    expect.stringContaining("snapshot"),
  ]);
  // A page that follows what happens leads to the sign-in page by itself, and back.
  await expect(tab).toHaveURL(`${workspace.origin}/sign-in?next=%2Fmessages`, { timeout: 60_000 });
  await elsewhere.reload();
  await elsewhere.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await elsewhere.context().close();
});

test("signing out everywhere asks first, and then ends every session", async ({
  page,
  workspace,
  browser,
}) => {
  await page.goto(workspace.origin);
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, workspace);
  const cookies = [await cookieOf(page), await cookieOf(elsewhere)];
  await choose(page, "Sign out everywhere …");
  await page.getByRole("dialog", { name: "Sign out everywhere?" }).waitFor();
  expect(await objections(page)).toEqual([]);
  await page.getByRole("button", { name: "Stay signed in" }).click();
  for (const cookie of cookies) expect(await opens(workspace, cookie)).toBe(true);
  await choose(page, "Sign out everywhere …");
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("You are signed out everywhere.")).toBeVisible();
  expect(await objections(page)).toEqual([]);
  for (const cookie of cookies) expect(await opens(workspace, cookie)).toBe(false);
  await elsewhere.reload();
  await expect(elsewhere.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await elsewhere.context().close();
});

test("a console that is opened at another address names its own", async ({ page }) => {
  const server = await startUsed({ ORIGIN: "https://push.example.com" });
  try {
    await page.goto(`${server.origin}/sign-in`);
    await expect(page.getByText("Open Clarion at its own address")).toBeVisible();
    await expect(page.getByRole("link", { name: "https://push.example.com" })).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await fillIn(page, server.email, server.password);
    await expect(page.getByText("This page cannot sign you in")).toBeVisible();
  } finally {
    await server.stop();
  }
});

test("a visitor without a session sees no internals", async ({ page }) => {
  const postgres = await temporaryPostgres();
  test.skip(postgres.folder === undefined, "the server is not of this test alone");
  let stopped = false;
  const stop = async () => {
    if (!stopped) await postgres.stop();
    stopped = true;
  };
  const server = await startServer({ DATABASE_URL: postgres.url });
  try {
    await page.goto(`${server.origin}/sign-in`);
    for (const email of ["a\u0000@example.com", "\u0000", "\ud800", "x".repeat(10_000)])
      expect(await attempt(server, email, "whatever it is")).toBe("wrong");
    const own = { origin: server.origin, "content-type": "application/x-www-form-urlencoded" };
    expect(
      (
        await ask(
          server,
          "POST",
          "/api/auth/callback/credentials",
          own,
          `email=${"x".repeat(20_000)}`,
        )
      ).status,
    ).toBe(413);
    for (const path of [
      "error?error=anything",
      "signin?error=anything",
      "session",
      "providers",
      "_log",
    ])
      expect([path, (await ask(server, "GET", `/api/auth/${path}`, {})).status]).toEqual([
        path,
        404,
      ]);
    await stop();
    const code = (await attempt(server, server.email, server.password)) ?? "";
    expect(code).toMatch(/^unavailable:[0-9a-f-]{36}$/);
    await expect.poll(() => server.output()).toContain(code.slice("unavailable:".length));
    await fillIn(page, server.email, server.password);
    await expect(page.getByText("Cannot sign you in just now")).toBeVisible();
    expect(await objections(page)).toEqual([]);
    expect(await page.content()).not.toMatch(/ECONNREFUSED|prisma|postgres/i);
  } finally {
    await server.stop();
    await stop();
  }
});

test("a submit before hydration puts no password into the address", async ({
  browser,
  workspace,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${workspace.origin}/sign-in`, { waitUntil: "load" });
  await fillIn(page, workspace.email, "secret words");
  await expect(page.getByLabel("E-mail")).toHaveValue("");
  expect(page.url()).toBe(`${workspace.origin}/sign-in`);
  await context.close();
});

test("no response may be read as another type than it declares", async ({ page, workspace }) => {
  const plain: string[] = [];
  page.on("response", (answer) => {
    if (
      answer.url().startsWith(workspace.origin) &&
      answer.headers()["x-content-type-options"] !== "nosniff"
    )
      plain.push(answer.url());
  });
  const chunk = page.waitForResponse((answer) => answer.url().includes("/_next/static/"));
  await page.context().clearCookies();
  await signIn(page, workspace);
  await chunk;
  for (const [method, path] of [
    ["GET", "/readyz"],
    ["GET", "/live/messages"],
    ["OPTIONS", "/resources/v1/devices"],
    ["GET", "/resources/v1/messaging"],
    ["GET", "/metrics"],
    ["GET", "/nowhere"],
    ["GET", "/next.svg"],
  ] as const) {
    const answer = await fetch(`${workspace.origin}${path}`, { method });
    await answer.body?.cancel();
    if (answer.headers.get("x-content-type-options") !== "nosniff") plain.push(`${method} ${path}`);
  }
  expect(plain).toEqual([]);
});
