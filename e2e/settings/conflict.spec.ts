import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { test, type Workspace } from "../support/fixtures";

const form = (page: Page) => page.getByRole("form", { name: "App" });
const save = (page: Page) => form(page).getByRole("button", { name: "Save changes" }).click();
const saved = (page: Page) =>
  expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
const field = (page: Page, name: string) => form(page).getByRole("textbox", { name });

/** Makes an app and opens it in two tabs. */
async function twoTabs(
  page: Page,
  { origin, mark }: Workspace,
  name: string,
): Promise<[Page, Page]> {
  await page.goto(`${origin}/settings/apps`);
  await page.getByRole("button", { name: "New app" }).click();
  const dialog = page.getByRole("dialog", { name: "New app" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("App ID").fill(`${name.toLowerCase()}-${mark}`);
  for (const platform of ["Android", "iOS", "Web"])
    await dialog.getByRole("checkbox", { name: platform }).click();
  await dialog.getByRole("button", { name: "Create app" }).click();
  await expect(dialog.getByText("Choose at least one platform.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue(name);
  await dialog.getByRole("checkbox", { name: "Web" }).click();
  await dialog.getByRole("button", { name: "Create app" }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await form(other).waitFor();
  return [page, other];
}

test("changes of different fields in two tabs are both saved", async ({ page, workspace }) => {
  const [one, other] = await twoTabs(page, workspace, "Merged");
  await expect(
    one.getByRole("heading", { name: "For platforms that this app is not for" }),
  ).toBeVisible();
  await field(one, "Site URL").fill("https://shop.example/");
  await save(one);
  await saved(one);
  await field(other, "Deep-link scheme").fill("myshop");
  await save(other);
  await saved(other);
  await expect(field(other, "Site URL")).toHaveValue("https://shop.example/");
  await one.reload();
  await expect(field(one, "Site URL")).toHaveValue("https://shop.example/");
  await expect(field(one, "Deep-link scheme")).toHaveValue("myshop");
});

test("two tabs that change one field overwrite nothing unasked", async ({ page, workspace }) => {
  const [one, other] = await twoTabs(page, workspace, "Twice");
  const banner = other
    .getByRole("alert")
    .filter({ hasText: "changed this while you were editing" })
    .first();
  await test.step("the slower tab sees both versions", async () => {
    await field(one, "Default channel").fill("news");
    await save(one);
    await saved(one);
    await field(other, "Default channel").fill("offers");
    await field(other, "Site URL").fill("https://mine.example/");
    await save(other);
    await expect(banner).toContainText(/changed this while you were editing, /);
    await expect(
      form(other).getByText(/changed this to “news” while you were editing\./),
    ).toBeVisible();
    await expect(field(other, "Default channel")).toHaveValue("offers");
    expect(await objections(other)).toEqual([]);
  });

  await test.step("it can load the other version", async () => {
    await form(other).getByRole("button", { name: "Load their version" }).click();
    await expect(field(other, "Default channel")).toHaveValue("news");
    await expect(banner).toBeHidden();
  });

  await test.step("it can save its own over it", async () => {
    await field(one, "Default channel").fill("one");
    await save(one);
    await expect(form(one).getByRole("button", { name: "Save changes" })).toBeDisabled();
    await field(other, "Default channel").fill("other");
    await save(other);
    await form(other).getByRole("button", { name: "Save mine over it" }).click();
    await saved(other);
    await one.reload();
    await expect(field(one, "Default channel")).toHaveValue("other");
  });
});
