import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { test, type Workspace } from "../support/fixtures";
import { hold } from "../support/hold";

const palette = (page: Page) => page.getByRole("dialog", { name: "Command palette" });

async function type(page: Page, text: string) {
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("combobox").fill(text);
}

test("the palette begins an action by keyboard alone", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/`);
  await type(page, "new app");
  await expect(palette(page).getByRole("option", { name: "New app", exact: true })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  expect(await objections(page)).toEqual([]);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New app" });
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await expect(page).toHaveURL(/\/settings\/apps\?open=new-app/);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/settings\/apps$/);

  // On the page already.
  await type(page, "new app");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");

  for (const [text, name] of [
    ["new list", "New list"],
    ["new template", "New template"],
    ["invite", /^Invite/],
    ["new key", "New service key"],
    ["new webhook", /webhook/i],
    ["new authentication", /authentication/i],
    ["import devices", "Import devices"],
    ["suppress users", /^Suppress/],
    ["new service", "New service"],
  ] as const) {
    await type(page, text);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

test("the palette finds devices, keys and services", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/`);
  await type(page, "user-1");
  await palette(page).getByRole("group", { name: "Devices" }).getByRole("option").first().click();
  await expect(page).toHaveURL(/\/devices\/[0-9a-f-]{36}/);
  await type(page, workspace.serviceKey.slice(0, 7));
  await palette(page)
    .getByRole("group", { name: "Service keys" })
    .getByRole("option")
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Service keys" })).toBeVisible();
});

/** Drafts of the workspace; their ids, in the order of the names. */
async function drafts(workspace: Workspace, ...names: string[]): Promise<string[]> {
  const rows = await workspace.query<{ id: string }>(
    `INSERT INTO campaign (id, service_id, app_id, name, draft, updated_at)
     SELECT gen_random_uuid(), a.service_id, a.id, n.name, '{}', now() - n.at * interval '1 second'
     FROM unnest($2::text[]) WITH ORDINALITY AS n(name, at), (SELECT id, service_id FROM app WHERE service_id = $1 ORDER BY id LIMIT 1) a RETURNING id, name`,
    [workspace.serviceId, names],
  );
  return rows.map(({ id }) => id);
}

test("Enter opens the first match, which has exactly that name", async ({ page, workspace }) => {
  const [, exact] = await drafts(workspace, "market 175", "market 17", "market 176");
  await page.goto(`${workspace.origin}/`);
  const options = palette(page).getByRole("option");
  const audit = options.last();
  const finding = await hold(
    page,
    (request) => request.method() === "POST" && (request.postData() ?? "").includes("market 17"),
  );
  const first = options.first();
  await test.step("the exact name comes before the audit log", async () => {
    await page.keyboard.press("Control+k");
    await page.keyboard.type("market 17");
    await finding.firstRequest;
    await expect(palette(page).getByText("Searching …")).toBeVisible();
    await expect(audit).toHaveText("Search the audit log for “market 17”");
    await expect(audit).toHaveAttribute("aria-selected", "false");
    finding.letGo();
    await expect(first).toHaveText(/^market 17Draft$/);
    await expect(first).toHaveAttribute("aria-selected", "true");
    await expect(palette(page).getByRole("combobox")).toHaveAttribute(
      "aria-activedescendant",
      (await first.getAttribute("id")) ?? "",
    );
    expect(await objections(page)).toEqual([]);
  });
  await test.step("the arrow keys lead to the audit log", async () => {
    // Who moved stays where they moved to, and comes to the audit log by going there.
    await page.keyboard.press("ArrowDown");
    await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("End");
    await expect(audit).toHaveAttribute("aria-selected", "true");
    await expect(palette(page).getByRole("combobox")).toHaveAttribute(
      "aria-activedescendant",
      (await audit.getAttribute("id")) ?? "",
    );
  });
  await test.step("a palette that is opened again begins at the first match", async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.press("End");
    await expect(options.last()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await expect(options.first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.type("market 17");
    await expect(first).toHaveText(/^market 17Draft$/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/compose\\?campaign=${exact}`));
  });
});

test("an early Enter waits for the matches", async ({ page, workspace }) => {
  const [spring] = await drafts(workspace, "spring in Graz");
  await page.goto(`${workspace.origin}/`);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zzz nothing");
  await page.keyboard.press("Enter");
  await expect(palette(page).getByText("Nothing by that name.")).toBeVisible();
  await expect(palette(page).getByRole("option")).toHaveAttribute("aria-selected", "false");
  await page.keyboard.press("Enter");
  await palette(page).getByRole("combobox").fill("");
  await page.keyboard.type("spring in");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/compose\\?campaign=${spring}`));
});

test("a campaign that waits for approval is found by that word", async ({ page, workspace }) => {
  const [waiting] = await drafts(workspace, "Black Friday");
  await workspace.query(
    `INSERT INTO approval (id, service_id, campaign_id, subject, sha256, asked_by)
     SELECT gen_random_uuid(), $1, $2, $3, '', member_id FROM membership WHERE service_id = $1 LIMIT 1`,
    [
      workspace.serviceId,
      waiting,
      JSON.stringify({
        request: "{}",
        audience: null,
        moreAppids: [],
        language: null,
        columns: {},
        followTemplate: false,
        templates: {},
        at: null,
        plan: {},
        recipients: 1,
        requests: 1,
      }),
    ],
  );
  await page.goto(`${workspace.origin}/`);
  await type(page, "approval");
  const option = palette(page)
    .getByRole("group", { name: "Waiting for approval" })
    .getByRole("option");
  await expect(option).toContainText("Black Friday");
  await expect(option).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/campaigns/${waiting}`));
});
