import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "./support/fixtures";

const stepsOf = (page: Page) => page.getByRole("navigation", { name: "Steps" });

async function begin(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  await stepsOf(page).getByRole("button", { name: "Buttons" }).click();
}

test("chosen buttons fold the grid, bring up what they do, and show in the preview", async ({ signedIn: page, server }) => {
  await begin(page, server.origin);
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("radio", { name: "Shop Now and Cancel" }).click();
  await expect(page.getByRole("radiogroup", { name: "Buttons" })).toHaveCount(0);
  const shopNow = page.getByRole("combobox", { name: "Shop Now button" });
  await expect(shopNow).toBeFocused();
  await expect(shopNow).toBeInViewport();
  await expect(page.getByRole("figure", { name: /^Pixel, expanded: .*buttons Shop Now, Cancel/ })).toBeVisible();
  await expect(page.getByText("DOUBLE_SHOPNOW_CANCEL")).toHaveCount(0);
  await expect(page.getByText("SHOPNOW", { exact: true })).toHaveCount(0);

  await page.getByRole("button", { name: "Change buttons" }).click();
  await expect(page.getByRole("radio", { name: "Shop Now and Cancel" })).toBeFocused();
  // On the way with the arrow keys nothing folds; Enter does.
  // Held for a moment, as a finger does: the choice follows the focus.
  await page.keyboard.press("ArrowDown", { delay: 200 });
  await expect(page.getByRole("radio", { name: "Later and Now" })).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Later button" })).toBeFocused();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("radio", { name: "No buttons" })).toBeChecked();
});

test("what a button opens is asked for at its field, in plain words, and opening the app is one choice", async ({
  signedIn: page,
  server,
}) => {
  await begin(page, server.origin);
  await page.getByRole("radio", { name: "Shop Now and Cancel" }).click();
  const shopNow = page.getByRole("combobox", { name: "Shop Now button" });
  await shopNow.click();
  await expect(page.getByRole("option", { name: "Opens the app" })).toHaveCount(1);
  await expect(page.getByRole("option", { name: /[A-Z]{3}_/ })).toHaveCount(0);
  await page.getByRole("option", { name: "Opens a web page in the browser" }).click();
  const address = page.getByRole("textbox", { name: "Shop Now button: address" });
  await address.focus();
  await shopNow.focus();
  await expect(address).toHaveAccessibleDescription(/Add the web address that this button opens\./);
  await expect(address).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("button", { name: "1 problem", exact: true }).click();
  await expect(
    page.getByRole("list", { name: "Problems" }).getByRole("button", { name: /Shop Now button: address Add the web address/ }),
  ).toBeVisible();
  await address.fill("shop.example/summer");
  await shopNow.focus();
  await page.getByRole("button", { name: "Use https://shop.example/summer" }).first().click();
  await expect(address).toHaveValue("https://shop.example/summer");
  await expect(page.getByRole("button", { name: "No problems" })).toBeVisible();
});
