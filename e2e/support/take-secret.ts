import { expect, type Page } from "@playwright/test";

/** Reads what is shown once, and closes it. */
export async function takeSecret(
  page: Page,
  { title, close = "Done" }: { title: string | RegExp; close?: string },
): Promise<string> {
  const dialog = page.getByRole("dialog", { name: title });
  await expect(dialog.getByText("Copy it now")).toBeVisible();
  const secret = await dialog.getByRole("textbox").inputValue();
  await dialog.getByRole("button", { name: close }).click();
  await expect(dialog).toBeHidden();
  return secret;
}
