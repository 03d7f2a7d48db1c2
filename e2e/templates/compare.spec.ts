import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";
import { begin, publish, saved } from "../support/template-pages";

test("two versions of a template can be compared", async ({ page, workspace }) => {
  await test.step("two versions are published", async () => {
    await begin(page, workspace.origin, "Compared");
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.fill("The first words");
    await saved(page);
    await publish(page);
    await expect(page.getByRole("link", { name: "Compare" })).toBeHidden();
    await page.getByRole("link", { name: "Edit" }).click();
    await text.fill("The second words");
    await page.getByRole("button", { name: "Add language" }).click();
    await page.getByRole("textbox", { name: "Language" }).fill("is");
    await page.keyboard.press("Enter");
    await page
      .getByRole("textbox", { name: "Android text and iOS text in Icelandic", exact: true })
      .fill("Orðin");
    await saved(page);
    await publish(page);
  });

  const changes = page.getByRole("region", { name: "What changes" });
  const lines = page.getByRole("region", { name: "Text changes" });
  await test.step("their difference is shown by device and by line", async () => {
    await page.getByRole("link", { name: "Compare" }).click();
    await expect(page.getByRole("heading", { name: "Compare versions", level: 1 })).toBeVisible();
    // The latest version is compared with the previous one, unless another pair is chosen.
    await expect(changes.getByText("Version 1 and Version 2, with sample values")).toBeVisible();
    await expect(changes.locator("del").first()).toHaveText("first");
    await expect(changes.locator("ins").first()).toHaveText("second");
    await expect(changes.getByText("in Icelandic").first()).toBeVisible();
    await expect(lines.getByText(/Removed: .*The first words/).first()).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await expect(lines.getByText(/Added: .*Orðin/).first()).toBeVisible();
  });

  await test.step("a version has no difference from itself", async () => {
    await page.getByRole("combobox", { name: "From" }).click();
    await page.getByRole("option", { name: "Version 2" }).click();
    await expect(changes.getByText("It looks the same on every device.")).toBeVisible();
    await expect(lines.getByText("Both texts are the same.")).toBeVisible();
    await expect(page).toHaveURL(/from=2/);
  });

  await test.step("the list of templates is narrowed to a language", async () => {
    await page.goto(`${workspace.origin}/templates`);
    await page.getByRole("combobox", { name: "Language" }).click();
    await page.getByRole("option", { name: "Icelandic" }).click();
    await expect(page.getByRole("link", { name: "Order shipped" })).toBeHidden();
    await expect(page.getByRole("link", { name: "Compared" })).toBeVisible();
    await expect(page).toHaveURL(/language=is/);
  });
});
