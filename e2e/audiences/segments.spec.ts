import { expect, type Page } from "@playwright/test";
import { expectNoObjections } from "../support/axe";
import { test } from "../support/fixtures";

/** Chooses what a condition is about, and what else its boxes ask for, as they are named. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  const box = page.getByRole("combobox", { name });
  await box.click();
  await box.fill(text);
  await box.press("Enter");
}

test("a segment is built, measured, saved and removed", async ({ page, workspace: { origin } }) => {
  await test.step("the empty list has one action", async () => {
    await page.goto(`${origin}/audiences`);
    await page.getByRole("link", { name: "Segments" }).click();
    await expect(page.getByRole("heading", { name: "No segments yet" })).toBeVisible();
    await expectNoObjections(page);
    await page.getByRole("link", { name: "New segment" }).click();
    await expect(page.getByRole("heading", { name: "New segment" })).toBeVisible();
  });

  await test.step("conditions are filled in by the keyboard and read in words", async () => {
    await page.getByRole("textbox", { name: "Name" }).fill("Quiet Berliners");
    await choose(page, "What condition 1 is about", "city");
    await page.getByRole("textbox", { name: "Value of condition 1" }).fill("Berlin");
    await page.getByRole("button", { name: "Add condition", exact: true }).press("Enter");
    await expect(page.getByRole("combobox", { name: "What condition 2 is about" })).toBeFocused();
    await choose(page, "What condition 2 is about", "got or did");
    await expect(
      page.getByText(/whose city is “Berlin” and who did not read anything/),
    ).toBeVisible();
    await expect(page.getByText(/of \d+ users, an estimate/)).toBeVisible();
    await expectNoObjections(page);
  });

  await test.step("a condition is grouped, undone, and moved", async () => {
    await page.getByRole("button", { name: "Actions for condition 2" }).press("Enter");
    await page.getByRole("menuitem", { name: "Put into a group" }).press("Enter");
    await expect(page.getByRole("listitem", { name: "Group 1" })).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByRole("listitem", { name: "Group 1" })).toHaveCount(0);
    await page
      .getByRole("combobox", { name: "What condition 2 is about" })
      .press("Alt+Shift+ArrowUp");
    await expect(page.getByRole("combobox", { name: "What condition 1 is about" })).toHaveValue(
      "What they got or did",
    );
  });

  await test.step("it is counted, part by part, and by examples", async () => {
    await page.getByRole("button", { name: "Count: Exact count" }).click();
    const count = page.getByRole("region", { name: "Exact count" });
    await expect(count.getByText(/Counted exactly/)).toBeVisible();
    await page.getByRole("button", { name: "Show: Funnel" }).click();
    const funnel = page.getByRole("region", { name: "Funnel" });
    await expect(funnel.getByText(/^\d+ users in all/)).toBeVisible();
    await expect(funnel.getByText(/^, [\d,]+ fewer$|^, no change$/).last()).toBeVisible();
    await page.getByRole("button", { name: "Show: Samples" }).click();
    const samples = page.getByRole("region", { name: "Samples" });
    await expect(samples.getByRole("link").first()).toBeVisible();
    await expect(samples.getByText(/whose city is “Berlin”/).first()).toBeVisible();
    await expectNoObjections(page);
  });

  await test.step("it is saved, and its rule can be pasted as JSON", async () => {
    await page.getByRole("button", { name: "Add segment" }).click();
    await expect(page.getByRole("heading", { name: "Quiet Berliners" })).toBeVisible();
    await page.getByRole("tab", { name: "JSON" }).click();
    const json = page.getByRole("textbox", { name: "Rule as JSON" });
    await json.fill('{"all": [{"field": "colour", "op": "is", "value": "red"}]}');
    await expect(page.getByText(/\/all\/0\/field: /)).toBeVisible();
    await json.fill('{"all": [{"field": "attribute.plan", "op": "in", "value": ["gold"]}]}');
    await page.getByRole("tab", { name: "Rule", exact: true }).click();
    await expect(page.getByText("Users whose plan is “gold”.")).toBeVisible();
    await expectNoObjections(page);
  });

  await test.step("leaving asks, and another tab’s change is met", async () => {
    await page.getByRole("link", { name: "Segments", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
    await page.getByRole("button", { name: "Stay" }).click();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole("textbox", { name: "Name" }).fill("Berliners");
    await other.getByRole("button", { name: "Save", exact: true }).click();
    await expect(other.getByText("Saved", { exact: true }).first()).toBeVisible();
    await other.close();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(/changed this while you were editing/)).toBeVisible();
    await page.getByRole("button", { name: "Save mine over it" }).click();
    await expect(page.getByText(/changed this while you were editing/)).toHaveCount(0);
  });

  await test.step("on a phone nothing is wider than the screen", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), "width on a phone")
      .toBeLessThanOrEqual(390);
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeInViewport();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("the list has it in words, with an estimate, and removes it", async () => {
    await page.getByRole("link", { name: "Segments", exact: true }).click();
    const row = page.getByRole("row", { name: /Quiet Berliners/ });
    await expect(row).toContainText("whose plan is “gold”");
    await expect(row).not.toContainText("Estimating");
    await expectNoObjections(page);
    await row.getByRole("button", { name: /^Actions/ }).click();
    await page.getByRole("menuitem", { name: "Remove …" }).click();
    await page.getByRole("button", { name: "Remove the segment" }).click();
    await expect(page.getByRole("heading", { name: "No segments yet" })).toBeVisible();
  });
});
