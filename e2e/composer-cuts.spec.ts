import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "./support/fixtures";

const stepsOf = (page: Page) => page.getByRole("navigation", { name: "Steps" });

async function begin(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  await stepsOf(page).getByRole("button", { name: "Content" }).click();
}

test("a text that is cut says so at its field, and leads to each screen that cuts it", async ({ signedIn: page, server }) => {
  await begin(page, server.origin);
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.fill("Grüße ".repeat(50).trimEnd());
  await expect(text).toHaveAccessibleDescription(/299 characters · 399 bytes/);
  const screens = page.getByRole("button", { name: /^Screens that cut the text: \d+ of 26 screens$/ });
  await expect(screens).toBeVisible();
  await screens.click();
  const list = page.getByRole("dialog", { name: "Screens that cut the text" });
  const samsung = list.getByRole("button", { name: /^Samsung Galaxy, collapsed/ });
  const seen = Number(/(\d+) of 299/.exec((await samsung.textContent()) ?? "")?.[1]);
  expect(seen).toBeGreaterThan(10);
  await samsung.click();
  // The same number as the picture tells.
  const figure = page.getByRole("figure", {
    name: new RegExp(`^Samsung Galaxy, collapsed: .*about ${299 - seen} characters of the text hidden`),
  });
  await expect(figure).toBeVisible();

  // Where there is no room beside the form the picture comes in a drawer, which leads back.
  await page.setViewportSize({ width: 820, height: 900 });
  await screens.click();
  await list.getByRole("button", { name: /^Samsung Galaxy, lock screen/ }).click();
  await expect(page.getByRole("dialog").getByRole("figure", { name: /^Samsung Galaxy, lock screen/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(screens).toBeFocused();
  await page.setViewportSize({ width: 1360, height: 900 });

  await page.getByRole("switch", { name: "Web" }).click();
  await expect(page.getByRole("button", { name: /^Screens that cut the text: \d+ of 15 screens$/ })).toBeVisible();
  await page.getByRole("tab", { name: /^iOS/ }).click();
  await expect(page.getByRole("button", { name: /^Screens that cut the text: \d of 3 screens$/ })).toBeVisible();
  await page.getByRole("tab", { name: "All", exact: true }).click();
  await text.fill("Short");
  await expect(page.getByRole("button", { name: /^Screens that cut the text/ })).toHaveCount(0);
});

test("a title that hardly any device shows whole is a warning under Checks", async ({ signedIn: page, server }) => {
  await begin(page, server.origin);
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await title.fill("A title that goes on and on ".repeat(6).trimEnd());
  await page.getByRole("button", { name: "1 warning", exact: true }).click();
  const warning = page.getByRole("list", { name: "Problems" }).getByRole("button", { name: /Title Truncated on \d+ of 26 screens\./ });
  await warning.click();
  await expect(title).toBeFocused();
  await title.fill("A title");
  await expect(page.getByRole("button", { name: "No problems" })).toBeVisible();
});
