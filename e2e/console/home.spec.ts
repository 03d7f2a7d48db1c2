import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { addSchedule } from "../support/campaign-order";
import { test } from "../support/fixtures";
import { sendSandbox } from "../support/send-sandbox";

test("Home shows the next sends, results and recent messages in this order", async ({
  page,
  workspace,
}) => {
  const { origin, query, serviceId, appId } = workspace;
  await page.goto(origin);
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByText("Compose a message and send it")).toBeVisible();
  await expect(page.getByText("No messages yet")).toBeVisible();

  for (let n = 0; n < 7; n += 1)
    await sendSandbox(workspace, ["user-1"], { ios: { text: `Number ${n}` } });
  await sendSandbox(workspace, ["no-device"], { ios: { text: "For no device" } });
  await query(
    `INSERT INTO campaign (id, service_id, app_id, name, draft, updated_at)
     VALUES (gen_random_uuid(), $1, $2, 'Next month', '{}', now())`,
    [serviceId, appId],
  );
  await addSchedule(query, serviceId, "Next month", "30 days");
  await page.reload();
  // The steps stay until they are done or dismissed.
  await steps.getByRole("button", { name: "Dismiss the first steps" }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Recent messages" })).toBeVisible();
  await expect(steps).toHaveCount(0);

  const order = await page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
  const places = ["Up next", "Last 24 hours", "Recent messages", "Send to your own app"].map(
    (title) => order.indexOf(title),
  );
  expect(
    places.every((place) => place >= 0),
    order.join(),
  ).toBe(true);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(await objections(page)).toEqual([]);

  await page.getByRole("link", { name: "Why?" }).click();
  await expect(
    page.getByRole("heading", { name: "Why was it not delivered?", level: 1 }),
  ).toBeVisible();
});
