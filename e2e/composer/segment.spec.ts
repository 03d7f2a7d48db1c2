import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { composeExample, confirmSend, test, type Workspace } from "../support/fixtures";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const question = (page: Page) => page.getByRole("dialog", { name: "Send this message?" });

/** Users 1 to 3 of the sandbox with a town, of which the last has none, and their segment. */
async function makeSegment({ query, serviceId }: Workspace): Promise<string> {
  await query(
    "INSERT INTO user_attribute (service_id, name, type) VALUES ($1, 'town', 'text'), ($1, 'tier', 'text')",
    [serviceId],
  );
  await query(
    `INSERT INTO service_user (id, service_id, userid, attributes)
     SELECT gen_random_uuid(), $1, v.userid, (SELECT jsonb_object_agg(a.key::text, CASE a.name WHEN 'town' THEN v.town ELSE 'gold' END) FROM user_attribute a
       WHERE a.service_id = $1 AND (a.name = 'tier' OR v.town IS NOT NULL))
     FROM (VALUES ('user-1', 'Bonn'), ('user-2', 'Rome'), ('user-3', NULL)) v(userid, town)
     ON CONFLICT (service_id, userid) DO UPDATE SET attributes = excluded.attributes`,
    [serviceId],
  );
  const [segment] = await query<{ id: string }>(
    `INSERT INTO segment (id, service_id, name, rule) VALUES (gen_random_uuid(), $1, 'Gold members', '{"field":"attribute.tier","op":"is","value":"gold"}') RETURNING id`,
    [serviceId],
  );
  return segment?.id ?? "";
}

test("a message goes to a segment, with attributes in its texts", async ({ page, workspace }) => {
  await makeSegment(workspace);

  await test.step("the segment is chosen by keyboard, and says who is in it", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    const source = page.getByRole("radio", { name: "A segment" });
    await page.getByRole("radio", { name: "Typed here" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(source).toBeFocused();
    await page.keyboard.press("Space");
    await expect(page.getByRole("combobox", { name: "Segment" })).toHaveText("Gold members");
    await expect(page.getByText(/users whose tier is “gold”: 3 users at/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Send to 3 recipients" })).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await page.getByRole("radio", { name: "When it is confirmed" }).click();
    await expect(page.getByText("Those who are in it when you confirm get it")).toBeVisible();
  });

  await test.step("everything is there on a phone and in the dark", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.getByRole("radio", { name: "A segment" })).toBeInViewport();
    const isWider = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWider).toBe(false);
    expect(await objections(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1_440, height: 900 });
  });

  await test.step("a user without a value is named, with a link, before it is sent", async () => {
    await goTo(page, "Content");
    await field(page, "Title").fill("News from ${town}");
    await page.getByRole("button", { name: "Send to 3 recipients" }).click();
    const missingValueAlert = question(page).getByRole("alert");
    await expect(missingValueAlert).toContainText("1 of 3 recipients has no value for town");
    await expect(missingValueAlert.getByRole("link", { name: "user-3" })).toHaveAttribute(
      "href",
      /\/audiences\/users\?q=user-3/,
    );
    expect(await objections(page)).toEqual([]);
    await missingValueAlert.getByRole("button", { name: "Leave this recipient out" }).click();
    await expect(question(page)).toContainText("of the segment “Gold members”");
    await confirmSend(page);
    await expect
      .poll(async () => (await workspace.arrived("News from Rome")).length)
      .toBeGreaterThan(0);
    expect(await workspace.arrived("${town}")).toEqual([]);
  });

  await test.step("the campaign says whom it went to, and when they were counted", async () => {
    await page.goto(`${workspace.origin}/campaigns`);
    await page.getByRole("link", { name: "News from ${town}" }).click();
    await expect(page.getByText("of the segment “Gold members”")).toBeVisible();
    await expect(page.getByText("users whose tier is “gold”")).toBeVisible();
  });
});

test("a draft keeps its segment, and says when that is gone", async ({ page, workspace }) => {
  const segment = await makeSegment(workspace);
  await page.goto(`${workspace.origin}/compose`);
  await composeExample(page);
  await page.getByRole("radio", { name: "A segment" }).click();
  await field(page, "Name of the message").fill("Kept");
  await expect(page).toHaveURL(/campaign=/);
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Segment" })).toHaveText("Gold members");

  await workspace.query("DELETE FROM segment WHERE id = $1", [segment]);
  await page.reload();
  const news = page.getByRole("alert").filter({ hasText: "The segment cannot be used" });
  await expect(news).toContainText("was removed");
  // What was written is still there.
  await page.getByRole("radio", { name: "Typed here" }).click();
  await expect(page.getByRole("button", { name: "Send to 3 recipients" })).toBeVisible();
});
