import { expect, type Page } from "@playwright/test";
import { composeExample, confirmSend, test } from "../support/fixtures";

const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();

test("starting over can be undone", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/compose`);
  await goTo(page, "Content");
  await title(page).fill("Not to be lost");
  await expect(page).toHaveURL(/campaign=/);
  const address = page.url();
  // The last words have not reached the server when the button is pressed.
  await title(page).fill("Not to be lost at all");
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(
    page.getByRole("heading", { level: 2, name: "Step 1 of 5: Audience" }),
  ).toBeFocused();
  await expect(page).toHaveURL(/\/compose$/);
  await goTo(page, "Content");
  await title(page).fill("Something else");
  await page.getByRole("button", { name: "Undo starting over" }).click();
  await expect(title(page)).toHaveValue("Not to be lost at all");
  await expect(page).toHaveURL(address);
  await expect(page.getByText("Started over")).toBeHidden();
  // No other version of it is in the way.
  await title(page).fill("Gone on with");
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await page.reload();
  await expect(title(page)).toHaveValue("Gone on with");
  await page.goto(`${workspace.origin}/campaigns?q=Something+else`);
  await expect(page.getByRole("link", { name: "Something else" })).toBeVisible();
});

test("after sending, a new message is one press away", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
  await title(page).fill("The one before");
  await page.keyboard.press("Control+Enter");
  await confirmSend(page);
  await page.getByRole("button", { name: "New message" }).click();
  await expect(
    page.getByRole("heading", { level: 2, name: "Step 1 of 5: Audience" }),
  ).toBeFocused();
  await goTo(page, "Content");
  await expect(title(page)).toHaveValue("");
  await expect(page).toHaveURL(/\/compose#content$/);

  // A list whose people have devices is not doubted for what is not written yet.
  await goTo(page, "Audience");
  await page.getByRole("radio", { name: "A saved list" }).click();
  await page.getByRole("combobox", { name: "List" }).click();
  await page.getByRole("option", { name: "Everybody in the sandbox" }).click();
  await expect(page.getByText("All 3 people have a device.")).toBeVisible();
  await expect(
    page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Audience ready" }),
  ).toBeVisible();
});
