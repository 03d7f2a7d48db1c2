import { expect, type Page } from "@playwright/test";
import { composeExample, orderSend, test } from "../support/fixtures";
import { hold } from "../support/hold";
import { isSave } from "../support/saves";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });

async function startOver(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
}

async function order(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await orderSend(page);
}

test("a tab follows its draft in another tab", async ({ page, workspace, context }) => {
  await startOver(page, workspace.origin);
  await title(page).fill("Two tabs");
  await expect(page).toHaveURL(/campaign=/);
  await expect(page.getByText(/^Saved /)).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(title(other)).toHaveValue("Two tabs");
  await test.step("it shows the words of the other tab", async () => {
    await title(other).fill("Newer words");
    // Nothing is typed here.
    await expect(title(page)).toHaveValue("Newer words");
    await expect(page.getByText(/changed this while you were editing/)).toBeHidden();
  });
  await test.step("it cannot send while the other tab does", async () => {
    const news = page.getByText("This draft is being sent");
    const send = page.getByRole("button", { name: /^Send/ }).last();
    await order(other);
    await expect(news).toBeVisible();
    await expect(send).toBeDisabled();
    await other.getByRole("button", { name: "Undo sending" }).click();
    await expect(news).toBeHidden();
    await expect(send).toBeEnabled();
    // It is the same draft in both, and goes on as one.
    await title(page).fill("Newest words");
    await expect(title(other)).toHaveValue("Newest words");
    await expect(other.getByText(/^Saved /).or(other.getByText("Saved"))).toBeVisible();
  });

  await test.step("its own version waits for the end of the send", async () => {
    await title(page).fill("Eta one");
    await expect(page.getByText(/^Saved /)).toBeVisible();
    // Both begin from it: what is typed on an older one is a conflict of the other tab.
    await expect(title(other)).toHaveValue("Eta one");
    const save = await hold(page, isSave);
    await title(page).fill("Eta three");
    await save.firstRequest;
    await title(other).fill("Eta two");
    await expect(other.getByText(/^Saved /)).toBeVisible();
    save.letGo();
    const conflictNotice = page.getByText("Owner changed this while you were editing");
    await expect(conflictNotice).toBeVisible();
    await order(other);
    await expect(page.getByText("This draft is being sent")).toBeVisible();
    await expect(conflictNotice).toBeHidden();
    await expect(page.getByRole("button", { name: /^Send/ }).last()).toBeDisabled();
    await other.getByRole("button", { name: "Undo sending" }).click();
    await expect(conflictNotice).toBeVisible();
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect(title(other)).toHaveValue("Eta three");
  });
});

test("a draft that is open in two tabs loses no words", async ({ page, workspace, context }) => {
  await test.step("it survives a reload", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    await goTo(page, "Content");
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Draft one");
    await expect(page.getByRole("textbox", { name: "Name of the message" })).toHaveAttribute(
      "placeholder",
      "Draft one",
    );
    await expect(page.getByText(/^Saved /)).toBeVisible();
    await expect(page).toHaveURL(/campaign=/);
    await page.reload();
    await goTo(page, "Content");
    await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(
      "Draft one",
    );
  });

  const conflictOf = (tab: Page) => tab.getByText(/changed this while you were editing/);
  const second = await test.step("the slower of two saves asks before it overwrites", async () => {
    const second = await context.newPage();
    await second.goto(page.url());
    await goTo(second, "Content");
    // Both save at once, so that neither follows the other; which of them is stored first is open.
    const saves = await Promise.all([hold(page, isSave), hold(second, isSave)]);
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Draft three");
    await second.getByRole("textbox", { name: "Title", exact: true }).fill("Draft two");
    await Promise.all(saves.map(({ firstRequest }) => firstRequest));
    for (const save of saves) save.letGo();
    await expect(conflictOf(page).or(page.getByText(/^Saved /))).toBeVisible();
    await expect(conflictOf(second).or(second.getByText(/^Saved /))).toBeVisible();
    const lost = (await conflictOf(page).isVisible()) ? page : second;
    const won = lost === page ? second : page;
    await expect(conflictOf(lost)).toBeVisible();
    await expect(conflictOf(won)).toBeHidden();
    await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(
      "Draft three",
    );
    await expect(second.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(
      "Draft two",
    );
    await lost.getByRole("button", { name: "Keep mine" }).click();
    await expect(lost.getByText(/^Saved /)).toBeVisible();
    // Nothing else was written in the other one, which follows.
    await expect(won.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(
      lost === page ? "Draft three" : "Draft two",
    );
    return second;
  });

  await test.step("changes at different places are merged", async () => {
    await goTo(page, "Delivery");
    await page.getByText("For programs", { exact: true }).click();
    const callbackData = page.getByRole("textbox", { name: "Callback data" });
    const mine = await hold(page, isSave);
    await callbackData.fill("mine");
    await mine.firstRequest;
    await second.getByRole("textbox", { name: "Text", exact: true }).fill("Their text");
    await expect(second.getByText(/^Saved /)).toBeVisible();
    mine.letGo();
    await expect(page.getByText("Owner changed: Text for all")).toBeVisible();
    await expect(conflictOf(page)).toBeHidden();
    await expect(page.getByText(/^Saved /)).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Callback data" })).toHaveValue("mine");
    await page.reload();
    await goTo(page, "Content");
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue(
      "Their text",
    );
    await goTo(page, "Delivery");
    await expect(page.getByRole("textbox", { name: "Callback data" })).toHaveValue("mine");
  });

  await test.step("it is renamed, found and archived", async () => {
    await page.goto(`${workspace.origin}/campaigns`);
    await page.getByRole("button", { name: /Actions for Draft (two|three)/ }).click();
    await page.getByRole("menuitem", { name: "Rename …" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Autumn");
    await page.getByRole("button", { name: "Rename", exact: true }).click();
    await expect(page.getByRole("link", { name: "Autumn" })).toBeVisible();
    await page.getByRole("searchbox", { name: "Find by name" }).fill("autumn");
    await expect(page).toHaveURL(/q=autumn/);
    await page.getByRole("button", { name: "Actions for Autumn" }).click();
    await page.getByRole("menuitem", { name: "Archive" }).click();
    await expect(page.getByText("No matching campaigns")).toBeVisible();
  });
});
