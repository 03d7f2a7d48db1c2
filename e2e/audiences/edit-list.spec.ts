import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";

const rowOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "Recipients" }).getByRole("row", { name });

async function chooseFile(page: Page, name: string, text: string) {
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
}

async function removeOne(page: Page, name: string) {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Remove …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove 1 recipient" }).click();
  await expect(page.getByText("1 recipient removed")).toBeVisible();
}

test("a list can be edited after its upload", async ({ page, workspace }) => {
  await test.step("a list is uploaded", async () => {
    await page.goto(`${workspace.origin}/audiences`);
    await page.getByRole("button", { name: "New list" }).click();
    const making = page.getByRole("dialog");
    await making.getByLabel("Name").fill("Customers");
    await page.getByRole("radio", { name: "CSV file" }).click();
    await chooseFile(page, "customers.csv", "userid,city\nada,Bonn\nben,Rome\ncleo,Oslo\n");
    await making.getByRole("button", { name: "Add 3 recipients" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("link", { name: "Customers" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Customers" })).toBeVisible();
  });

  await test.step("a recipient is added by hand, and only once", async () => {
    await page.getByRole("button", { name: "Add a recipient" }).click();
    const adding = page.getByRole("dialog");
    await adding.getByLabel("Identifier").fill("dora");
    await adding.getByLabel("Values, 1: value").fill("Bern");
    expect(await objections(page)).toEqual([]);
    await adding.getByRole("button", { name: "Add recipient" }).click();
    await expect(rowOf(page, "dora")).toContainText("Bern");
    await expect(page.getByText("4 recipients")).toBeVisible();
    await page.getByRole("button", { name: "Add a recipient" }).click();
    await adding.getByLabel("Identifier").fill("ada");
    await adding.getByRole("button", { name: "Add recipient" }).click();
    await expect(adding.getByText("This recipient is in the list already.")).toBeVisible();
    await page.keyboard.press("Escape");
    await adding.getByRole("button", { name: "Discard" }).click();
  });

  const editing = page.getByRole("dialog");
  await test.step("the values of a recipient are edited", async () => {
    await page.getByRole("button", { name: "Actions for ben" }).click();
    await page.getByRole("menuitem", { name: "Edit values" }).click();
    await expect(editing.getByLabel("Values, 1: value")).toHaveValue("Rome");
    await editing.getByLabel("Values, 1: value").fill("Milan");
    await editing.getByRole("button", { name: "Save values" }).click();
    await expect(rowOf(page, "ben")).toContainText("Milan");
  });

  await test.step("a change that another member saved is shown before it is overwritten", async () => {
    await page.getByRole("button", { name: "Actions for cleo" }).click();
    await page.getByRole("menuitem", { name: "Edit values" }).click();
    await editing.getByLabel("Values, 1: value").fill("Bergen");
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(page.url());
    await elsewhere.getByRole("button", { name: "Actions for cleo" }).click();
    await elsewhere.getByRole("menuitem", { name: "Edit values" }).click();
    await elsewhere.getByRole("dialog").getByLabel("Values, 1: value").fill("Tromsø");
    await elsewhere.getByRole("dialog").getByRole("button", { name: "Save values" }).click();
    await expect(rowOf(elsewhere, "cleo")).toContainText("Tromsø");
    await elsewhere.close();
    await editing.getByRole("button", { name: "Save values" }).click();
    await expect(editing.getByText("changed this while you were editing")).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await editing.getByRole("button", { name: "Save mine over it" }).click();
    await expect(rowOf(page, "cleo")).toContainText("Bergen");
  });

  await test.step("removed recipients come back with their values", async () => {
    await rowOf(page, "ada").getByRole("checkbox").check();
    await rowOf(page, "cleo").getByRole("checkbox").check();
    await page
      .getByRole("toolbar", { name: "Selection" })
      .getByRole("button", { name: "Remove" })
      .click();
    await page
      .getByRole("dialog", { name: "Remove 2 recipients?" })
      .getByRole("button", { name: "Remove 2 recipients" })
      .click();
    await expect(page.getByText("2 recipients removed")).toBeVisible();
    await expect(rowOf(page, "cleo")).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, "cleo")).toContainText("Bergen");
    await expect(page.getByText("2 recipients added again")).toBeVisible();
  });

  await test.step("a file replaces the recipients after a look at what changes", async () => {
    await page.getByRole("button", { name: "Replace from a file" }).click();
    await chooseFile(page, "new.csv", "userid,city\nada,Bonn\nben,Paris\nemil,Graz\nfay,Linz\n");
    // Closing asks before the file is thrown away.
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog").getByText("Discard this upload?")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Go on editing" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Compare" }).click();
    const asking = page.getByRole("dialog", { name: "Replace the recipients of Customers?" });
    await expect(asking).toContainText(/Added\s*2/);
    await expect(asking).toContainText(/Removed\s*2/);
    await expect(asking).toContainText(/With other values\s*1/);
    await expect(asking).toContainText(/Unchanged\s*1/);
    expect(await objections(page)).toEqual([]);
    // Behind the question the list is as it was.
    await expect(page.locator("td", { hasText: "dora" }).first()).toBeVisible();
    await asking.getByRole("button", { name: "Replace recipients" }).click();
    await expect(page.getByText("Customers has 4 recipients")).toBeVisible();
    await expect(rowOf(page, "dora")).toBeHidden();
    await expect(rowOf(page, "ben")).toContainText("Paris");
    await expect(rowOf(page, "fay")).toContainText("Linz");
  });

  await test.step("a file adds recipients", async () => {
    await page.getByRole("button", { name: "Add from a file" }).click();
    await chooseFile(page, "more.csv", "userid,city\nada,Ulm\ngus,Kiel\n");
    await page.getByRole("dialog").getByRole("button", { name: "Compare" }).click();
    await page
      .getByRole("dialog", { name: "Add to Customers?" })
      .getByRole("button", { name: "Add 1 recipient" })
      .click();
    await expect(rowOf(page, "gus")).toContainText("Kiel");
    await expect(rowOf(page, "ada")).toContainText("Bonn");
  });

  await test.step("undo restores a recipient as another member left it", async () => {
    const later = await page.context().newPage();
    await later.goto(page.url());
    await later.getByRole("button", { name: "Actions for gus" }).click();
    await later.getByRole("menuitem", { name: "Edit values" }).click();
    await later.getByRole("dialog").getByLabel("Values, 1: value").fill("Bremen");
    await later.getByRole("dialog").getByRole("button", { name: "Save values" }).click();
    await expect(rowOf(later, "gus")).toContainText("Bremen");
    await later.close();
    await removeOne(page, "gus");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rowOf(page, "gus")).toContainText("Bremen");
  });
});
