import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { ownServerTest } from "../support/fixtures";

/** Its log is that of the installation. */
const test = ownServerTest();

test("the audit log shows who did what", async ({ signedIn: page, server }) => {
  await test.step("a list is created", async () => {
    await page.goto(`${server.origin}/audiences`);
    await page.getByRole("button", { name: "New list" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Spring of the log");
    await page.getByRole("radio", { name: "CSV file" }).click();
    await page.locator('input[type="file"]').setInputFiles({
      name: "s.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("User ID\nu1\nu2\n"),
    });
    await dialog.getByRole("button", { name: "Add 2 recipients" }).click();
    await page.getByRole("button", { name: "Done" }).click();
  });

  const log = page.getByRole("table", { name: "Audit log" });
  const created = log.getByRole("row", { name: /Owner created the list “Spring of the log”/ });
  await test.step("its event has the member and the address", async () => {
    await page.goto(`${server.origin}/settings/audit`);
    await expect(
      page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "Audit log" }),
    ).toHaveAttribute("aria-current", "page");
    await expect(created).toContainText("127.0.0.1");
    expect(await objections(page)).toEqual([]);
  });

  await test.step("the event unfolds", async () => {
    // The details of an event are folded until a user opens them.
    await expect(created.getByText("audience.create")).toBeHidden();
    await created.getByLabel(/^Details: Owner created the list/).focus();
    await page.keyboard.press("Enter");
    await expect(created.getByText("audience.create")).toBeVisible();
    await expect(created.getByRole("definition").filter({ hasText: /^2$/ })).toBeVisible();
  });
  await test.step("the event leads to the history of the list", async () => {
    await created.getByRole("link", { name: "Changes to this" }).click();
    await expect(
      page.getByRole("button", { name: /Changes to “Spring of the log”/ }),
    ).toBeVisible();
    await expect(log.getByRole("row")).toHaveCount(2);
  });

  await test.step("the history is exported", async () => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    const text = readFileSync(await file.path(), "utf8");
    expect(text).toContain("created the list “Spring of the log”");
    expect(text.trim().split("\r\n")).toHaveLength(2);
  });

  await test.step("the log is narrowed by activity, person and place", async () => {
    await page.getByRole("button", { name: /Changes to “Spring of the log”/ }).click();
    await expect(log.getByRole("row", { name: /Owner exported the audit log/ })).toBeVisible();
    await page.getByRole("combobox", { name: "Activity" }).click();
    await page.getByRole("option", { name: "Media" }).click();
    await expect(page.getByText("No matching events")).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(created).toBeVisible();
    await page.getByRole("combobox", { name: "Person" }).click();
    await page.getByRole("option", { name: "Clarion" }).click();
    await expect(
      log.getByRole("row", { name: /Clarion created the service “Sandbox”/ }),
    ).toBeVisible();
    await expect(created).toBeHidden();

    await page.getByRole("combobox", { name: "Where" }).click();
    await page.getByRole("option", { name: "The installation" }).click();
    await expect(log.getByRole("row", { name: /an owner of the installation/ })).toBeVisible();
  });
  await test.step("the log fits a phone", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
  });
});

test("on a phone the open page of the settings is in sight", async ({ signedIn: page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, name] of [
    ["/settings/audit", "Audit log"],
    ["/settings/services", "Services"],
  ] as const) {
    await page.goto(server.origin + path);
    await expect(
      page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name }),
    ).toBeInViewport({ ratio: 1 });
  }
});
