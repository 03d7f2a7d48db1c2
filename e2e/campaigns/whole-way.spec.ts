import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { composeExample, confirmSend, test, type Workspace } from "../support/fixtures";

const title = "Nine o’clock";
const users = `userid,town,tier,timezone
user-1,Berlin,gold,Europe/Berlin
user-2,Tokyo,gold,Asia/Tokyo
user-3,New York,gold,America/New_York
`;

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();

/** Chooses what a condition of a rule is about. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  const box = page.getByRole("combobox", { name });
  await box.click();
  await box.fill(text);
  await box.press("Enter");
}

/**
 * What clocks in the zone of Pago Pago show in half an hour: they are the furthest behind, so that
 * those of all users showed it before, within the last 26 hours.
 */
function timeToCome(): string {
  return new Date(Date.now() - 11 * 3_600_000 + 30 * 60_000).toISOString().slice(0, 16);
}

/** A campaign to the first user alone, which counts towards a cap. */
async function sendToFirst(page: Page, { origin, query, serviceId }: Workspace): Promise<void> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  for (const user of ["user-2", "user-3"])
    await page.getByRole("button", { name: `Remove ${user}`, exact: true }).click();
  await page
    .getByRole("button", { name: /^Send to / })
    .first()
    .click();
  await confirmSend(page);
  await expect
    .poll(async () => {
      const [row] = await query<{ n: number }>(
        "SELECT count(*)::int AS n FROM frequency_count WHERE service_id = $1 AND userid = 'user-1'",
        [serviceId],
      );
      return row?.n;
    })
    .toBe(1);
}

test("a marketer imports users, builds a segment, and sends to it by clocks, caps and a rate", async ({
  page,
  workspace,
}) => {
  test.setTimeout(240_000);
  const { origin, serviceId, query } = workspace;

  await test.step("attributes and time zones come from a file", async () => {
    await page.goto(`${origin}/audiences/users`);
    await page.getByRole("button", { name: "Import …" }).click();
    await page
      .getByLabel(/Choose a CSV file/)
      .setInputFiles({ name: "users.csv", mimeType: "text/csv", buffer: Buffer.from(users) });
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await expect(dialog.getByText("3 users stored")).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).click();
  });

  await test.step("an admin lets a user have one campaign in 24 hours", async () => {
    await page.goto(`${origin}/settings/services/${serviceId}`);
    const card = page.getByRole("region", { name: "Frequency caps" });
    await card.getByRole("button", { name: "Add a cap" }).click();
    await page.keyboard.type("1");
    await card.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
    await sendToFirst(page, workspace);
  });

  await test.step("a segment is built, with its funnel and samples", async () => {
    await page.goto(`${origin}/audiences/segments/new`);
    await page.getByRole("textbox", { name: "Name" }).fill("Gold members");
    await choose(page, "What condition 1 is about", "tier");
    await page.getByRole("textbox", { name: "Value of condition 1" }).fill("gold");
    await page.getByRole("button", { name: "Show: Funnel" }).click();
    await expect(page.getByRole("region", { name: "Funnel" })).toContainText("3 users, ");
    await page.getByRole("button", { name: "Show: Samples" }).click();
    await expect(
      page.getByRole("region", { name: "Samples" }).getByRole("link", { name: "user-2" }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Add segment" }).click();
    await expect(page.getByRole("heading", { name: "Gold members" })).toBeVisible();
  });

  await test.step("a message to it is scheduled in everybody’s time, at a rate", async () => {
    await page.goto(`${origin}/compose`);
    await composeExample(page);
    await page.getByRole("radio", { name: "A segment" }).click();
    await expect(page.getByText(/users whose tier is “gold”: 3 users at/)).toBeVisible();
    await goTo(page, "Content");
    await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
    await goTo(page, "Delivery");
    await page.getByRole("textbox", { name: "Messages a minute" }).fill("2");
    await page.getByRole("button", { name: "Pick a time" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Date and time").fill(timeToCome());
    await dialog.getByRole("combobox", { name: "Time zone" }).fill("Pacific/Pago_Pago");
    await page.keyboard.press("Enter");
    await dialog.getByRole("checkbox", { name: "In each recipient’s time" }).click();
    await expect(dialog).toContainText("This time has passed for some");
    await expect(dialog).toContainText("About 1 user would be left out now.");
    expect(await objections(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(page).toHaveURL(/state=scheduled/);
  });

  await test.step("it is paused and resumed", async () => {
    await page.goto(`${origin}/campaigns`);
    await page.getByRole("link", { name: title, exact: true }).click();
    await page.getByRole("button", { name: "Pause", exact: true }).click();
    await expect(page.getByText(/^Paused: \d+ % done\./)).toBeVisible();
    await page.getByRole("button", { name: "Resume", exact: true }).click();
    await expect(page.getByText("Sent", { exact: true }).first()).toBeVisible({ timeout: 150_000 });
  });

  await test.step("its results add up to the plan", async () => {
    await expect(page.getByText("1 user was left out by a frequency cap")).toBeVisible();
    // The last one is accepted, and may be on its way.
    const sumUp = async () => {
      const [sum] = await query<{ sent: number; capped: number; planned: number }>(
        `SELECT count(DISTINCT d.destination) FILTER (WHERE d.state IN ('submitted', 'delivered', 'read'))::int AS sent,
         count(*) FILTER (WHERE d.state = 'capped')::int AS capped,
         (SELECT o.recipients FROM campaign_order o JOIN campaign c ON c.order_id = o.id WHERE c.service_id = $1 AND c.name = $2) AS planned
       FROM delivery d JOIN message m ON m.id = d.message_id JOIN campaign c ON c.id = m.campaign_id WHERE c.service_id = $1 AND c.name = $2`,
        [serviceId, title],
      );
      return sum;
    };
    await expect.poll(sumUp).toEqual({ sent: 2, capped: 1, planned: 3 });
    await expect.poll(async () => (await workspace.arrived(title)).length).toBeGreaterThan(0);
    expect(await objections(page)).toEqual([]);
    await page.getByRole("link", { name: "Show this user" }).click();
    await expect(page.getByRole("table", { name: "Deliveries" })).toContainText("user-1");
  });
});
