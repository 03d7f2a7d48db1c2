import { expect, type Page } from "@playwright/test";
import { test } from "./support/fixtures";
import { translate } from "./support/translate";

const words = ["Zebra crossing at noon", "Second edit entirely", "", "4200 times x", "x".repeat(4_200)];

/** The errors of a page: what React throws reaches its console, too. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  return errors;
}

for (const how of ["moved", "replaced"] as const)
  test(`the composer works while the browser translates it, with each text ${how}`, async ({ page, workspace }) => {
    const errors = errorsOf(page);
    await page.goto(`${workspace.origin}/compose#content`);
    await translate(page, how);
    await expect(page.getByText("CONTENT", { exact: true }).first()).toBeVisible();
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    const preview = page.locator(".df").first();
    for (const typed of words) {
      await text.fill(typed);
      await expect(text).toHaveValue(typed);
      if (typed !== "") await expect(preview).toContainText(typed.slice(0, 20));
    }
    await expect(page.locator(".df font")).toHaveCount(0);

    await test.step("texts that change are those of now", async () => {
      await page.getByRole("textbox", { name: "Title", exact: true }).fill("One");
      await page.goto(`${workspace.origin}/compose#audience`);
      await page.getByRole("button", { name: /START OVER/i }).click();
      await page.getByRole("button", { name: /USE AN EXAMPLE/i }).click();
      await expect(page.getByRole("button", { name: "Remove user-3", exact: true })).toBeVisible();
      await page
        .getByRole("navigation", { name: "Steps" })
        .getByRole("button", { name: /REVIEW/i })
        .click();
      await expect(page.getByRole("button", { name: /SEND/i }).last()).toBeVisible();
    });
    expect(errors).toEqual([]);
  });

test("lists, editors and settings work while the browser translates them", async ({ page, workspace }) => {
  const errors = errorsOf(page);
  await translate(page, "replaced");
  await page.goto(workspace.origin);
  for (const path of [
    "/campaigns",
    "/messages",
    "/audiences",
    "/templates",
    "/devices",
    "/settings/apps",
    "/settings/members",
    "/settings/audit",
  ]) {
    await test.step(path, async () => {
      await page.goto(`${workspace.origin}${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("h1 font, h2 font, th font, label font, button font").first()).toBeVisible();
      expect(await page.getByText("This page could not be loaded").count()).toBe(0);
    });
  }
  expect(errors).toEqual([]);
});
