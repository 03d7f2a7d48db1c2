import { expect } from "@playwright/test";
import { test } from "../support/fixtures";
import { begin, publish } from "../support/template-pages";

test("an editor without a connection loses nothing", async ({ page, workspace, context }) => {
  await begin(page, workspace.origin, "Without a connection");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.fill("Published");
  await publish(page);
  await page.getByRole("link", { name: "Edit" }).click();
  await expect(text).toHaveValue("Published");
  const dialog = page.getByRole("dialog");

  await test.step("code that was not loaded is named", async () => {
    await context.setOffline(true);
    await text.fill("Typed without a connection");
    await page.getByRole("tab", { name: "JSON" }).click();
    await expect(page.getByText('"Typed without a connection"').first()).toBeVisible();
    await page.getByRole("button", { name: /^Insert an emoji into Text/ }).click();
    await expect(page.getByText("The emoji could not be loaded.")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect(dialog.getByText("The devices could not be loaded.")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Publish …" }).click();
    await expect(dialog.getByText(/^What would change .* could not be loaded\./)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(text).toHaveValue("Typed without a connection");
  });

  await test.step("it opens once there is a connection", async () => {
    await context.setOffline(false);
    await page.getByRole("button", { name: /^Insert an emoji into Text/ }).click();
    await expect(
      page.getByRole("dialog", { name: "Emoji for Text" }).getByRole("searchbox"),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect(dialog.getByRole("heading", { name: "Send a test" })).toBeVisible();
    await expect(dialog.getByText("The devices could not be loaded.")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Publish …" }).click();
    await expect(
      page.getByRole("region", { name: "With messages of the last 30 days" }),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(text).toHaveValue("Typed without a connection");
  });
});

test("an editor whose code did not arrive can be loaded again", async ({ page, workspace }) => {
  await begin(page, workspace.origin, "Loaded late");
  await page.route("**/_next/static/chunks/**", async (route) => {
    const response = await route.fetch();
    // A sentence of the editor alone.
    if ((await response.text()).includes("One language so far")) await route.abort();
    else await route.fulfill({ response });
  });
  await page.reload();
  await expect(
    page.getByRole("alert").getByRole("heading", { name: "The editor could not be loaded" }),
  ).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeVisible();
});
