import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";

const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
const name = (page: Page) => page.getByLabel("Your name");

async function stay(page: Page): Promise<void> {
  await expect(question(page)).toContainText("“Name” has changes that are not saved.");
  await expect(question(page).getByRole("button", { name: "Stay" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(/\/account$/);
  await expect(name(page)).toHaveValue("Typed and not saved");
}

test("a page with changes is left after one question", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/`);
  await page.getByRole("link", { name: "Messages" }).first().click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: /Account of/ }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();

  // Nothing typed, no question: there and back.
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.goForward();
  await name(page).fill("Typed and not saved");

  await page.getByRole("link", { name: "Campaigns" }).first().click();
  expect(await objections(page)).toEqual([]);
  await stay(page);
  await page.goBack();
  await stay(page);
  await page.locator("main").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await stay(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("Templates");
  await page.getByRole("option", { name: "Templates" }).first().click();
  await stay(page);

  await page.goBack();
  await question(page).getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: "Campaigns" }).first().click();
  await expect(page.getByRole("heading", { name: "Campaigns", level: 1 })).toBeVisible();
  await expect(question(page)).toBeHidden();
});

test("closing a tab asks only while something is unsaved", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/account`);
  const before = await name(page).inputValue();
  await name(page).fill("Typed and not saved");
  const dialogEvent = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await dialogEvent;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await closing;
  await name(page).fill(before);
  await page.getByRole("link", { name: "Messages" }).first().click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();

  await page.goto(`${workspace.origin}/account`);
  await name(page).fill(`${before} B`);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Saved your name")).toBeVisible();
  await page.getByRole("link", { name: "Messages" }).first().click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.goto(`${workspace.origin}/account`);
  await name(page).fill(before);
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Saved your name")).toBeVisible();
});

test("several forms with changes ask once, and a dialog with changes asks before Back", async ({
  page,
  workspace,
}) => {
  await page.goto(`${workspace.origin}/settings/services`);
  const rows = page.getByRole("table").getByRole("link");
  await rows.first().click();
  await page.getByRole("region", { name: "General" }).getByLabel("Name").fill("Another name");
  await page
    .getByRole("region", { name: "Allowed addresses" })
    .getByRole("textbox")
    .first()
    .fill("192.0.2.1");
  await page.getByRole("link", { name: "Home", exact: true }).first().click();
  await expect(question(page)).toContainText("“General” and “");
  await question(page).getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();

  await page.getByRole("link", { name: "Audiences" }).first().click();
  await page.getByRole("button", { name: "New list" }).click();
  const list = page.getByRole("dialog", { name: "New list" });
  await list.getByLabel("Name").fill("Half a list");
  await page.goBack();
  await expect(question(page)).toContainText("“New list” has changes that are not saved.");
  await question(page).getByRole("button", { name: "Stay" }).click();
  await expect(list.getByLabel("Name")).toHaveValue("Half a list");
  // Nothing typed: closes without a word.
  await list.getByLabel("Name").fill("");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
});

test("a page without a connection preserves its words", async ({ page, workspace, context }) => {
  await page.goto(`${workspace.origin}/account`);
  await name(page).fill("Typed and not saved");
  await context.setOffline(true);
  await page.getByRole("link", { name: "Templates" }).first().click();
  await expect(page.getByText("No connection", { exact: true })).toBeVisible();
  await expect(question(page)).toBeHidden();
  await page.locator("main").focus();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page).toHaveURL(/\/account$/);
  await expect(name(page)).toHaveValue("Typed and not saved");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Templates" }).first().click();
  await question(page).getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
});
