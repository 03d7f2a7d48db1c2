import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { objections } from "./support/axe";
import { signIn, test as base } from "./support/fixtures";
import { startUsed, type RunningServer } from "./support/server";

/** `two`: a server with the sandbox's service, which has one message, and another one, Bank, which has one too. */
const test = base.extend<object, { two: RunningServer & { transid: string } }>({
  two: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await startUsed();
      try {
        await fetch(`${server.origin}/resources/v1/messaging`, {
          method: "POST",
          headers: { key: server.serviceKey },
          body: JSON.stringify({
            deliverychannel: "push",
            appid: "sandbox",
            destination: [{ userid: ["user-1"] }],
            channels: { push: { android: { title: "From the sandbox", text: "Text" } } },
          }),
        });
        await server.kill();
        const transid = execFileSync(
          process.execPath,
          ["--import", "tsx", "e2e/support/second-service.ts", server.dataDir, server.password],
          {
            cwd: join(import.meta.dirname, ".."),
            encoding: "utf8",
          },
        );
        await server.start();
        // A log line may come before it.
        await use({ ...server, transid: transid.slice(-36) });
      } finally {
        await server.stop();
      }
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

const switcher = (page: Page) => page.getByRole("button", { name: /^Service: ?/ });
const messages = (page: Page) => page.getByRole("table", { name: "Messages" });

test("lists show one service, and the switcher leads to the same list of another", async ({ page, two }) => {
  await signIn(page, two);
  await page.goto(`${two.origin}/messages`);
  // What reaches real devices comes before the sandbox.
  await expect(switcher(page)).toHaveAccessibleName(/Bank.*Owner/);
  await expect(messages(page).getByText("Statement of June")).toBeVisible();
  await expect(messages(page).getByText("From the sandbox")).toBeHidden();
  expect(await objections(page)).toEqual([]);

  await switcher(page).focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu");
  await expect(menu.getByRole("menuitem", { name: /Bank/ })).toHaveAttribute("aria-current", "true");
  // A menu lies outside all landmarks, as a dialog does; axe knows that of dialogs alone.
  expect((await objections(page)).filter((one) => !one.startsWith("region: <div data-radix-popper"))).toEqual([]);
  await page.keyboard.press("End");
  await expect(menu.getByRole("menuitem", { name: /Sandbox/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/messages\?service=[0-9a-f-]{36}$/);
  await expect(messages(page).getByText("From the sandbox")).toBeVisible();
  await expect(messages(page).getByText("Statement of June")).toBeHidden();
  await expect(switcher(page)).toHaveAccessibleName(/Sandbox/);

  // Links and filters keep it.
  await page.getByRole("radio", { name: "Done" }).click();
  await expect(page).toHaveURL(/service=.*state=done|state=done.*service=/);
  await page.getByRole("link", { name: "Audiences" }).first().click();
  await expect(page).toHaveURL(/\/audiences\?service=/);
  await expect(page.getByText("Everybody in the sandbox", { exact: true })).toBeVisible();
  await page.keyboard.press("g");
  await page.keyboard.press("h");
  await expect(page).toHaveURL(/\/\?service=/);
  await expect(page.getByText("From the sandbox")).toBeVisible();
});

test("two tabs show two services, and each stays where it is", async ({ page, two }) => {
  await signIn(page, two);
  const other = await page.context().newPage();
  await page.goto(`${two.origin}/messages`);
  await other.goto(`${two.origin}/messages`);
  await switcher(other).click();
  await other.getByRole("menuitem", { name: /Sandbox/ }).click();
  await expect(messages(other).getByText("From the sandbox")).toBeVisible();
  await other.reload();
  await expect(messages(other).getByText("From the sandbox")).toBeVisible();
  await page.reload();
  await expect(messages(page).getByText("Statement of June")).toBeVisible();

  // One message is looked at in its own service, whatever the address says.
  const sandbox = new URL(other.url()).searchParams.get("service") ?? "";
  await page.goto(`${two.origin}/messages/${two.transid}?service=${sandbox}`);
  await expect(page.getByRole("heading", { name: "Statement of June", level: 1 })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("service")).not.toBe(sandbox);
  await expect(switcher(page)).toHaveAccessibleName(/Bank/);
});

test("what is in a service that one is not in is not found", async ({ page, two }) => {
  await signIn(page, { ...two, email: "vera@example.com" });
  await expect(switcher(page)).toBeHidden();
  await expect(page.getByText("Simulated devices only")).toBeVisible();
  await expect(page.getByText("Viewer", { exact: true })).toBeVisible();
  await page.goto(`${two.origin}/messages/${two.transid}`);
  await expect(page.getByText("There is no such message")).toBeVisible();
  const foreign = await page.getByRole("main").innerText();
  await page.goto(`${two.origin}/messages/01890000-0000-7000-8000-000000000000`);
  await expect(page.getByText("There is no such message")).toBeVisible();
  expect(await page.getByRole("main").innerText()).toBe(foreign);
  await page.goto(`${two.origin}/messages?service=01890000-0000-7000-8000-000000000000`);
  await expect(page.getByText("Page not found")).toBeVisible();
  await page.goto(`${two.origin}/messages?appid=bank`);
  await expect(page.getByText("No matching messages")).toBeVisible();
});

test("the switcher is in reach on a phone", async ({ page, two }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(page, two);
  await switcher(page).click();
  await page.getByRole("menuitem", { name: /Sandbox/ }).click();
  await expect(page).toHaveURL(/\/\?service=/);
  await expect(page.getByText("From the sandbox")).toBeVisible();
});
