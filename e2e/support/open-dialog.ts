import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Opens a dialog by a button, once the page has come to life: what is pressed before that does
 * nothing.
 */
export async function openDialog(page: Page, button: string): Promise<Locator> {
  const dialog = page.getByRole("dialog");
  await expect(async () => {
    if (!(await dialog.isVisible()))
      await page.getByRole("button", { name: button, exact: true }).click();
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return dialog;
}
