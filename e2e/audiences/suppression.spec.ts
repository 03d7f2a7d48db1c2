import { expect } from "@playwright/test";
import { composeExample, confirmSend, test } from "../support/fixtures";

test("a suppressed user gets no messages", async ({ page, workspace: { origin } }) => {
  await test.step("a user is suppressed", async () => {
    await page.goto(`${origin}/devices`);
    await page.getByRole("link", { name: "Suppression list" }).click();
    await expect(page.getByRole("heading", { name: "No suppressed recipients" })).toBeVisible();
    await page.getByRole("button", { name: "Suppress …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Suppress", exact: true }).click();
    // Nothing was written yet: said at the field, and nothing else is lost.
    await expect(dialog.getByText(/must not be empty|Write at least one/i)).toBeVisible();
    await dialog.getByRole("textbox", { name: "User IDs" }).fill("user-2\n\n user-2 \n");
    await dialog.getByRole("textbox", { name: /^Note/ }).fill("Asked for no more messages");
    await dialog.getByRole("button", { name: "Suppress", exact: true }).click();
    await expect(page.getByText("1 suppressed")).toBeVisible();
    const row = page.getByRole("row", { name: /user-2/ });
    await expect(row).toContainText("Asked for no more messages");
  });

  await test.step("the question before a send names the suppressed user", async () => {
    await page.goto(`${origin}/compose`);
    await composeExample(page);
    await expect(page.getByText(/2 of 3 people have a device\. 1 is suppressed\./)).toBeVisible();
    await page.getByRole("button", { name: "Send to 3 recipients" }).click();
    await expect(page.getByRole("dialog")).toContainText("1 is suppressed.");
    await confirmSend(page);
  });
  await test.step("the message reports the user as suppressed", async () => {
    await page.goto(`${origin}/messages`);
    await page.getByRole("table").getByRole("link").first().click();
    await expect(page.getByText("Suppressed").first()).toBeVisible();
  });

  await test.step("the user is removed from the list", async () => {
    await page.goto(`${origin}/devices/suppressed?q=user-2`);
    await page.getByRole("checkbox", { name: /user-2/ }).check();
    await page.getByRole("button", { name: "Remove from the list" }).click();
    await expect(page.getByRole("dialog", { name: "Send to 1 recipient again?" })).toBeVisible();
    await page.getByRole("button", { name: "Remove 1 recipient" }).click();
    await expect(
      page
        .getByText("No matching recipients")
        .or(page.getByText("No suppressed recipients"))
        .first(),
    ).toBeVisible();
  });
});
