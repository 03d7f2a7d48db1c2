import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures";
import { translate } from "../support/translate";

const words = [
  "Zebra crossing at noon",
  "Second edit entirely",
  "",
  "4200 times x",
  "x".repeat(4_200),
];

/** The errors of a page: what React throws reaches its console, too. */
function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  // React redraws a part of a page that was translated before hydration (error 418) and continues.
  page.on("pageerror", ({ message }) => !message.includes("#418") && errors.push(message));
  return errors;
}

for (const how of ["moved", "replaced"] as const)
  test(`the composer works while the browser translates it, with each text ${how}`, async ({
    page,
    workspace,
  }) => {
    const errors = errorsOf(page);
    await page.goto(`${workspace.origin}/compose#content`);
    await translate(page, how);
    await expect(page.getByText("CONTENT", { exact: true }).first()).toBeVisible();
    const text = page.getByRole("textbox", { name: /^text$/i });
    const preview = page.locator(".df").first();
    for (const typed of words) {
      await text.fill(typed);
      await expect(text).toHaveValue(typed);
      if (typed !== "") await expect(preview).toContainText(typed.slice(0, 20));
    }
    await expect(page.locator(".df font")).toHaveCount(0);

    await test.step("texts that change are those of now", async () => {
      await page.getByRole("textbox", { name: /^title$/i }).fill("One");
      await page.goto(`${workspace.origin}/compose#audience`);
      await page.getByRole("button", { name: /START OVER/i }).click();
      await page.getByRole("button", { name: /USE AN EXAMPLE/i }).click();
      await expect(page.getByRole("button", { name: /^remove user-3$/i })).toBeVisible();
      await page
        .getByRole("navigation", { name: /^steps$/i })
        .getByRole("button", { name: /REVIEW/i })
        .click();
      await expect(page.getByRole("button", { name: /SEND/i }).last()).toBeVisible();
    });
    expect(errors).toEqual([]);
  });

test("lists and settings work while the browser translates them, before and after React has come", async ({
  page,
  workspace,
}) => {
  const errors = errorsOf(page);
  await page.goto(workspace.origin);
  await translate(page, "replaced");
  const paths = [
    "campaigns",
    "messages",
    "audiences",
    "templates",
    "devices",
    "settings/apps",
    "settings/members",
    "settings/audit",
  ];
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(`${workspace.origin}/${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("h1 font").first()).toBeVisible();
      await page
        .getByRole("navigation")
        .getByRole("link", { name: /^templates$/i })
        .first()
        .click();
      await expect(page.getByRole("heading", { level: 1, name: /^templates$/i })).toBeVisible();
    });
  }
  expect(errors).toEqual([]);
});
