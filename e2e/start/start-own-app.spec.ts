import { expect } from "@playwright/test";
import { test } from "../support/fixtures";

test("the steps to an own app begin with a service", async ({ page, workspace }) => {
  await page.goto(workspace.origin);
  await page.getByRole("link", { name: "Show the steps" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Send to your own app" })).toBeVisible();
  // The sandbox is no service of one's own: the first step is open, and none is done.
  await expect(page.getByText("0 of 7")).toBeVisible();
  await expect(page.getByText(/is the sandbox: its providers are simulated/)).toBeVisible();
  // Any step can be looked into beforehand.
  await page.getByText("Register the first device").click();
  const code = page.getByLabel("Code that registers a device");
  await expect(code).toContainText(`${workspace.origin}/resources/v1/devices`);
  await page.getByRole("radio", { name: "iOS" }).first().click();
  await expect(code).toContainText("didRegisterForRemoteNotificationsWithDeviceToken");
});
