import { expect } from "@playwright/test";
import { expectNoObjections } from "../support/axe";
import { test } from "../support/fixtures";

test("attributes of users are imported, shown on a user’s page, and removed", async ({
  page,
  workspace: { origin },
}) => {
  await test.step("an attribute is added, so that its type is decided", async () => {
    await page.goto(`${origin}/settings/attributes`);
    await page.getByRole("button", { name: "New attribute" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("age");
    await dialog.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "Number" }).click();
    await dialog.getByRole("button", { name: "Add attribute" }).click();
    await expect(page.getByRole("row", { name: /age/ })).toContainText("Number");
    await expectNoObjections(page);
  });

  await test.step("a file is imported, and its faulty line is listed", async () => {
    await page.goto(`${origin}/audiences/users`);
    await page.getByRole("button", { name: "Import …" }).click();
    await page.getByLabel(/Choose a CSV file/).setInputFiles({
      name: "users.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("userid,age,plan,language\nzoe-1,31,gold,de\nzoe-2,old,silver,fr\n"),
    });
    const dialog = page.getByRole("dialog");
    await expectNoObjections(page);
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(dialog.getByText("1 user stored, 1 faulty")).toBeVisible();
    await expect(dialog.getByRole("region", { name: "Faulty lines" })).toContainText("Line 3");
    await dialog.getByRole("button", { name: "Done" }).click();
  });

  await test.step("the user’s page shows the attributes", async () => {
    await page.getByRole("searchbox").fill("zoe");
    await expect(page).toHaveURL(/q=zoe/);
    await page.getByRole("link", { name: "zoe-1" }).click();
    await expect(page.getByRole("heading", { name: "zoe-1" })).toBeVisible();
    const attributes = page.getByRole("region", { name: "Attributes" });
    await expect(attributes).toContainText("31");
    await expect(attributes).toContainText("gold");
    await expectNoObjections(page);
  });

  await test.step("a removed attribute is gone from the user", async () => {
    await page.goto(`${origin}/settings/attributes`);
    await page.getByRole("button", { name: /Actions for.*plan/ }).click();
    await page.getByRole("menuitem", { name: "Remove …" }).click();
    await page.getByRole("button", { name: "Remove attribute" }).click();
    await expect(page.getByRole("row", { name: /plan/ })).toHaveCount(0);
  });
});
