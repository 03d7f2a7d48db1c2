import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "../support/fixtures";
import { sendSandbox } from "../support/send-sandbox";
import { wireWords } from "../support/wire-words";

// What a page says once something happened in it; `pages.spec.ts` looks at every page as it opens,
// `accessibility.spec.ts` at the composer’s steps.

const stepsOf = (page: Page) => page.getByRole("navigation", { name: "Steps" });
const goTo = (page: Page, step: string) =>
  stepsOf(page).getByRole("button", { name: step }).click();

test("a message that failed for a user is explained in plain words", async ({
  page,
  workspace,
}) => {
  await sendSandbox(workspace, ["user-1", "nobody"], {
    android: { title: "In plain words", text: "Text" },
  });
  await page.goto(`${workspace.origin}/messages`);
  // Those alone that did not arrive everywhere.
  await page.getByRole("combobox", { name: "Outcome" }).click();
  await page.getByRole("option", { name: "With failures" }).click();
  await expect(page).toHaveURL(/outcome=failures/);
  await page.getByRole("link", { name: "In plain words" }).first().click();
  await page.getByRole("heading", { name: "In plain words" }).waitFor();
  await expect(page.getByRole("table", { name: "Deliveries" })).toContainText("No device");
  expect.soft(await wireWords(page), "a message").toEqual([]);
  await page.getByRole("listitem").filter({ hasText: "No device" }).getByText("Details").click();
  await expect(page.getByText("In delivery updates: 7105 Unknown user").first()).toBeVisible();
});

test.describe("the composer speaks in plain words:", () => {
  test.beforeEach(async ({ page, workspace }) => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
  });

  test("problems, in Checks and on each platform", async ({ page }) => {
    await goTo(page, "Content");
    await page.getByRole("textbox", { name: "Image URL" }).fill("ftp://shop.example/a.png");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("");
    await page.getByRole("tab", { name: "Checks" }).click();
    await expect(stepsOf(page).getByRole("button", { name: /Content \d+ problem/ })).toBeVisible();
    expect.soft(await wireWords(page), "Checks").toEqual([]);
    for (const tab of ["Android", "iOS", "Web"]) {
      await page.getByRole("tab", { name: tab }).first().click();
      expect.soft(await wireWords(page), tab).toEqual([]);
    }
  });

  test("a message that is too large", async ({ page }) => {
    await goTo(page, "Content");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("न".repeat(1_500));
    await goTo(page, "Review");
    await page.getByRole("tab", { name: "Bytes" }).click();
    expect(await wireWords(page)).toEqual([]);
  });
});
