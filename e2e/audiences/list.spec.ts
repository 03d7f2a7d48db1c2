import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";

test("a list goes from its upload to its removal", async ({ page, workspace }) => {
  await test.step("it is uploaded", async () => {
    await page.goto(`${workspace.origin}/audiences`);
    await page.getByRole("button", { name: "New list" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("To be looked into");
    await page.getByRole("radio", { name: "CSV file" }).click();
    const rows = Array.from({ length: 120 }, (_, n) => `user-${n + 1},Zürich ${n + 1}`);
    const buffer = Buffer.from(`userid,city\n${rows.join("\n")}\n`);
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer });
    await dialog.getByRole("button", { name: "Add 120 recipients" }).click();
    await page.getByRole("button", { name: "Done" }).click();
  });

  const table = page.getByRole("table", { name: "Recipients" });
  await test.step("its page shows its recipients", async () => {
    await page.getByRole("link", { name: "To be looked into" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "To be looked into" })).toBeVisible();
    await expect(page.getByText("120 users")).toBeVisible();
    await expect(
      page.getByText("A campaign goes to the recipients that the list has when it starts."),
    ).toBeVisible();
    await expect(table.getByRole("row", { name: /user-1 .*Zürich 1/ }).first()).toContainText(
      "Android",
    );
    await expect(table.getByRole("row", { name: /user-50 / })).toContainText("No device");
    expect(await objections(page)).toEqual([]);
  });
  await test.step("its export has every recipient", async () => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("To be looked into.csv");
    const exported = readFileSync(await file.path(), "utf8");
    expect(exported).toMatch(/^\uFEFF?userid,city\r\nuser-1,Zürich 1\r\n/);
    expect(exported.trim().split("\r\n")).toHaveLength(121);
  });
  await test.step("its pages and its search find recipients", async () => {
    await page.getByRole("link", { name: "Next" }).click();
    await expect(table.getByRole("row", { name: /user-51 / })).toBeVisible();

    await page.getByRole("searchbox", { name: "Find a recipient" }).fill("R-119");
    await expect(table.getByRole("row", { name: /user-119 / })).toBeVisible();
    await expect(table.getByRole("row")).toHaveCount(2);
    await page.getByRole("searchbox", { name: "Find a recipient" }).fill("nobody");
    await expect(page.getByText("No recipient has that in its id.")).toBeVisible();
  });

  await test.step("it fits a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("searchbox", { name: "Find a recipient" }).fill("");
    await expect(table.getByRole("row", { name: /user-2 / })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    await page.setViewportSize({ width: 1360, height: 900 });
  });

  await test.step("a message is composed to it", async () => {
    await page.getByRole("link", { name: "Compose to this list" }).click();
    await expect(page.getByRole("combobox", { name: "List" })).toContainText("To be looked into");
    await expect(page.getByRole("button", { name: "Send to 120 recipients" })).toBeVisible();
  });

  await test.step("it is removed", async () => {
    await page.goBack();
    await page.getByRole("button", { name: "Actions for To be looked into" }).click();
    await page.getByRole("menuitem", { name: "Remove …" }).click();
    await page.getByRole("button", { name: "Remove the list" }).click();
    await expect(page).toHaveURL(/\/audiences$/);
    await expect(page.getByRole("row", { name: /To be looked into/ })).toBeHidden();
  });
});
