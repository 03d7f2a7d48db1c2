import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "../support/fixtures";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();

test("the focus follows each choice of the keyboard", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/compose`);
  const heading = (text: string) =>
    page.getByRole("heading", { level: 2, name: text, exact: true });
  await test.step("from step to step", async () => {
    await page.getByRole("button", { name: "Content", exact: true }).last().press("Enter");
    await expect(heading("Step 2 of 5: Content")).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("combobox", { name: "Template" })).toBeFocused();
    await page.getByRole("button", { name: "Audience", exact: true }).last().click();
    await expect(heading("Step 1 of 5: Audience")).toBeFocused();
    const inList = page
      .getByRole("navigation", { name: "Steps" })
      .getByRole("button", { name: /^Delivery/ });
    await inList.press("Enter");
    await expect(heading("Step 4 of 5: Delivery")).toBeAttached();
    await expect(inList).toBeFocused();
  });

  await test.step("between recipients", async () => {
    // A recipient that is removed by its button hands the focus to its neighbour, and the last one
    // to the field.
    await composeExample(page);
    const remove = (user: string) =>
      page.getByRole("button", { name: `Remove ${user}`, exact: true });
    await remove("user-2").press("Enter");
    await expect(remove("user-2")).toBeHidden();
    await expect(remove("user-3")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(remove("user-1")).toBeFocused();
    await page.keyboard.press("Space");
    await expect(page.getByRole("textbox", { name: "Users" })).toBeFocused();
    await expect(page.getByText("0 recipients").first()).toBeVisible();
  });

  await test.step("through the choice of buttons", async () => {
    // Chosen buttons fold the grid, bring up what they do, and show in the preview.
    await composeExample(page);
    await goTo(page, "Buttons");
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.getByRole("radio", { name: "Shop Now and Cancel" }).click();
    await expect(page.getByRole("radiogroup", { name: "Buttons" })).toHaveCount(0);
    const shopNow = page.getByRole("combobox", { name: "Shop Now button" });
    await expect(shopNow).toBeFocused();
    await expect(shopNow).toBeInViewport();
    await expect(
      page.getByRole("figure", { name: /^Pixel, expanded: .*buttons Shop Now, Cancel/ }),
    ).toBeVisible();
    await shopNow.click();
    await expect(page.getByRole("option", { name: "Opens the app" })).toHaveCount(1);
    await expect(page.getByRole("option", { name: /[A-Z]{3}_/ })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByText("DOUBLE_SHOPNOW_CANCEL")).toHaveCount(0);
    await expect(page.getByText("SHOPNOW", { exact: true })).toHaveCount(0);

    await page.getByRole("button", { name: "Change buttons" }).click();
    await expect(page.getByRole("radio", { name: "Shop Now and Cancel" })).toBeFocused();
    // On the way with the arrow keys nothing folds; Enter does.
    // The key stays down for a moment, as when a finger presses it: the choice follows the focus.
    await page.keyboard.press("ArrowDown", { delay: 200 });
    await expect(page.getByRole("radio", { name: "Later and Now" })).toBeChecked();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Later button" })).toBeFocused();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(page.getByRole("radio", { name: "No buttons" })).toBeChecked();
  });
});
