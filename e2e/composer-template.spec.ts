import { expect, type Page } from "@playwright/test";
import { arrived } from "./support/arrived";
import { composeExample, confirmSend, test } from "./support/fixtures";

const goTo = (page: Page, step: string) => page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const checks = (page: Page) => page.getByRole("list", { name: "Problems" });
async function chooseTemplate(page: Page, name: string | RegExp) {
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name }).click();
}
async function chooseList(page: Page) {
  await goTo(page, "Audience");
  await page.getByRole("radio", { name: "A saved list" }).click();
  await page.getByRole("combobox", { name: "List" }).click();
  await page.getByRole("option", { name: "Everybody in the sandbox" }).click();
  await goTo(page, "Content");
}

const saved = (page: Page) => expect(page.getByText(/^Saved /)).toBeVisible();
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

test("a template takes the place of what was written, says so, and gives it back", async ({ signedIn: page }) => {
  await title(page).fill("My own title");
  await text(page).fill("My own text");
  await chooseTemplate(page, /Order shipped/);
  await expect(page.getByText("Replaced your text.")).toBeVisible();
  await page.getByRole("button", { name: "Undo replacing your text" }).click();
  await expect(title(page)).toHaveValue("My own title");
  await expect(page.getByText("Replaced your text.")).toHaveCount(0);
  await chooseTemplate(page, /Order shipped/);
  await chooseTemplate(page, "No template");
  await expect(text(page)).toHaveValue("My own text");
  for (const platform of ["Android", "iOS", "Web"]) await expect(page.getByRole("switch", { name: platform })).toBeChecked();
});

test("parts of a template are written over where its own words stand", async ({ signedIn: page }) => {
  await title(page).fill("Not this");
  await chooseTemplate(page, /Order shipped/);
  await page.getByRole("textbox", { name: "name", exact: true }).fill("Maya");
  await page.getByRole("textbox", { name: "order", exact: true }).fill("B-77");
  await page.getByRole("button", { name: /Override content/ }).click();
  for (const platform of ["Android", "iOS", "Web"]) await expect(page.getByRole("switch", { name: platform })).toBeChecked();
  await expect(text(page)).toHaveValue("");
  await expect(text(page)).toHaveAttribute("placeholder", /Maya, order B-77 left our house today/);
  await expect(page.getByText("From the template. What you write here replaces it.").first()).toBeVisible();
  await expect(page.getByText("No problems")).toBeVisible();
  await title(page).fill("Good news for ${name}");
  await expect(page.getByRole("figure", { name: /Good news for Maya.*order B-77 left our house today/ }).first()).toBeVisible();
  await page.getByRole("tab", { name: "JSON" }).click();
  for (const block of ["android", "ios", "web"])
    await expect(page.getByLabel("Request body")).toContainText(new RegExp(`"${block}": \\{\\s*"title": "Good news`));
  await title(page).fill("");
  await page.getByRole("tab", { name: "Preview" }).click();
  await expect(page.getByRole("figure", { name: /Good news/ })).toHaveCount(0);
});

test("a default that everybody on a list would get is asked about, and columns are chosen by hand", async ({ signedIn: page }) => {
  await chooseTemplate(page, /Order shipped/);
  await chooseList(page);
  await expect(page.getByRole("combobox", { name: "Where name comes from" })).toHaveText("Column name");
  await page.getByRole("tab", { name: /^Checks/ }).click();
  const asked = checks(page).getByRole("button", { name: /Everybody gets the same days/ });
  await goTo(page, "Audience");
  await asked.click();
  await expect(page.getByRole("textbox", { name: /^days/ })).toBeFocused();
  const days = page.getByRole("combobox", { name: "Where days comes from" });
  await expect(days).toHaveText("No column for it: choose one");
  await days.click();
  await page.getByRole("option", { name: "Same for all recipients" }).click();
  await expect(asked).toHaveCount(0);
  await expect(page.getByText("No problems")).toBeVisible();
  await days.click();
  await page.getByRole("option", { name: "Column order" }).click();
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByLabel("Request body")).toContainText(/"days": "A-104/);
  // What is required and comes from no column is a problem at its field.
  await page.getByRole("combobox", { name: "Where order comes from" }).click();
  await page.getByRole("option", { name: "Same for all recipients" }).click();
  await expect(page.getByRole("button", { name: /^\d problem/ })).toBeVisible();
});

test("a text takes the columns of the list that it goes to, and each recipient reads their own", async ({ signedIn: page, server }) => {
  await title(page).fill("No template");
  await chooseList(page);
  await text(page).fill("Dear ");
  await page.getByRole("button", { name: "Insert a parameter into Text" }).click();
  await page.getByRole("option", { name: /name/ }).click();
  await expect(text(page)).toHaveValue("Dear ${name}");
  await text(page).press("End");
  await text(page).pressSequentially(", as $${ought} ${nobody}");
  await page.getByRole("combobox", { name: "With the values of" }).click();
  await page.getByRole("option", { name: "user-1" }).click();
  await expect(page.getByRole("figure", { name: /Dear Maya, as \$\{ought\} \$\{nobody\}/ }).first()).toBeVisible();
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByText("The request to user-1.", { exact: false })).toBeVisible();
  await expect(page.getByLabel("Request body")).toContainText("Dear Maya, as ${ought} ${nobody}");
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await confirmSend(page);
  for (const name of ["Maya", "Maximilian Alexander", "अनन्या"])
    await expect.poll(async () => (await arrived(server, `Dear ${name}, as \${ought} \${nobody}`)).length).toBeGreaterThan(0);
  expect(await arrived(server, "Dear ${name}")).toEqual([]);
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
  await chooseTemplate(page, /Order shipped/);
  await expect(page.getByText("Replaced your text and buttons.")).toBeVisible();
  await goTo(page, "Buttons");
  await expect(page.getByText("From the template: Shop Now and Cancel")).toBeVisible();
  await goTo(page, "Content");
  // Nothing was written over by looking.
  await page.getByRole("button", { name: /Override content/ }).click();
  await title(page).fill("Own words");
  expect(await body(page)).not.toContain("sale.example");
  expect(await body(page)).toContain("Own words");
});

test("a template that pasted JSON does without is chosen no longer", async ({ signedIn: page }) => {
  await chooseTemplate(page, /Order shipped/);
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
