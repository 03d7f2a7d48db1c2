import { expect, type Page } from "@playwright/test";
import { expectNoObjections } from "../support/axe";
import { addOrder } from "../support/campaign-order";
import { test, type Workspace } from "../support/fixtures";

const dayMs = 86_400_000;
const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);
/** A day of next month, so that all its neighbours are in the month, and none has passed. */
function plannedDay(): string {
  const now = new Date();
  return isoDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10));
}
const later = (day: string, days: number) => isoDay(Date.parse(day) + days * dayMs);

/** Schedules a campaign to one user for a time of the day, UTC. */
async function schedule(
  { query, serviceId, appId }: Workspace,
  name: string,
  day: string,
  time: string,
): Promise<void> {
  await query(
    "INSERT INTO campaign (id, service_id, app_id, name, draft, updated_at) VALUES (gen_random_uuid(), $1, $2, $3, '{}', now())",
    [serviceId, appId, name],
  );
  const at = `'${day}T${time}Z'::timestamptz`;
  await addOrder(query, serviceId, name, `'scheduled', ${at}, ${at}, NULL`);
}

const chip = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^${name}`) });
const cell = (page: Page, day: string) => page.locator(`td[data-day="${day}"]`);

test("a marketer sees what meets, and moves it by pointer, by keyboard and in a dialog", async ({
  page,
  workspace,
}) => {
  const day = plannedDay();
  await schedule(workspace, "Spring sale", day, "09:00");
  await schedule(workspace, "Summer sale", day, "09:20");
  const startsAt = async (name: string) => {
    const [row] = await workspace.query<{ at: string }>(
      `SELECT to_char(o.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at FROM campaign_order o JOIN campaign c ON c.order_id = o.id
       WHERE c.service_id = $1 AND c.name = $2`,
      [workspace.serviceId, name],
    );
    return row?.at;
  };

  await test.step("the month points out that two campaigns meet", async () => {
    await page.goto(`${workspace.origin}/campaigns`);
    await page.getByRole("link", { name: "Calendar" }).click();
    await page.getByRole("heading", { name: "Calendar", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Next month" }).click();
    await expect(cell(page, day)).toContainText("Spring sale");
    await expect(
      page.getByText(/go to the same recipient, 20 minutes apart/).first(),
    ).toBeVisible();
    await expectNoObjections(page, "month");
  });

  await test.step("a campaign is dragged to another day, and back by Undo", async () => {
    await chip(page, "Summer sale").dragTo(cell(page, later(day, 2)));
    await expect(page.getByText(/^Moved “Summer sale” to/)).toBeVisible();
    await expect(cell(page, later(day, 2))).toContainText("Summer sale");
    await expect.poll(() => startsAt("Summer sale")).toBe(`${later(day, 2)} 09:20`);
    await expect(page.getByText(/go to the same recipient/)).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(cell(page, day)).toContainText("Summer sale");
    await expect.poll(() => startsAt("Summer sale")).toBe(`${day} 09:20`);
  });

  await test.step("a campaign is moved by the arrow keys, and keeps the focus", async () => {
    await chip(page, "Spring sale").focus();
    await page.keyboard.press("m");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByText(/^Moving “Spring sale” to/)).toBeVisible();
    await expectNoObjections(page, "lifted");
    await chip(page, "Spring sale").focus();
    await page.keyboard.press("Enter");
    await expect(cell(page, later(day, 8))).toContainText("Spring sale");
    await expect.poll(() => startsAt("Spring sale")).toBe(`${later(day, 8)} 09:00`);
    await expect(chip(page, "Spring sale")).toBeFocused();
  });

  await test.step("a week shows it by hours, and it is dragged to another time", async () => {
    await page.goto(`${workspace.origin}/campaigns/calendar?view=week&on=${day}`);
    const column = page.locator(`ul[data-day="${later(day, 1)}"]`);
    const [from, to] = [await chip(page, "Summer sale").boundingBox(), await column.boundingBox()];
    if (!from || !to) throw new Error("Nothing is drawn.");
    await page.mouse.move(from.x + 10, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, from.y + 5, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => startsAt("Summer sale")).toBe(`${later(day, 1)} 09:15`);
    await expectNoObjections(page, "week");
  });

  await test.step("the dialog moves it to any time, in any zone", async () => {
    await chip(page, "Summer sale").click();
    await page.getByRole("button", { name: "Move to …" }).click();
    const dialog = page.getByRole("dialog", { name: "Move to another time" });
    await dialog.getByLabel("Date and time").fill(`${day}T18:00`);
    await dialog.getByRole("combobox", { name: "Time zone" }).fill("Asia/Tokyo");
    // Chooses it, so that the list of cities covers nothing.
    await page.keyboard.press("Enter");
    await expectNoObjections(page, "dialog");
    await dialog.getByRole("button", { name: "Move", exact: true }).click();
    await expect.poll(() => startsAt("Summer sale")).toBe(`${day} 09:00`);
  });
});

test("on a phone the calendar is an agenda, and as wide as the screen", async ({
  page,
  workspace,
}) => {
  const day = plannedDay();
  await schedule(workspace, "Spring sale", day, "23:30");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${workspace.origin}/campaigns/calendar?on=${day}&zone=Asia/Tokyo`);
  const agenda = page.getByRole("region", { name: /^Agenda/ });
  // By the clocks of the zone it is the next day.
  await expect(agenda.locator(`time[datetime="${later(day, 1)}"]`)).toBeVisible();
  await expect(agenda.getByRole("link", { name: "Spring sale" })).toBeVisible();
  await expect(agenda.getByRole("button", { name: "Move to …" })).toBeEnabled();
  await expect(page.getByRole("table")).toBeHidden();
  await expectNoObjections(page, "agenda");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test("a service without campaigns is led to the composer", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/campaigns/calendar?on=2030-01-01`);
  await expect(page.getByText("No campaigns in January 2030")).toBeVisible();
  await expectNoObjections(page);
});
