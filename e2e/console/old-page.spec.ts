import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "../support/fixtures";

const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const notice = (page: Page) => page.getByRole("alert").filter({ hasText: "Clarion was updated" });
const loadAgain = (page: Page) => notice(page).getByRole("button", { name: "Load again" }).click();

/**
 * From now on the server does not know the actions that this page calls, as one of another version:
 * other ids. Returns what ends this.
 */
async function becomeOld(page: Page): Promise<() => Promise<void>> {
  const unknown = "7f".repeat(21);
  await page.route("**/*", async (route, request) => {
    const headers = request.headers();
    if (headers["next-action"] === undefined) return route.fallback();
    return route.continue({ headers: { ...headers, "next-action": unknown } });
  });
  return () => page.unroute("**/*");
}

test("a message survives an update of Clarion", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/compose`);
  await composeExample(page);
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
  await title(page).fill("First words");
  await expect(page.getByText(/^Saved /)).toBeVisible();
  const renew = await becomeOld(page);
  await title(page).fill("Last words");
  await expect(notice(page)).toBeVisible();
  await renew();
  await loadAgain(page);
  await expect(notice(page)).toBeHidden();
  await expect(title(page)).toHaveValue("Last words");
  // Another tab has nothing but what the server has.
  const elsewhere = await page.context().newPage();
  await expect(async () => {
    await elsewhere.goto(page.url());
    await expect(title(elsewhere)).toHaveValue("Last words", { timeout: 5_000 });
  }).toPass();
});

test("a form survives an update of Clarion", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/account`);
  const renew = await becomeOld(page);
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("New password", { exact: true }).fill("a password of length");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(notice(page)).toHaveCount(1);
  await expect(page.getByLabel("Your name")).toHaveValue("Ada Lovelace");
  await renew();
  await loadAgain(page);
  await expect(notice(page)).toBeHidden();
  await expect(page.getByLabel("Your name")).toHaveValue("Ada Lovelace");
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue("");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Saved your name")).toBeVisible();
});

test("a dialog survives an update of Clarion", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/templates`);
  const dialog = page.getByRole("dialog", { name: "New template" });
  const name = dialog.getByRole("textbox", { name: "Name" });
  await page.getByRole("button", { name: "New template" }).click();
  const renew = await becomeOld(page);
  await name.fill("Spring sale");
  await dialog.getByRole("button", { name: "Create template" }).click();
  await expect(dialog.getByText("Clarion was updated")).toBeVisible();
  await renew();
  await dialog.getByRole("button", { name: "Load again" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "New template" }).click();
  await expect(name).toHaveValue("Spring sale");
});

test("a dialog shows no words that were typed about another row", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/audiences`);
  await page.getByRole("link", { name: "Everybody in the sandbox" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit values" });
  const value = dialog.getByLabel("Values, 1: value");
  const edit = async (recipient: string) => {
    await page.getByRole("button", { name: `Actions for ${recipient}` }).click();
    await page.getByRole("menuitem", { name: "Edit values" }).click();
    await value.waitFor();
  };
  await edit("user-1");
  const renew = await becomeOld(page);
  await value.fill("Typed about user-1");
  await dialog.getByRole("button", { name: "Save values" }).click();
  await expect(dialog.getByText("Clarion was updated")).toBeVisible();
  await renew();
  await dialog.getByRole("button", { name: "Load again" }).click();
  await expect(dialog).toBeHidden();
  await edit("user-2");
  await expect(value).not.toHaveValue("Typed about user-1");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await edit("user-1");
  await expect(value).toHaveValue("Typed about user-1");
});

test("a page whose code is gone says that Clarion was updated", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/templates`);
  await page.getByRole("heading", { name: "Templates", level: 1 }).waitFor();
  await page.route("**/_next/static/**", (route) => route.fulfill({ status: 404 }));
  await page.route("**/icon.svg", async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      headers: { ...response.headers(), "x-clarion-build": "another" },
    });
  });
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.src = "/_next/static/chunks/gone.js";
    document.head.append(script);
  });
  await expect(notice(page)).toBeVisible();
});
