import { expect, type Page, type Request } from "@playwright/test";
import { newId } from "../../lib/database/id";
import { objections } from "../support/axe";
import { addOrder } from "../support/campaign-order";
import { composeExample, signInUnseen, test as base } from "../support/fixtures";
import { hold } from "../support/hold";

/** `ada`: a page of another member of the workspace's service, an admin. */
const test = base.extend<{ ada: Page }>({
  ada: async ({ browser, workspace }, use) => {
    const { query, serviceId, memberId, mark } = workspace;
    const [id, email] = [newId(), `ada-${mark}@example.com`];
    await query(
      "INSERT INTO member (id, email, name, password_hash) SELECT $1, $2, 'Ada', password_hash FROM member WHERE id = $3",
      [id, email, memberId],
    );
    await query("INSERT INTO membership (member_id, service_id, role) VALUES ($1, $2, 'admin')", [
      id,
      serviceId,
    ]);
    const context = await browser.newContext();
    const page = await context.newPage();
    await signInUnseen(page, { ...workspace, email });
    await use(page);
    await context.close();
  },
});

/** Behind a dialog, too. */
const title = (page: Page) =>
  page.getByRole("textbox", { name: "Title", exact: true, includeHidden: true });
const isSchedule = (request: Request) =>
  request.method() === "POST" && (request.postData() ?? "").includes('"startsAt"');

test("a schedule that conflicts with another member's save is confirmed again", async ({
  page,
  workspace,
  ada,
}) => {
  await page.goto(`${workspace.origin}/compose`);
  await composeExample(page);
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
  await title(page).fill("Mine");
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await expect(page).toHaveURL(/campaign=/);
  await ada.goto(page.url());
  await expect(title(ada)).toHaveValue("Mine");

  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule it" });
  const confirm = dialog.getByRole("button", { name: "Schedule", exact: true });
  await expect(dialog).toContainText("Send “Mine” to");
  await dialog.getByLabel("Date and time").fill("2031-05-01T09:00");
  await dialog.getByLabel("Time zone").fill("Asia/Kolkata");
  // Both have the same version when this one is ordered, and the other one is saved first.
  const order = await hold(page, isSchedule);
  await confirm.click();
  await order.firstRequest;
  await title(ada).fill("Theirs");
  await expect(ada.getByText(/^Saved /)).toBeVisible();
  order.letGo();

  await expect(
    dialog.getByText(
      "Ada saved another version of this draft, so nothing was scheduled. Review the changes, then schedule it.",
    ),
  ).toBeVisible();
  await expect(dialog).toContainText("Send “Theirs” to");
  await expect(title(page)).toHaveValue("Theirs");
  await expect(dialog.getByLabel("Date and time")).toHaveValue("2031-05-01T09:00");
  await expect(dialog.getByLabel("Time zone")).toHaveValue("Asia/Kolkata");
  expect(await objections(page)).toEqual([]);
  await confirm.click();
  await expect(page).toHaveURL(/state=scheduled/);
  await expect(page.getByRole("link", { name: "Theirs" })).toBeVisible();
  await expect(page.getByText(/May 1, 2031, 09:00 Asia\/Kolkata/)).toBeVisible();
});

test("a campaign that another member has undone is shown when it cannot be sent", async ({
  page,
  workspace,
  ada,
}) => {
  const { origin, query, serviceId, appId, memberId } = workspace;
  const id = newId();
  // In an undo window that does not end before the test does.
  await query(
    `INSERT INTO campaign (id, service_id, app_id, name, draft, revision, updated_by, updated_at)
     VALUES ($1, $2, $3, 'Held', '{}', 1, $4, now())`,
    [id, serviceId, appId, memberId],
  );
  const end = "now() + interval '1 hour'";
  await addOrder(query, serviceId, "Held", `'sending', NULL, ${end}, ${end}`);
  // Nothing but the answer says so.
  await ada.route("**/live/**", (route) => route.abort());
  await ada.goto(`${origin}/campaigns/${id}`);
  await expect(ada.getByText(/^Going out in /)).toBeVisible();
  await page.goto(`${origin}/campaigns/${id}`);
  await page.getByRole("button", { name: "Undo sending" }).click();
  await expect(page.getByText("A draft: nothing is sent.")).toBeVisible();

  await ada.getByRole("button", { name: "Send now" }).click();
  await expect(ada.getByText("Owner undid this send, so nothing was sent.")).toBeVisible();
  await expect(ada.getByText("A draft: nothing is sent.")).toBeVisible();
  await expect(ada.getByRole("button", { name: "Send now" })).toBeHidden();
});
