import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "./support/fixtures";

const goTo = (page: Page, step: string) => page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const saved = (page: Page) => expect(page.getByText(/^Saved /)).toBeVisible();
async function chooseTemplate(page: Page) {
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name: /Order shipped/ }).click();
}
async function reload(page: Page) {
  await page.reload();
  await goTo(page, "Content");
}
async function body(page: Page): Promise<string> {
  await page.getByRole("tab", { name: "JSON" }).click();
  return (await page.getByLabel("Request body").textContent()) ?? "";
}

test.beforeEach(async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
});

test("buttons that a template took the place of stay away, whatever is looked at and written afterwards", async ({ signedIn: page }) => {
  await title(page).fill("My sale");
  await goTo(page, "Buttons");
  await page.getByRole("radio", { name: "Shop Now and Cancel" }).click();
  await page.getByRole("combobox", { name: "Shop Now button" }).click();
  await page.getByRole("option", { name: "Opens a web page in the browser" }).click();
  await page.getByRole("textbox", { name: "Shop Now button: address" }).fill("https://sale.example");
  await saved(page);
  await reload(page);
  await chooseTemplate(page);
  await expect(page.getByText("Replaced your text and buttons.")).toBeVisible();
  await goTo(page, "Buttons");
  await expect(page.getByText("From the template: Shop Now and Cancel")).toBeVisible();
  await goTo(page, "Content");
  // Nothing was written over by looking.
  await page.getByRole("button", { name: /Write over parts/ }).click();
  await title(page).fill("Own words");
  expect(await body(page)).not.toContain("sale.example");
  expect(await body(page)).toContain("Own words");
});

test("a template that pasted JSON does without is chosen no longer", async ({ signedIn: page }) => {
  await chooseTemplate(page);
  await page.getByRole("textbox", { name: "name", exact: true }).fill("Maya");
  await saved(page);
  await reload(page);
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("radio", { name: "Edit" }).click();
  const request = {
    deliverychannel: "push",
    appid: "sandbox",
    destination: [{ userid: ["user-1"] }],
    channels: { push: { android: { text: "Hi" } } },
  };
  await page.getByRole("textbox", { name: "Request as JSON" }).fill(JSON.stringify(request));
  await expect(page.getByRole("combobox", { name: "Template" })).toHaveText("No template");
  await expect(page.getByRole("textbox", { name: "name", exact: true })).toHaveCount(0);
});

test("what a fix changed is taken back by the keyboard, from the field that it led to", async ({ signedIn: page }) => {
  const image = page.getByRole("textbox", { name: /^Image URL/ });
  await image.fill("www.shop.example/x.png");
  await title(page).focus();
  await page.getByRole("button", { name: "Use https://www.shop.example/x.png" }).first().click();
  await expect(image).toHaveValue("https://www.shop.example/x.png");
  await expect(image).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(image).toHaveValue("www.shop.example/x.png");
});

test("a host that no service takes is a problem before it is sent, although this browser would take it", async ({ signedIn: page }) => {
  await page.getByRole("tab", { name: "Web", exact: true }).click();
  const link = page.getByRole("textbox", { name: /^Web link/ });
  await link.fill("http://exa mple.com/a");
  await link.blur();
  await expect(link).toHaveAccessibleDescription(/Write a whole address/);
  await expect(page.getByRole("button", { name: "1 problem", exact: true })).toBeVisible();
  await page.getByRole("tab", { name: /^Checks/ }).click();
  await expect(page.getByText("The service would accept this message as it stands.")).toHaveCount(0);
});
