import { expect, test as base, type Page } from "@playwright/test";
import { arrived, type DeviceArrival } from "./arrived";
import { makeWorkspace, query } from "./ask-server";
import { signInByHttp } from "./http-session";
import { living } from "./living";
import { startUsed, type RunningServer } from "./server";
import { sharedServer } from "./shared-server";
import type { WorkspaceRows } from "./test-rows";
import { SecretWatch } from "./watch-secrets";

/**
 * A sandbox of a test's own on the server of all tests: service, app, and a member who owns them.
 */
export interface Workspace
  extends Pick<RunningServer, "origin" | "password" | "dataDir" | "output">, WorkspaceRows {
  /** Runs a statement in the database of the server. */
  query: <Row>(statement: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** What devices were sent by its messages that holds this text. */
  arrived: (text: string) => Promise<DeviceArrival[]>;
}

/**
 * Fails a test after which a secret was found in an answer, a page or a log (`watch-secrets.ts`).
 * `browser`: what its pages open by an address has come to life, unless a test says what to wait
 * for. `workspace`: created for the test; its member is signed in on `page`, which has not opened
 * an address yet.
 */
export const test = base.extend<
  { workspace: Workspace; nothingSecretOut: void },
  { secretWatch: SecretWatch }
>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  secretWatch: [async ({}, use) => use(new SecretWatch()), { scope: "worker" }],
  browser: [
    async ({ browser, secretWatch }, use) => {
      browser.on("context", (context) => {
        context.on("page", living);
        secretWatch.watch(context);
      });
      await use(browser);
    },
    { scope: "worker" },
  ],
  nothingSecretOut: [
    // oxlint-disable-next-line no-unused-vars -- the context is asked for so that its pages are open until this has ended
    async ({ context, secretWatch }, use) => {
      await use();
      expect(await secretWatch.newLeaks(), "secrets that left the server").toEqual([]);
    },
    { auto: true },
  ],
  workspace: async ({ page, secretWatch }, use) => {
    const shared = sharedServer();
    const { origin, password, dataDir, output, socket } = shared;
    const rows = await makeWorkspace(socket);
    secretWatch.watchServer(shared, { "the service key of a workspace": rows.serviceKey });
    const ask: Workspace["query"] = (statement, values) => query(socket, statement, values);
    const workspace: Workspace = {
      ...rows,
      origin,
      password,
      dataDir,
      output,
      query: ask,
      arrived: async (text) => {
        const sent = await ask<{ transid: string }>(
          "SELECT id AS transid FROM message WHERE service_id = $1",
          [rows.serviceId],
        );
        const own = new Set(sent.map(({ transid }) => transid));
        return (await arrived(shared, text)).filter(({ transid }) => own.has(transid));
      },
    };
    await signInUnseen(page, workspace);
    await use(workspace);
  },
});

/** Signs the browser of a page in, without the form; the page goes nowhere. */
export async function signInUnseen(
  page: Page,
  server: Pick<RunningServer, "origin" | "email" | "password">,
): Promise<void> {
  const { cookies } = await signInByHttp(
    server,
    server,
    await page.evaluate(() => navigator.userAgent),
  );
  const url = server.origin;
  await page
    .context()
    .addCookies(cookies().map((cookie) => ({ ...cookie, url, httpOnly: true, sameSite: "Lax" })));
}

/**
 * As `test`, with a server of its own in place of a workspace: for other settings, for what is
 * killed, and for what only an installation has whose sandbox, people and rules no other test
 * knows. `signedIn`: a page of its owner, which has not gone anywhere yet. Called once in a file.
 *
 * @param env settings beyond those that every server has here
 */
export function ownServerTest(env: Record<string, string> = {}) {
  return test.extend<{ signedIn: Page }, { server: RunningServer }>({
    server: [
      // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
      async ({}, use) => {
        const server = await startUsed(env);
        await use(server);
        await server.stop();
      },
      { scope: "worker", timeout: 180_000 },
    ],
    signedIn: async ({ page, server }, use) => {
      await signInUnseen(page, server);
      await use(page);
    },
  });
}

/** Signs in by the form, as a person does. */
export async function signIn(
  page: Page,
  server: Pick<RunningServer, "origin" | "email" | "password">,
): Promise<void> {
  await page.goto(`${server.origin}/sign-in`);
  await page.getByLabel("E-mail").fill(server.email);
  await page.getByLabel("Password", { exact: true }).fill(server.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
}

/** In the composer: replaces the content with the example, at the first step. */
export async function composeExample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start over" }).click();
  await page.getByRole("button", { name: "Use an example" }).click();
  await page.getByRole("button", { name: "Remove user-3", exact: true }).waitFor();
}

/** Chooses where on the device of the preview the message is seen. */
export async function seeItAs(page: Page, surface: string): Promise<void> {
  await page.getByRole("button", { name: /^Settings of the devices/ }).click();
  await page.getByRole("radio", { name: surface }).click();
  await page.keyboard.press("Escape");
}

/** In the question before sending: orders the message, which then stays in its undo window. */
export async function orderSend(page: Page): Promise<void> {
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Send (again )?to / })
    .click();
}

/** Orders the message as {@link orderSend} does, and lets it go at once. */
export async function confirmSend(page: Page): Promise<void> {
  await orderSend(page);
  await page.getByRole("button", { name: "Send now" }).click();
}
