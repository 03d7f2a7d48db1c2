import { expect, type Page } from "@playwright/test";

/** Chooses an item of the account menu. */
export async function choose(page: Page, item: string): Promise<void> {
  const menu = page.getByRole("menu");
  // A press counts from when the page has come to life.
  await expect(async () => {
    if (!(await menu.isVisible())) await page.getByRole("button", { name: /Account of/ }).click();
    await expect(menu).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await menu.getByRole("menuitem", { name: item, exact: true }).click();
}
