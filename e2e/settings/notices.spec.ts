import { expect } from "@playwright/test";
import { startReceiver, type Receiver } from "../../lib/lab/receiver";
import { testMailServer } from "../../lib/notices/testing";
import { objections } from "../support/axe";
import { signInUnseen, test } from "../support/fixtures";
import { sendSandbox } from "../support/send-sandbox";
import { startUsed } from "../support/server";

test.describe("notices", () => {
  let at: Receiver;
  test.beforeAll(async () => {
    at = await startReceiver();
  });
  test.afterAll(() => at.stop());

  test("the bell shows a webhook that is gone", async ({ page, workspace }) => {
    const bell = page.getByRole("complementary").getByRole("link", { name: /^Notices/ });
    await test.step("it shows nothing at first", async () => {
      await page.goto(`${workspace.origin}/notices`);
      await expect(page.getByRole("heading", { name: "Nothing needs you" })).toBeVisible();
      expect(await objections(page)).toEqual([]);
      await expect(bell).toHaveAccessibleName("Notices");
    });

    await test.step("a webhook answers 410 Gone", async () => {
      await page.goto(`${workspace.origin}/settings/notify-urls`);
      await page.getByRole("button", { name: "New webhook" }).click();
      await page.getByRole("dialog").getByLabel("Address").fill(`${at.url}/gone`);
      await page.getByRole("dialog").getByRole("button", { name: "Add webhook" }).click();
      await page.getByRole("button", { name: "I have copied it" }).click();
      await expect(page.getByRole("table", { name: "Webhooks" })).toContainText("/gone");
      at.behave({ status: 410 });
      await sendSandbox(workspace, ["user-1"], {
        android: { text: "For the webhook" },
        ios: { text: "For the webhook" },
      });
      await expect(async () => {
        await page.goto(`${workspace.origin}/messages`);
        await expect(bell).toHaveAccessibleName("Notices, 1 new", { timeout: 2_000 });
      }).toPass();
    });
    const notice = page
      .getByRole("listitem")
      .filter({ hasText: "A webhook answered 410 Gone and was switched off" });
    await test.step("it leads to the notice", async () => {
      await bell.click();
      await expect(notice).toContainText("New");
      await expect(notice).toContainText(`${at.url}/gone`);
      expect(await objections(page)).toEqual([]);
    });
    await test.step("a notice that was seen is not new", async () => {
      await expect(bell).toHaveAccessibleName("Notices");
      await page.reload();
      await expect(notice).toBeVisible();
      await expect(notice.getByText("New", { exact: true })).toBeHidden();
    });
    await test.step("the notice leads to the webhook", async () => {
      await notice.getByRole("link").click();
      await expect(page.getByRole("heading", { name: "Notify URLs", level: 1 })).toBeVisible();
    });
  });

  test("a member can be notified by e-mail and by webhook", async ({ page }) => {
    const mail = await testMailServer();
    const server = await startUsed({ SMTP_URL: mail.url, SMTP_FROM: "clarion@example.com" });
    try {
      at.behave({ status: 403 });
      at.clear();
      await signInUnseen(page, server);
      await page.goto(`${server.origin}/account#notices`);
      const form = page.getByRole("form", { name: "Notices" });
      await form.getByRole("switch", { name: "E-mail" }).click();
      await form.getByRole("textbox", { name: "Webhook" }).fill("hooks.example.com");
      await form.getByRole("button", { name: "Save notices" }).click();
      await expect(form.getByText(/begins with https:\/\/ or http:\/\//)).toBeVisible();
      await form.getByRole("textbox", { name: "Webhook" }).fill(`${at.url}/services/secret-path`);
      await form.getByRole("checkbox", { name: /about to expire/ }).click();
      await form.getByRole("button", { name: "Save notices" }).click();
      await form.getByRole("button", { name: "Send a test e-mail" }).click();
      await expect(page.getByText("Sent a test e-mail")).toBeVisible();
      expect(mail.letters.map(({ to }) => to)).toEqual([[server.email]]);
      await form.getByRole("button", { name: "Send a test notice" }).click();
      await expect(
        form.getByText("The last notice didn’t get there. It answered 403."),
      ).toBeVisible();
      at.behave({});
      await form.getByRole("button", { name: "Send a test notice" }).click();
      await expect(page.getByText("Sent a test notice")).toBeVisible();
      await expect(form.getByText(/didn’t get there/)).toBeHidden();
      expect(at.requests.at(-1)?.body).toContain("Your notices will arrive here.");
      await page.reload();
      await expect(form.getByRole("textbox", { name: "Webhook" })).toHaveValue("");
      await expect(form.getByRole("checkbox", { name: /about to expire/ })).not.toBeChecked();
      expect(await page.content()).not.toContain("secret-path");
      expect(await objections(page)).toEqual([]);
      await form.getByRole("button", { name: "Remove webhook" }).click();
      await expect(form.getByRole("button", { name: "Send a test notice" })).toBeHidden();
    } finally {
      await server.stop();
      await mail.stop();
    }
  });
});
