import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";
import { sendSandbox } from "../support/send-sandbox";

test("a failed delivery shows its reason and its remedy", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/messages/not-delivered`);
  await expect(page.getByText("Nothing failed in the last 7 days")).toBeVisible();
  const transid = await sendSandbox(workspace, ["nobody-1", "nobody-2"], {
    android: { title: "To nobody", text: "Are you there?" },
  });

  const reasons = page.getByRole("region", { name: "Failure reasons" });
  await test.step("on the page of its message", async () => {
    await page.goto(`${workspace.origin}/messages/${transid}`);
    await expect(reasons).toContainText("No device");
    await expect(reasons).toContainText(
      "The app registers a device when the person opens it and signs in.",
    );
    await expect(reasons.getByText("Unknown user")).toBeHidden();
    await reasons.getByText("Details").click();
    await expect(reasons.getByText("Unknown user")).toBeVisible();
    expect(await objections(page)).toEqual([]);
  });

  await test.step("on the page of the last 7 days", async () => {
    await reasons.getByRole("link", { name: "Last 7 days" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Why was it not delivered?" }),
    ).toBeVisible();
    const cause = page.getByRole("region", { name: "No device" });
    await expect(cause).toContainText("2 of 2 deliveries");
    await expect(cause).toContainText(
      "The app registers a device when the person opens it and signs in.",
    );
    expect(await objections(page)).toEqual([]);
    await cause.getByRole("link", { name: "Latest message" }).click();
    await expect(page).toHaveURL(new RegExp(transid));
  });

  await test.step("from Home", async () => {
    await page.goto(workspace.origin);
    await page.getByRole("link", { name: "Why?" }).click();
    await expect(
      page.getByRole("heading", { level: 1, name: "Why was it not delivered?" }),
    ).toBeVisible();
  });
});
