import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { composeExample, test, type Workspace } from "../support/fixtures";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();

/** The devices of user-1 and user-2 are in two zones; user-3 has the zone of the service. */
async function spreadUsers({ query, serviceId }: Workspace): Promise<void> {
  for (const [userid, zone] of [
    ["user-1", "Asia/Tokyo"],
    ["user-2", "America/New_York"],
    ["user-3", null],
  ])
    await query(
      `UPDATE device SET timezone = $3 WHERE id IN (SELECT u.device_id FROM device_user u JOIN app a ON a.id = u.app_id WHERE a.service_id = $1 AND u.userid = $2)`,
      [serviceId, userid, zone],
    );
  await query("UPDATE service_user SET timezone = NULL WHERE service_id = $1", [serviceId]);
}

/** Opens the question about the time of a message with this title. */
async function openSchedule(page: Page, { origin }: Workspace, title: string): Promise<void> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  await goTo(page, "Delivery");
}

test("a message is scheduled in each recipient’s time, at a rate, on weekdays", async ({
  page,
  workspace,
}) => {
  await spreadUsers(workspace);
  const dialog = page.getByRole("dialog");

  await test.step("a rate says how long sending takes, and what is no number is refused", async () => {
    await openSchedule(page, workspace, "Nine o’clock");
    const rate = page.getByRole("textbox", { name: "Messages a minute" });
    await rate.fill("many");
    await expect(page.getByText("Enter a whole number from 1 on")).toBeVisible();
    await rate.fill("2");
    await page.getByRole("button", { name: "Pick a time" }).click();
    await expect(dialog.getByText(/^Sending takes .* at 2 messages a minute\.$/)).toBeVisible();
  });

  await test.step("the zones of the recipients are shown, by what says so", async () => {
    await dialog.getByLabel("Date and time").fill("2031-05-01T09:00");
    await dialog.getByRole("checkbox", { name: "In each recipient’s time" }).click();
    await expect(dialog.getByText(/2 by their device and 1 by the service \(UTC\)/)).toBeVisible();
    await dialog.getByText("By time zone").click();
    await expect(dialog.getByRole("listitem").filter({ hasText: "Asia/Tokyo" })).toContainText(
      "1 recipient",
    );
  });

  await test.step("it repeats on weekdays, and says on which dates", async () => {
    await dialog.getByRole("combobox", { name: "Repeats" }).click();
    await page.getByRole("option", { name: /^On weekdays/ }).click();
    await expect(dialog.getByText(/^Goes out on Thu, May 1, 2031/)).toBeVisible();
    expect(await objections(page)).toEqual([]);
  });

  await test.step("everything is there on a phone and in the dark", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    const isWider = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWider).toBe(false);
    expect(await objections(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1_440, height: 900 });
  });

  await test.step("it is scheduled, and its page skips a run and ends the recurrence", async () => {
    await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(page).toHaveURL(/state=scheduled/);
    await page.getByRole("link", { name: "Nine o’clock" }).click();
    const repeats = page.getByRole("region", { name: "Repeats" });
    await expect(repeats).toContainText("every weekday at 09:00");
    await expect(page.getByText("In each recipient’s time", { exact: true })).toBeVisible();
    await expect(page.getByText("2 messages a minute")).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await repeats.getByRole("button", { name: "Skip the next one" }).click();
    await expect(repeats).toContainText("May 2, 2031");
    await repeats.getByRole("button", { name: "End it …" }).click();
    await dialog.getByRole("button", { name: "End the recurrence" }).click();
    await expect(repeats).toBeHidden();
  });
});

test("a campaign that missed its time asks, and is sent by a press", async ({
  page,
  workspace,
}) => {
  await openSchedule(page, workspace, "Late");
  await page.getByRole("button", { name: "Pick a time" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Date and time").fill("2031-05-01T09:00");
  await dialog.getByRole("combobox", { name: "If it misses its time" }).click();
  await page.getByRole("option", { name: "Ask when it is more than 15 minutes late" }).click();
  await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page).toHaveURL(/state=scheduled/);
  await workspace.query(
    "UPDATE campaign_order SET due_at = now() - interval '1 hour', latest_start_at = now() - interval '45 minutes' WHERE service_id = $1",
    [workspace.serviceId],
  );
  await page.getByRole("link", { name: "Late", exact: true }).click();
  await expect(page).toHaveURL(/\/campaigns\/[\da-f-]{36}/);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("It missed its time")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole("button", { name: "Choose another time" })).toBeVisible();
  expect(await workspace.arrived("Late")).toEqual([]);
  expect(await objections(page)).toEqual([]);
  await page.getByRole("button", { name: "Send now" }).click();
  await expect.poll(async () => (await workspace.arrived("Late")).length).toBeGreaterThan(0);
});

test("sending times of a service are set, and hold back who is asleep", async ({
  page,
  workspace,
}) => {
  const { origin, serviceId } = workspace;
  await test.step("they are set by keyboard", async () => {
    await page.goto(`${origin}/settings/services/${serviceId}`);
    const card = page.getByRole("region", { name: "Sending times" });
    const zone = card.getByRole("combobox", { name: "Time zone" });
    await zone.fill("vienna");
    await page.keyboard.press("Enter");
    await expect(zone).toHaveValue("Europe/Vienna");
    await card.getByLabel("Quiet hours from").fill("22:00");
    await card.getByRole("button", { name: "Save" }).click();
    await expect(card.getByText("Enter when these hours end, or leave both empty.")).toBeVisible();
    await card.getByLabel("Quiet hours until").fill("08:00");
    await card.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved")).toBeVisible();
    expect(await objections(page)).toEqual([]);
  });
  await test.step("the question before sending says how many have to wait", async () => {
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    await workspace.query(
      "UPDATE service SET timezone = 'UTC', quiet_from = $2, quiet_to = $3 WHERE id = $1",
      [serviceId, (minute + 1_380) % 1_440, (minute + 120) % 1_440],
    );
    await workspace.query(
      "UPDATE device SET timezone = NULL WHERE app_id IN (SELECT id FROM app WHERE service_id = $1)",
      [serviceId],
    );
    await workspace.query("UPDATE service_user SET timezone = NULL WHERE service_id = $1", [
      serviceId,
    ]);
    await page.goto(`${origin}/compose`);
    await composeExample(page);
    await page.getByRole("button", { name: /^Send to / }).click();
    await expect(
      page.getByRole("dialog").getByText(/are outside the sending times of this service/),
    ).toBeVisible();
  });
});
