import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";
import { begin, figure, saved } from "../support/template-pages";

const sets = (page: Page) => page.getByRole("region", { name: "Sample sets" });

async function menu(page: Page, item: string): Promise<void> {
  await sets(page).getByRole("button", { name: "Import or export sets" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("a template can be previewed with named sets of values", async ({ page, workspace }) => {
  await test.step("a list is uploaded", async () => {
    await page.goto(`${workspace.origin}/audiences`);
    await page.getByRole("button", { name: "New list" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Travellers");
    await page.getByRole("radio", { name: "CSV file" }).click();
    await page.locator('input[type="file"]').setInputFiles({
      name: "travellers.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "User ID,name,town\ntraveller-1,Mo,Oslo\ntraveller-2,Bartholomew,Ulan Bator\n",
      ),
    });
    await dialog.getByRole("button", { name: "Add 2 recipients" }).click();
    await page.getByRole("button", { name: "Done" }).click();
  });

  await test.step("a template with two parameters is created", async () => {
    await begin(page, workspace.origin, "Looked at");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Hi ${name} of ${city}");
    await expect(sets(page).getByText("None yet.")).toBeVisible();
  });

  await test.step("a set is typed", async () => {
    await sets(page).getByRole("button", { name: "Add set" }).click();
    await page.getByRole("textbox", { name: "name in Set 1" }).fill("Wilhelmina");
    await expect(figure(page, /Hi Wilhelmina of/)).toBeVisible();
    // Empty is not missing.
    await page.getByRole("button", { name: "Leave empty: city in Set 1" }).click();
    await expect(figure(page, /Hi Wilhelmina of(?! city)/)).toBeVisible();
    await page.getByRole("button", { name: "Use sample: city in Set 1" }).click();
    await expect(figure(page, /Hi Wilhelmina of city/)).toBeVisible();
    const called = page.getByRole("textbox", { name: "Name of Set 1" });
    await called.fill("Long");
    await called.press("Enter");
    await expect(sets(page).getByText("The preview shows Long.")).toBeVisible();

    expect(await objections(page)).toEqual([]);
  });

  await test.step("sets are pasted, and read from a file", async () => {
    await menu(page, "Paste JSON or CSV …");
    const pasted = page.getByRole("dialog").getByRole("textbox", { name: "Sample sets" });
    await pasted.fill("[1]");
    await page.getByRole("button", { name: "Add sets" }).click();
    await expect(page.getByText(/^Each set must be an object of values/)).toBeVisible();
    await pasted.fill('[{"name": "Guest", "values": {"name": "", "city": "Rome", "zip": "1"}}]');
    await page.getByRole("button", { name: "Add sets" }).click();
    await expect(page.getByText("Left out, as no parameter is called so: zip.")).toBeVisible();
    await page.getByLabel("File with sample sets").setInputFiles({
      name: "sets.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("set,name,city\nVIP,Ann,Paris\n"),
    });
    await page.getByRole("combobox", { name: "Preview with" }).click();
    await page.getByRole("option", { name: "VIP" }).click();
    await expect(figure(page, /Hi Ann of Paris/)).toBeVisible();
  });

  await test.step("a renamed parameter preserves its values", async () => {
    await page.getByRole("button", { name: /^\$\{city\}/ }).click();
    const name = page.getByRole("textbox", { name: "Name of city" });
    await name.fill("town");
    await name.press("Enter");
    await expect(figure(page, /Hi Ann of Paris/)).toBeVisible();
  });
  await test.step("a recipient of a list is a set too", async () => {
    await page.getByRole("combobox", { name: "Preview with" }).click();
    await page.getByRole("option", { name: "A recipient of a list" }).click();
    await page.getByRole("combobox", { name: "List" }).click();
    await page.getByRole("option", { name: "Travellers" }).click();
    // The one with the most to show first.
    await expect(figure(page, /Hi Bartholomew of Ulan Bator/)).toBeVisible();
    await page.getByRole("combobox", { name: "Recipient" }).click();
    await page.getByRole("option", { name: "traveller-1" }).click();
    await expect(figure(page, /Hi Mo of Oslo/)).toBeVisible();
    expect(await objections(page)).toEqual([]);
  });
  await test.step("sets are exported", async () => {
    const download = page.waitForEvent("download");
    await menu(page, "Export as CSV");
    const lines = readFileSync(await (await download).path(), "utf8")
      .replace("\uFEFF", "")
      .trim()
      .split("\r\n");
    expect(lines).toEqual(["set,name,town", "Long,Wilhelmina,", "Guest,,Rome", "VIP,Ann,Paris"]);
  });

  await test.step("removing a set can be undone", async () => {
    await sets(page).getByRole("button", { name: /^VIP/ }).click();
    await sets(page).getByRole("button", { name: "Remove VIP" }).click();
    await expect(sets(page).getByRole("button", { name: /^VIP/ })).toBeHidden();
    await page.getByRole("button", { name: "Undo", exact: true }).first().click();
    await expect(sets(page).getByRole("button", { name: /^VIP/ })).toBeVisible();
    await saved(page);
  });
});

test("a draft is tested on devices as it is drawn", async ({ page, workspace }) => {
  await begin(page, workspace.origin, "Tested");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Draft for ${name}");
  await sets(page).getByRole("button", { name: "Add set" }).click();
  await page.getByRole("textbox", { name: "name in Set 1" }).fill("Tess");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByRole("button", { name: "Send the test" }).click();
  await expect(page.getByText(/^Test: .*(delivered|accepted|shown)/i)).toBeVisible();
  await expect
    .poll(async () => (await workspace.arrived("Draft for Tess")).length)
    .toBeGreaterThan(0);
});
