import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";
import { addCampaigns } from "../support/many-campaigns";

const names = (page: Page, table: string) =>
  page
    .getByRole("table", { name: table })
    .getByRole("row")
    .getByRole("link", { name: /^Campaign \d/ });
const box = (page: Page, name: string) =>
  page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const selected = (page: Page) => page.getByRole("toolbar", { name: "Selection" });

test.describe("a list", () => {
  test.beforeEach(({ workspace }) => addCampaigns(workspace));

  test("is paged and sorted by its address", async ({ page, workspace }) => {
    await page.goto(`${workspace.origin}/campaigns`);
    await expect(page.getByText("1,000+ campaigns")).toBeVisible();
    await page.goto(`${workspace.origin}/campaigns?q=campaign+0`);
    await expect(page.getByText("120 campaigns")).toBeVisible();
    await page.getByRole("link", { name: "Campaign", exact: true }).click();
    await expect(page).toHaveURL(/sort=name/);
    await expect(page.getByRole("columnheader", { name: "Campaign" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    await expect(names(page, "Campaigns").first()).toHaveText("Campaign 0001");
    await page.getByRole("link", { name: "Next" }).click();
    await expect(names(page, "Campaigns").first()).toHaveText("Campaign 0051");
    await page.getByRole("link", { name: "Next" }).click();
    await expect(names(page, "Campaigns")).toHaveCount(20);
    await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
    await page.reload();
    await expect(names(page, "Campaigns").first()).toHaveText("Campaign 0101");
    await page.getByRole("link", { name: "Previous" }).click();
    await expect(names(page, "Campaigns").first()).toHaveText("Campaign 0051");
    await page.getByRole("link", { name: "Previous" }).click();
    await expect(names(page, "Campaigns").first()).toHaveText("Campaign 0001");
    await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
    await page.getByRole("link", { name: "Campaign", exact: true }).click();
    await expect(names(page, "Campaigns").first()).toHaveText("Campaign 0120");
    // A filter starts at the first page and preserves the sort.
    await page.getByRole("radio", { name: "Draft" }).click();
    await expect(page).toHaveURL(/sort=-name/);
    await expect(page).toHaveURL(/state=draft/);
    await page.getByRole("link", { name: "Changed", exact: true }).click();
    await expect(page).not.toHaveURL(/sort=/);
  });

  test("shows why it is empty and the way out", async ({ page, workspace }) => {
    await page.goto(`${workspace.origin}/campaigns?q=nothing+has+this+name&sort=name`);
    await expect(page.getByRole("heading", { name: "No matching campaigns" })).toBeVisible();
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL(/\/campaigns\?sort=name$/);
    await expect(page.getByRole("searchbox", { name: "Find by name" })).toHaveValue("");
    await expect(names(page, "Campaigns").first()).toBeVisible();
    await page.goto(
      `${workspace.origin}/campaigns?sort=name&after=zzzz_01890000-0000-7000-8000-000000000000`,
    );
    await page.getByRole("link", { name: "Back to the first page" }).click();
    await expect(names(page, "Campaigns").first()).toHaveText("Campaign 0001");
    for (const [path, title] of [
      ["/audiences?q=nothing+has+this+name", "No matching lists"],
      ["/templates?state=archived", "No archived templates"],
      ["/templates?state=archived&q=nothing+has+this+name", "No matching templates"],
      ["/messages", "No messages yet"],
      ["/devices", "No devices yet"],
    ] as const) {
      await page.goto(workspace.origin + path);
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
    }
  });

  test("is selected from by mouse and by keyboard", async ({ page, workspace }) => {
    await page.goto(`${workspace.origin}/campaigns?sort=name&q=campaign+0`);
    await box(page, "Campaign 0002").click();
    await box(page, "Campaign 0005").click({ modifiers: ["Shift"] });
    await expect(selected(page)).toContainText("4 selected");
    await expect(page.getByRole("status").filter({ hasText: "4 selected" })).toHaveCount(1);
    await expect(page).toHaveURL(/\/campaigns\?/);
    expect(await objections(page)).toEqual([]);
    await box(page, "Campaign 0003").click();
    await expect(selected(page)).toContainText("3 selected");
    await page.getByRole("button", { name: "Clear selection" }).click();
    await expect(selected(page)).toBeHidden();

    await box(page, "Campaign 0001").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect(box(page, "Campaign 0002")).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+Space");
    await expect(selected(page)).toContainText("3 selected");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(selected(page)).toContainText("4 selected");
    await expect(box(page, "Campaign 0004")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(selected(page)).toBeHidden();

    const all = page.getByRole("checkbox", { name: "Select all 50 on this page" });
    await all.click();
    await expect(selected(page)).toContainText("50 selected");
    await box(page, "Campaign 0009").click();
    await expect(all).toHaveAttribute("aria-checked", "mixed");
    // What is on another page is not selected unseen.
    await page.getByRole("link", { name: "Next" }).click();
    await expect(names(page, "Campaigns").first()).toHaveText("Campaign 0051");
    await expect(selected(page)).toBeHidden();
  });

  test("archives several in one call, and names the one that was refused", async ({
    page,
    workspace,
  }) => {
    await page.goto(`${workspace.origin}/campaigns?sort=name&q=batch`);
    await page.getByRole("checkbox", { name: "Select all 3 on this page" }).click();
    let calls = 0;
    page.on("request", (one) => void (calls += one.method() === "POST" ? 1 : 0));
    await selected(page).getByRole("button", { name: "Archive" }).click();
    await expect(page.getByText("2 campaigns archived, 1 not")).toBeVisible();
    expect(calls).toBe(1);
    await expect(
      page.getByText("Batch waiting: The campaign is scheduled. Unschedule it first."),
    ).toBeVisible();
    await expect(selected(page)).toContainText("1 selected");
    await expect(box(page, "Batch waiting")).toBeChecked();
    await expect(box(page, "Batch one")).toBeHidden();

    await page.getByRole("radio", { name: "Archived" }).click();
    await expect(box(page, "Batch one")).toBeVisible();
    await page.getByRole("checkbox", { name: "Select all 2 on this page" }).click();
    await selected(page).getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText("2 campaigns restored")).toBeVisible();
    await expect(page.getByRole("heading", { name: "No matching campaigns" })).toBeVisible();
  });

  test("fits a phone, with its sort and its selection", async ({ page, workspace }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of ["/campaigns", "/audiences", "/messages", "/devices"]) {
      await page.goto(workspace.origin + path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(390);
      expect(await objections(page), path).toEqual([]);
    }
    await page.goto(`${workspace.origin}/campaigns`);
    for (const state of await page
      .getByRole("group", { name: "State" })
      .or(page.getByRole("radiogroup", { name: "State" }))
      .getByRole("radio")
      .all())
      await expect(state).toBeInViewport({ ratio: 1 });
    await page.goto(`${workspace.origin}/campaigns?q=campaign+0`);
    const table = page.getByRole("group", { name: "Campaigns" });
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.getByRole("link", { name: "Campaign", exact: true }).click();
    await expect(names(page, "Campaigns").first()).toHaveText("Campaign 0001");
    await box(page, "Campaign 0001").click();
    await expect(selected(page)).toBeInViewport({ ratio: 1 });
    expect(await objections(page)).toEqual([]);
  });
});
