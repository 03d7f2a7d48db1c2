import { expect, type Page } from "@playwright/test";
import { objections } from "./support/axe";
import { test } from "./support/fixtures";

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });

async function type(page: Page, text: string) {
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("combobox").fill(text);
}

test("the palette begins what a member may do, in its dialog, by keyboard alone", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/`);
  await type(page, "new app");
  await expect(palette(page).getByRole("option", { name: "New app", exact: true })).toHaveAttribute("aria-selected", "true");
  expect(await objections(page)).toEqual([]);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New app" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await expect(page).toHaveURL(/\/settings\/apps\?open=new-app/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/settings\/apps$/);

  // On the page already.
  await type(page, "new app");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");

  for (const [text, name] of [
    ["new list", "New list"],
    ["new template", "New template"],
    ["invite", /^Invite/],
    ["new key", "New service key"],
    ["new webhook", /webhook/i],
    ["new authentication", /authentication/i],
    ["import devices", "Import devices"],
    ["suppress users", /^Suppress/],
    ["new service", "New service"],
  ] as const) {
    await type(page, text);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("the palette finds devices, keys and services", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/`);
  await type(page, "user-1");
  await palette(page).getByRole("group", { name: "Devices" }).getByRole("option").first().click();
  await expect(page).toHaveURL(/\/devices\/[0-9a-f-]{36}/);
  await type(page, workspace.serviceKey.slice(0, 7));
  await palette(page).getByRole("group", { name: "Service keys" }).getByRole("option").first().click();
  await expect(page.getByRole("region", { name: "Service keys" })).toBeVisible();
});
