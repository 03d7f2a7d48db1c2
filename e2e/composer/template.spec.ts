import { expect, type Page } from "@playwright/test";
import { composeExample, confirmSend, test } from "../support/fixtures";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const text = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
async function chooseTemplate(page: Page, name: string | RegExp) {
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name }).click();
}

const saved = (page: Page) => expect(page.getByText(/^Saved /)).toBeVisible();
const body = async (page: Page): Promise<string> => {
  await page.getByRole("tab", { name: "JSON" }).click();
  return (await page.getByLabel("Request body").textContent()) ?? "";
};

test.beforeEach(async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
});

test("a template that replaces content can be undone", async ({ page }) => {
  await test.step("text comes back", async () => {
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
    for (const platform of ["Android", "iOS", "Web"])
      await expect(page.getByRole("switch", { name: platform })).toBeChecked();
  });

  await test.step("buttons are those of the template", async () => {
    await title(page).fill("My sale");
    await goTo(page, "Buttons");
    await page.getByRole("radio", { name: "Shop Now and Cancel" }).click();
    await page.getByRole("combobox", { name: "Shop Now button" }).click();
    await page.getByRole("option", { name: "Opens a web page in the browser" }).click();
    await page
      .getByRole("textbox", { name: "Shop Now button: address" })
      .fill("https://sale.example");
    await saved(page);
    await page.reload();
    await goTo(page, "Content");
    await chooseTemplate(page, /Order shipped/);
    await expect(page.getByText("Replaced your text and buttons.")).toBeVisible();
    await goTo(page, "Buttons");
    await expect(page.getByText("From the template: Shop Now and Cancel")).toBeVisible();
    await goTo(page, "Content");
    // Nothing was written over by looking.
    await page.getByRole("button", { name: /Override content/ }).click();
    await title(page).fill("Own words");
    // The panel follows what is typed a moment later.
    await expect.poll(() => body(page)).toContain("Own words");
    expect(await body(page)).not.toContain("sale.example");
  });
});

test("the words of a template can be replaced before it is sent", async ({ page, workspace }) => {
  await test.step("a parameter leads to the choice of a template", async () => {
    await page.getByRole("button", { name: "Insert a parameter into Title" }).click();
    await expect(page.getByText("Parameters come with a template")).toBeVisible();
    await page.getByRole("button", { name: "Choose a template" }).click();
    await expect(page.getByRole("combobox", { name: "Template" })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: /Order shipped/ }).click();
  });
  await test.step("its values are filled in", async () => {
    await page.getByRole("textbox", { name: "name", exact: true }).fill("Maya");
    await page.getByRole("textbox", { name: "order", exact: true }).fill("C-9");
    await page.getByRole("button", { name: /Override content/ }).click();
    // The template brings it.
    await expect(page.getByRole("switch", { name: /Android/ })).toBeChecked();
  });
  await test.step("words for one platform replace its own", async () => {
    await page.getByRole("tab", { name: "Android" }).click();
    const android = page.getByRole("textbox", { name: "Android title" });
    await android.fill("For ");
    await page.getByRole("button", { name: "Insert a parameter into Android title" }).click();
    await expect(page.getByPlaceholder("Find a parameter")).toBeFocused();
    await page.keyboard.type("name");
    await expect(page.getByRole("option")).toHaveCount(1);
    await page.keyboard.press("Enter");
    await expect(android).toHaveValue("For ${name}");
    await expect(android).toBeFocused();
    await expect(page.getByRole("figure", { name: /title “For Maya”/ })).toBeVisible();
    await expect(page.getByText("No problems")).toBeVisible();
  });

  await test.step("words for all platforms replace its own", async () => {
    await page.getByRole("button", { name: "Reset Android title to All" }).click();
    await page.getByRole("tab", { name: "All", exact: true }).click();
    for (const platform of ["Android", "iOS", "Web"])
      await expect(page.getByRole("switch", { name: platform })).toBeChecked();
    await expect(text(page)).toHaveValue("");
    await expect(text(page)).toHaveAttribute("placeholder", /Maya, order C-9 left our house today/);
    await expect(
      page.getByText("From the template. What you write here replaces it.").first(),
    ).toBeVisible();
    await expect(page.getByText("No problems")).toBeVisible();
    await title(page).fill("Good news for ${name}");
    await expect(
      page
        .getByRole("figure", { name: /Good news for Maya.*order C-9 left our house today/ })
        .first(),
    ).toBeVisible();
    await page.getByRole("tab", { name: "JSON" }).click();
    for (const block of ["android", "ios", "web"])
      await expect(page.getByLabel("Request body")).toContainText(
        new RegExp(`"${block}": \\{\\s*"title": "Good news`),
      );
    await title(page).fill("");
    await page.getByRole("tab", { name: "Preview" }).click();
    await expect(page.getByRole("figure", { name: /Good news/ })).toHaveCount(0);
  });

  await test.step("it is sent with its own words", async () => {
    await composeExample(page);
    await goTo(page, "Content");
    await page.getByRole("combobox", { name: "Template" }).click();
    await page.getByRole("option", { name: /Order shipped/ }).click();
    await expect(page.getByRole("button", { name: /^Not finished/ })).toBeVisible();
    // A template that was only just chosen shows no errors.
    await expect(
      page.getByRole("alert").filter({ hasText: "Required by the template." }),
    ).toHaveCount(0);
    await expect(page.getByText("Preview uses sample values for name and order.")).toBeVisible();
    await expect(page.getByRole("figure", { name: /order .* left our house today/ })).toBeVisible();
    await page.getByRole("textbox", { name: "name", exact: true }).focus();
    await page.getByRole("textbox", { name: "order", exact: true }).focus();
    await expect(
      page.getByRole("alert").filter({ hasText: "Required by the template." }),
    ).toHaveCount(1);
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Required by the template." }),
    ).toHaveCount(2);
    await page.getByRole("tab", { name: "Preview" }).click();
    await page.getByRole("textbox", { name: "name", exact: true }).fill("Maya");
    await page.getByRole("textbox", { name: "order", exact: true }).fill("B-77");
    await expect(page.getByText("No problems")).toBeVisible();
    await expect(
      page.getByRole("figure", { name: /Maya, order B-77 left our house today/ }),
    ).toBeVisible();
    await expect(page.getByText(/Preview uses sample values/)).toBeHidden();
    await page.getByRole("button", { name: /^Send to/ }).click();
    await confirmSend(page);
    await expect.poll(async () => (await workspace.arrived("order B-77")).length).toBe(6);
  });
});
