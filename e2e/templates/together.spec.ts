import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures";
import { isTemplateSave, loseAnswer } from "../support/saves";
import { begin, figure, holdSaves, publish, saved, savedAfter } from "../support/template-pages";

test("two editors of one draft see each other's changes", async ({ page, workspace, context }) => {
  await begin(page, workspace.origin, "Of two");
  const text = (of: Page) => of.getByRole("textbox", { name: "Text", exact: true });
  const title = (of: Page) => of.getByRole("textbox", { name: "Title", exact: true });
  await text(page).fill("Hi ${name}");
  await title(page).fill("Title");
  await saved(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await test.step("a tab without changes follows the other one", async () => {
    await text(other).fill("Hello ${name}");
    await saved(other);
    // Nothing else was written here: this tab follows, without saving anything itself.
    await expect(text(page)).toHaveValue("Hello ${name}");
    await expect(figure(page, /Hello/)).toBeVisible();
    await text(other).fill("Good day ${name}");
    await expect(text(page)).toHaveValue("Good day ${name}");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(text(page)).toHaveValue("Hello ${name}");
    await expect(text(other)).toHaveValue("Hello ${name}");
  });

  await test.step("changes of different fields are merged", async () => {
    const mine = await holdSaves(page, "A better title");
    await title(page).fill("A better title");
    await mine.firstRequest;
    await savedAfter(other, () => text(other).fill("Welcome ${name}"), "Welcome ");
    mine.letGo();
    await expect(page.getByText("Owner changed: Android text and iOS text")).toBeVisible();
    await expect(page.getByText(/changed this while you were editing/)).toBeHidden();
    await expect(text(page)).toHaveValue("Welcome ${name}");
    await expect(title(page)).toHaveValue("A better title");
    await saved(page);
    await expect(title(other)).toHaveValue("A better title");
    await page.reload();
    await expect(text(page)).toHaveValue("Welcome ${name}");
    await expect(title(page)).toHaveValue("A better title");
  });

  await test.step("changes of the same field are asked about", async () => {
    const theirs = await holdSaves(other, "Another title");
    await title(other).fill("Another title");
    await theirs.firstRequest;
    await savedAfter(page, () => title(page).fill("The best title"), "The best title");
    theirs.letGo();
    await expect(other.getByText(/Both of you changed: Android title and iOS title/)).toBeVisible();
    await other.getByRole("button", { name: "Take theirs" }).click();
    await expect(title(other)).toHaveValue("The best title");
    await expect(other.getByText(/changed this while you were editing/)).toBeHidden();
    // What was given up comes back.
    await other.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(title(other)).toHaveValue("Another title");
    await expect(title(page)).toHaveValue("Another title");
  });
});

test("an editor of a draft that another tab publishes follows it, and publishes the next one", async ({
  page,
  workspace,
  context,
}) => {
  await begin(page, workspace.origin, "Published by another");
  const text = (of: Page) => of.getByRole("textbox", { name: "Text", exact: true });
  await text(page).fill("First");
  await saved(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await publish(other);
  await expect(async () => {
    await page.getByRole("button", { name: "Publish …" }).click();
    const dialogTitle = await page.getByRole("dialog").getByRole("heading").first().textContent();
    await page.keyboard.press("Escape");
    expect(dialogTitle).toBe("Publish the changes?");
  }).toPass();
  await text(page).fill("Second");
  await saved(page);
  await publish(page);
  await expect(page.getByText("Version 2 is published")).toBeVisible();
});

test("words that the server does not have yet outlive a reload", async ({ page, workspace }) => {
  await begin(page, workspace.origin, "Kept in the tab");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.fill("First");
  await saved(page);
  const save = await holdSaves(page, "Not at the server");
  await text.fill("Not at the server");
  await save.firstRequest;
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(text).toHaveValue("Not at the server");
  save.letGo();
  await saved(page);
  await page.reload();
  await expect(text).toHaveValue("Not at the server");
});

test("words typed after an unanswered save survive a reload without a conflict", async ({
  page,
  workspace,
}) => {
  await begin(page, workspace.origin, "Answer lost");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.fill("First");
  await saved(page);
  const save = await loseAnswer(page, isTemplateSave);
  await text.fill("Words that were saved");
  await save.stored;
  await text.fill("Words of the last moment");
  await page.reload();
  await expect(text).toHaveValue("Words of the last moment");
  await saved(page);
  await expect(page.getByText(/changed this while you were editing/)).toBeHidden();
  await page.reload();
  await expect(text).toHaveValue("Words of the last moment");
});
