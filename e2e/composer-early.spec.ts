import { expect, type Page } from "@playwright/test";
import { test } from "./support/fixtures";
import { hold } from "./support/hold";

/** Holds back every script that is asked for from now on. */
const holdScripts = (page: Page) => hold(page, (request) => /_next\/static\/.*\.js/.test(request.url()));

const nameField = (page: Page) => page.getByLabel("Name of the message");

test("the composer is drawn before its code is there, and takes nothing that would be lost", async ({ signedIn: page, server }) => {
  const { asked, letGo } = await holdScripts(page);
  await page.goto(`${server.origin}/compose`, { waitUntil: "commit" });
  await asked;
  await expect(nameField(page)).toBeVisible();
  await expect(page.getByText("Preview", { exact: true }).first()).toBeVisible();
  // A press does not reach it, and no key does.
  await nameField(page).evaluate((field) => field.focus());
  await expect(nameField(page)).not.toBeFocused();
  letGo();
  await nameField(page).fill("Written once it is there");
  await expect(page).toHaveURL(/campaign=/);
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await page.reload();
  await expect(nameField(page)).toHaveValue("Written once it is there");
});

test("an untouched composer stays where light turns to dark", async ({ signedIn: page, server }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${server.origin}/compose`);
  const steps = page.getByRole("navigation", { name: "Steps" });
  await expect(steps).toBeVisible();
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect(steps).toBeVisible();
  await expect(nameField(page)).toBeEditable();
});
