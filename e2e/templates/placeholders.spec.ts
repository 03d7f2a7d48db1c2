import { expect } from "@playwright/test";
import { test } from "../support/fixtures";

test("a broken placeholder is marked at the text, and mended with one press", async ({
  page,
  workspace,
}) => {
  await page.goto(`${workspace.origin}/templates`);
  await page.getByRole("button", { name: "New template" }).first().click();
  await page.getByRole("dialog").getByLabel("Name").fill("Broken placeholders");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Create/ })
    .click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Edit Broken placeholders" }),
  ).toBeVisible();
  const text = page.getByRole("textbox", { name: "Text" }).first();
  await text.fill("Hello {{first_name}}");
  await page.getByRole("textbox", { name: "Title" }).first().click();
  await expect(
    page.getByText(
      "“{{first_name}}” is not a parameter. Devices show it as written. Type ${first_name}.",
    ),
  ).toBeVisible();
  await page.getByRole("button", { name: "Write it as a parameter" }).first().click();
  await expect(text).toHaveValue("Hello ${first_name}");
  await expect(page.getByText("is not a parameter")).toHaveCount(0);
  await expect(
    page
      .getByRole("region", { name: "Parameters" })
      .getByRole("button", { name: /^\$\{first_name\}/ }),
  ).toBeVisible();
});
