import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { composeExample, confirmSend, test, type Workspace } from "../support/fixtures";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const question = (page: Page) => page.getByRole("dialog", { name: "Send this message?" });
const values = (page: Page) => page.getByRole("region", { name: "Values" });
const parameter = (page: Page, column: string) =>
  page.getByRole("dialog").getByRole("combobox", { name: `Parameter for ${column}` });

async function chooseFile(
  page: Page,
  { origin }: Pick<Workspace, "origin">,
  name: string,
  text: string,
) {
  await page.goto(`${origin}/audiences`);
  await page.getByRole("button", { name: "New list" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("radio", { name: "CSV file" }).click();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
}

async function compose(page: Page, { origin }: Pick<Workspace, "origin">, list?: string) {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  if (list !== undefined) {
    await page.getByRole("radio", { name: "A saved list" }).click();
    await page.getByRole("combobox", { name: "List" }).click();
    await page.getByRole("option", { name: list }).click();
  }
  await goTo(page, "Content");
}

test("a column called Name fills ${name}", async ({ page, workspace }) => {
  await test.step("its columns become parameters", async () => {
    await chooseFile(
      page,
      workspace,
      "Spring",
      "userid,Name,Ort\nuser-1,Maya,Bonn\nuser-2,,Rome\nuser-3,Ann,Oslo\n",
    );
    // A template has a parameter of that name.
    await expect(parameter(page, "Name")).toHaveValue("name");
    await parameter(page, "Name").fill("Name");
    await parameter(page, "Ort").fill("the city");
    await parameter(page, "Name").focus();
    await expect(page.getByText("Letters, digits and _ only, at most 64.")).toBeVisible();
    await parameter(page, "Ort").fill("city");
    await parameter(page, "Name").focus();
    expect(await objections(page)).toEqual([]);
    await page.getByRole("button", { name: "Add 3 recipients" }).click();
    await page.getByRole("button", { name: "Done" }).click();
  });

  await test.step("the message takes its values from the columns", async () => {
    await compose(page, workspace, "Spring");
    await field(page, "Title").fill("Spring sale, ${name}");
    await field(page, "Text").fill("In ${city}");
    await expect(values(page).getByRole("combobox", { name: "Where name comes from" })).toHaveText(
      "Column Name",
    );
    await expect(values(page).getByRole("combobox", { name: "Where city comes from" })).toHaveText(
      "Column city",
    );
    expect(await objections(page)).toEqual([]);
  });

  await test.step("a recipient without a value is asked about before sending", async () => {
    await page.getByRole("button", { name: "Send to 3 recipients" }).click();
    const missingValueAlert = question(page).getByRole("alert");
    await expect(missingValueAlert).toContainText("1 of 3 recipients has no value for name");
    await expect(missingValueAlert).toContainText("user-2. They would read “${name}”.");
    await expect(question(page).getByRole("button", { name: /^Send to/ })).toBeDisabled();
    expect(await objections(page)).toEqual([]);
    await missingValueAlert.getByRole("button", { name: "Leave this recipient out" }).click();
    await expect(
      question(page).getByText("1 recipient is left out: no value for name."),
    ).toBeVisible();
    await expect(question(page).getByRole("button", { name: "Send to 2" })).toBeEnabled();
    await question(page).getByRole("button", { name: "Change" }).click();
    await missingValueAlert.getByRole("textbox", { name: "Default for name" }).fill("Friend");
    await missingValueAlert.getByRole("button", { name: "Set default" }).click();
    await confirmSend(page);
    await expect
      .poll(async () => (await workspace.arrived("Spring sale, Friend")).length)
      .toBeGreaterThan(0);
    await expect
      .poll(async () => (await workspace.arrived("Spring sale, Maya")).length)
      .toBeGreaterThan(0);
    expect(await workspace.arrived("${name}")).toEqual([]);
    // The default is a part of the message: it stands at its parameter.
    await expect(values(page).getByRole("textbox", { name: "${name}" })).toHaveValue("Friend");
  });
});

test("a text without a list needs a default or a confirmation", async ({ page, workspace }) => {
  await compose(page, workspace);
  await field(page, "Title").fill("Hello ${name}");
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  const missingValueAlert = question(page).getByRole("alert");
  await expect(missingValueAlert).toContainText("No recipient has a value for name");
  await missingValueAlert.getByRole("button", { name: "Send all the same" }).click();
  await expect(
    question(page).getByText("3 recipients will read ${name}, because they have no value for it."),
  ).toBeVisible();
  await expect(question(page).getByRole("button", { name: "Send to 3" })).toBeEnabled();
  await question(page).getByRole("button", { name: "Cancel" }).click();
  await expect(values(page).getByText("All recipients read ${name}.")).toBeVisible();

  await values(page).getByRole("textbox", { name: "${name}" }).fill("Friend");
  await expect(page.getByRole("figure", { name: /Hello Friend/ }).first()).toBeVisible();
  await values(page).getByRole("textbox", { name: "${name}" }).fill("");
  await values(page).getByRole("button", { name: "Leave empty: name" }).click();
  await expect(values(page).getByText("All recipients get nothing in its place.")).toBeVisible();
  await values(page).getByRole("button", { name: "Enter a default: name" }).click();
  await values(page).getByRole("textbox", { name: "${name}" }).fill("you all");
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await confirmSend(page);
  await expect
    .poll(async () => (await workspace.arrived("Hello you all")).length)
    .toBeGreaterThan(0);
});

test("the name of a column is remembered, and can be changed later", async ({
  page,
  workspace,
}) => {
  await chooseFile(page, workspace, "First", "userid,Ort,Notiz\nuser-1,Bonn,x\n");
  await parameter(page, "Ort").fill("city");
  await parameter(page, "Ort").press("Enter");
  await page.getByRole("checkbox", { name: "Notiz" }).uncheck();
  await page.getByRole("button", { name: "Add 1 recipient" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await chooseFile(page, workspace, "Second", "userid,ORT,Notiz\nuser-1,Bonn,x\n");
  await expect(parameter(page, "ORT")).toHaveValue("city");
  await expect(page.getByRole("checkbox", { name: "Notiz" })).not.toBeChecked();
  await page.getByRole("button", { name: "Add 1 recipient" }).click();
  await page.getByRole("button", { name: "Done" }).click();

  await page.getByRole("link", { name: "Second" }).click();
  await page.getByRole("button", { name: "Rename columns" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename columns" });
  await dialog.getByRole("textbox", { name: "city" }).fill("home town");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(dialog.getByText("must be letters, digits and _ only")).toBeVisible();
  await dialog.getByRole("textbox", { name: "city" }).fill("home_town");
  expect(await objections(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Rename" }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByRole("table").getByRole("columnheader", { name: "home_town" }),
  ).toBeVisible();
});
