import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { test, type Workspace } from "../support/fixtures";

/**
 * Sends a campaign to 9,000 users at 100 a second, which takes a minute and a half: it is under way
 * until it is stopped, on a slow machine, too. Returns its id.
 */
async function sendSlowly({ query, serviceId, appId, appid }: Workspace): Promise<string> {
  await query("UPDATE service SET ids_per_second = 100 WHERE id = $1", [serviceId]);
  const request = JSON.stringify({
    deliverychannel: "push",
    appid,
    destination: [],
    channels: { push: { android: { text: "Slowly" } } },
  });
  const [row] = await query<{ id: string }>(
    `WITH list AS (
       INSERT INTO audience (id, service_id, name, recipients, summary, ready_at)
       VALUES (gen_random_uuid(), $1, 'Everybody', 9000, '{"kinds":{"userid":9000},"parameters":[],"widest":[]}', now()) RETURNING id
     ), people AS (
       INSERT INTO audience_recipient (audience_id, destination_type, destination, hash, position)
       SELECT id, 'userid', 'customer-' || n, sha256(('customer-' || n)::bytea), n FROM list, generate_series(0, 8999) n
     ), draft AS (
       INSERT INTO campaign (id, service_id, app_id, name, draft, updated_at) VALUES (gen_random_uuid(), $1, $2, 'Spring sale', '{}', now()) RETURNING id
     ), placed AS (
       INSERT INTO campaign_order (id, campaign_id, service_id, nonce, request, audience_id, plan, requests, recipients, state, due_at)
       SELECT gen_random_uuid(), d.id, $1, d.id::text, $3, l.id, '{}', 60, 9000, 'sending', now() FROM draft d, list l RETURNING id, campaign_id
     )
     SELECT campaign_id AS id FROM placed`,
    [serviceId, appId, request],
  );
  const id = row?.id ?? "";
  await query(
    "UPDATE campaign SET order_id = (SELECT o.id FROM campaign_order o WHERE o.campaign_id = $1) WHERE id = $1",
    [id],
  );
  return id;
}

test("a campaign is paused on its page, resumed from the palette and stopped for good", async ({
  page,
  workspace,
}) => {
  const id = await sendSlowly(workspace);
  await page.goto(`${workspace.origin}/campaigns/${id}`);
  const pause = page.getByRole("button", { name: "Pause", exact: true });
  const resume = page.getByRole("button", { name: "Resume", exact: true });

  await test.step("pause", async () => {
    await expect(page.getByText(/^Sending: \d+ % done\./)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(/of 9,000 recipients/)).toBeVisible();
    await pause.click();
    await expect(resume).toBeVisible();
    await expect(page.getByText(/^Paused: \d+ % done\./)).toBeVisible();
    await expect(page.getByText("Nothing more is sent until it is resumed.").first()).toBeVisible();
    expect(await objections(page)).toEqual([]);
  });

  await test.step("resume from the palette", async () => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await palette.getByRole("combobox").fill("resume");
    await palette.getByRole("option", { name: /^Resume “Spring sale”/ }).click();
    await expect(pause).toBeVisible();
  });

  await test.step("stop from the list", async () => {
    await page.goto(`${workspace.origin}/campaigns`);
    await page.getByRole("button", { name: "Actions for Spring sale" }).click();
    await page.getByRole("menuitem", { name: "Stop sending …" }).click();
    const question = page.getByRole("dialog", { name: "Stop sending “Spring sale”?" });
    await expect(question).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await question.getByRole("button", { name: "Stop sending" }).click();
    await expect(page.getByText("Stopped", { exact: true }).first()).toBeVisible();
    await page.goto(`${workspace.origin}/campaigns/${id}`);
    await expect(page.getByText(/of 9,000 recipients were left out/)).toBeVisible();
    await expect(resume).toBeHidden();
  });

  await test.step("fits a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(wide).toBe(false);
  });
});
