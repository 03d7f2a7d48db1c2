import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";
import { begin, figure, publish, saved } from "../support/template-pages";

test("a version can be opened from the history", async ({ page, workspace }) => {
  await begin(page, workspace.origin, "With versions");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.fill("The first words");
  await saved(page);
  await publish(page);
  await page.getByRole("link", { name: "Edit" }).click();
  await text.fill("The second words");
  await saved(page);
  await publish(page);
  await page.getByRole("link", { name: "Edit" }).click();
  await text.fill("Words of the draft");
  await saved(page);
  await page.getByRole("link", { name: "Done" }).click();
  await expect(figure(page, /Words of the draft/)).toBeVisible();

  await page.getByRole("link", { name: "Show the published version" }).click();
  await expect(figure(page, /The second words/)).toBeVisible();
  await expect(page.getByText("Version 2, the published one")).toBeVisible();
  const history = page.getByRole("region", { name: "History" });
  await history.getByRole("link", { name: "Version 1" }).click();
  await expect(page).toHaveURL(/version=1/);
  await expect(figure(page, /The first words/)).toBeVisible();
  await expect(history.getByRole("link", { name: "Version 1" })).toHaveAttribute(
    "aria-current",
    "true",
  );
  expect(await objections(page)).toEqual([]);
  await page.getByRole("link", { name: "Show the newest content" }).click();
  await expect(figure(page, /Words of the draft/)).toBeVisible();
});

test("a template that was never published can be duplicated and deleted", async ({
  page,
  workspace,
}) => {
  await test.step("a template is created", async () => {
    await begin(page, workspace.origin, "To be copied");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Copied words");
    await saved(page);
    await page.getByRole("link", { name: "Done" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "To be copied", exact: true }),
    ).toBeVisible();
  });
  await test.step("it is duplicated under another ID", async () => {
    await page.getByRole("button", { name: "Actions for To be copied" }).click();
    await page.getByRole("menuitem", { name: "Duplicate …" }).click();
    const dialog = page.getByRole("dialog", { name: "Duplicate To be copied" });
    await expect(dialog.getByLabel("Name")).toHaveValue("Copy of To be copied");
    await dialog.getByLabel("ID").fill("to_be_copied");
    await dialog.getByRole("button", { name: "Duplicate" }).click();
    await expect(dialog.getByText(/already has a template “to_be_copied”/)).toBeVisible();
    await dialog.getByLabel("ID").fill("the_copy");
    await dialog.getByRole("button", { name: "Duplicate" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Edit Copy of To be copied" }),
    ).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue(
      "Copied words",
    );
  });

  await test.step("the copy gets another name", async () => {
    await page.getByRole("button", { name: "Actions for Copy of To be copied" }).click();
    await page.getByRole("menuitem", { name: "Name and tags …" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("The copy");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Edit The copy" })).toBeVisible();
    await page.getByRole("link", { name: "Done" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "The copy", exact: true }),
    ).toBeVisible();
  });
  await test.step("the copy is deleted", async () => {
    await page.getByRole("button", { name: "Actions for The copy" }).click();
    await page.getByRole("menuitem", { name: "Delete …" }).click();
    const deleteDialog = page.getByRole("dialog", { name: "Delete The copy?" });
    expect(await objections(page)).toEqual([]);
    await deleteDialog.getByRole("button", { name: "Delete template" }).click();
    await expect(page.getByText("Deleted The copy")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Templates" })).toBeVisible();
    await expect(page.getByRole("link", { name: "The copy" })).toBeHidden();
  });
});
