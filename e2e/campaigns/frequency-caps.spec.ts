import { expect, type Page } from "@playwright/test";
import { expectNoObjections } from "../support/axe";
import { composeExample, confirmSend, test, type Workspace } from "../support/fixtures";

/** Opens the question before sending the example. */
async function askToSend(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  await page
    .getByRole("button", { name: /^Send to / })
    .first()
    .click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

/** Lets the message of the open question go, and returns its campaign once it has deliveries. */
async function sendIt(page: Page, workspace: Workspace): Promise<string> {
  await confirmSend(page);
  let id = "";
  await expect(async () => {
    const [row] = await workspace.query<{ id: string; done: boolean }>(
      `SELECT c.id, (SELECT bool_and(m.state = 'done') FROM message m WHERE m.campaign_id = c.id) AS done
       FROM campaign c WHERE c.service_id = $1 ORDER BY c.id DESC LIMIT 1`,
      [workspace.serviceId],
    );
    expect(row?.done).toBe(true);
    id = row?.id ?? "";
  }).toPass({ timeout: 60_000 });
  return id;
}

test("a frequency cap leaves users out of the next campaign, and says so before and after", async ({
  page,
  workspace,
}) => {
  test.setTimeout(240_000);
  await test.step("an admin sets a cap", async () => {
    await page.goto(`${workspace.origin}/settings/services/${workspace.serviceId}`);
    const card = page.getByRole("region", { name: "Frequency caps" });
    await card.getByRole("button", { name: "Add a cap" }).click();
    await page.keyboard.type("1");
    await card.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
    await page.reload();
    await expect(card.getByLabel("Cap 1: messages")).toHaveValue("1");
    await expectNoObjections(page, "settings");
    await page.setViewportSize({ width: 390, height: 844 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1_280, height: 800 });
  });

  await test.step("the first campaign reaches everybody", async () => {
    await askToSend(page, workspace.origin);
    await expect(page.getByRole("dialog")).not.toContainText("Frequency caps");
    const id = await sendIt(page, workspace);
    await page.goto(`${workspace.origin}/campaigns/${id}`);
    await expect(page.getByText("Delivered to all 6 devices.")).toBeVisible();
    await expect(page.getByText("left out by a frequency cap")).toBeHidden();
  });

  const second = await test.step("the second one says how many are left out", async () => {
    await askToSend(page, workspace.origin);
    await expect(page.getByRole("dialog")).toContainText("About 3 users would be left out now.");
    await expectNoObjections(page, "question");
    const id = await sendIt(page, workspace);
    return id;
  });

  await test.step("its results lead to these users", async () => {
    await page.goto(`${workspace.origin}/campaigns/${second}`);
    await expect(page.getByText("3 users were left out by a frequency cap")).toBeVisible();
    await expect(page.getByRole("region", { name: "Funnel" })).toContainText(
      "Nothing was sent to any device.",
    );
    await expectNoObjections(page, "results");
    await page.getByRole("link", { name: "Show these users" }).click();
    const table = page.getByRole("table", { name: "Deliveries" });
    for (const user of ["user-1", "user-2", "user-3"]) await expect(table).toContainText(user);
    await expect(table).toContainText("Left out by a frequency cap");
    await expect(page.getByRole("link", { name: "Export capped" })).toBeVisible();
  });

  await test.step("a necessary one reaches everybody", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    await page
      .getByRole("navigation", { name: "Steps" })
      .getByRole("button", { name: /Delivery/ })
      .click();
    const necessary = page.getByRole("switch", { name: "Necessary" });
    await necessary.press("Space");
    await expect(necessary).toBeChecked();
    await expectNoObjections(page, "composer");
    await page
      .getByRole("button", { name: /^Send to / })
      .first()
      .click();
    await expect(page.getByRole("dialog")).toContainText("The message is marked as necessary.");
    const id = await sendIt(page, workspace);
    await page.goto(`${workspace.origin}/campaigns/${id}`);
    await expect(page.getByText("Not applied: marked as necessary")).toBeVisible();
    await expect(page.getByText("left out by a frequency cap")).toBeHidden();
  });
});
