import { expect, type Locator, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { composeExample, ownServerTest } from "../support/fixtures";

/** Its owner is the only one who may approve. */
const test = ownServerTest();

const shots = process.env["APPROVAL_SHOTS"];
/** Pictures for a review of the design; none in a usual run. */
async function shoot(page: Page, name: string): Promise<void> {
  if (shots !== undefined) await page.screenshot({ path: `${shots}-${name}.png`, fullPage: true });
}

/** Presses a button until `goal` is visible: a press before hydration does nothing. */
async function press(page: Page, button: string | RegExp, goal: Locator): Promise<void> {
  await expect(async () => {
    if (!(await goal.isVisible()))
      await page.getByRole("button", { name: button }).first().click({ timeout: 2_000 });
    await expect(goal).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

/** A second member of the sandbox's service, an admin, in a browser of her own. */
async function secondMember(page: Page, origin: string): Promise<Page> {
  await page.goto(`${origin}/settings/members`);
  const dialog = page.getByRole("dialog");
  await press(page, "Invite", dialog);
  await dialog.getByLabel("E-mail address").fill("maya@example.com");
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: /^Admin/ }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByLabel(/^Link/).inputValue();
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("There is no browser.");
  const theirs = await context.newPage();
  await theirs.goto(link);
  await theirs.getByLabel("Your name").fill("Maya");
  await theirs.getByLabel("Password", { exact: true }).fill("a long enough one");
  await theirs.getByRole("button", { name: "Create account and sign in" }).click();
  await theirs.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  return theirs;
}

/** In the settings of the one service: every send and every scheduled one needs a second person. */
async function requireApproval(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/settings/services`);
  await page.getByRole("table").getByRole("link").first().click();
  const card = page.getByRole("region", { name: "Approval" });
  await expect(card.getByLabel("Sends to more recipients than")).toBeVisible();
  await expect(async () => {
    await card.getByLabel("Sends to more recipients than").fill("0");
    await card.getByLabel("Every scheduled send").setChecked(true);
    await card.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  expect(await objections(page)).toEqual([]);
}

/** Composes the example and asks for approval; the address of the campaign that waits. */
async function askFor(page: Page, origin: string, note: string): Promise<string> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  const dialog = page.getByRole("dialog", { name: "Ask for approval?" });
  await press(page, /^Send to /, dialog);
  await expect(dialog.getByText("Another member has to approve this first.")).toBeVisible();
  await dialog.getByLabel("Note for the approver").fill(note);
  await shoot(page, "ask");
  expect(await objections(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Ask for approval" }).click();
  await page.waitForURL(/\/campaigns\/[\w-]{36}/);
  await expect(page.getByText("Waiting for approval")).toBeVisible();
  return page.url();
}

const approval = (page: Page) => page.getByRole("region", { name: "Approval" });

test("a send that needs approval waits for a second member", async ({ signedIn: page, server }) => {
  test.setTimeout(480_000);
  const theirs = await test.step("the service requires approval", async () => {
    await requireApproval(page, server.origin);
    await page.reload();
    await expect(approval(page).getByText("Only one member may approve here")).toBeVisible();
    await shoot(page, "settings");
    const theirs = await secondMember(page, server.origin);
    return theirs;
  });

  const address = await test.step("the author asks for approval, and cannot approve", async () => {
    const address = await askFor(page, server.origin, "Before noon, please");
    // Members cannot approve their own messages.
    await expect(
      approval(page).getByText("You asked for this approval, so another member has to decide."),
    ).toBeVisible();
    await expect(approval(page).getByRole("button", { name: "Approve" })).toBeDisabled();
    await page.goto(`${server.origin}/campaigns`);
    await expect(
      page.getByRole("table", { name: "Campaigns" }).getByText("Waiting for approval"),
    ).toBeVisible();
    return address;
  });

  await test.step("the second member sees what would go out, and approves it", async () => {
    await theirs.goto(server.origin);
    const waiting = theirs.getByRole("region", { name: "Needs your approval" });
    await expect(waiting).toContainText("Your parcel is on its way");
    await expect(theirs.getByRole("region", { name: "Drafts to finish" })).toBeHidden();
    expect(await objections(theirs)).toEqual([]);
    await shoot(theirs, "home");
    await waiting.getByRole("link", { name: "Look and decide" }).click();
    await expect(approval(theirs).getByText("Before noon, please")).toBeVisible();
    await expect(approval(theirs).getByText("3 recipients")).toBeVisible();
    await expect(approval(theirs).getByText("Reaches 3 people, on 6 devices.")).toBeVisible();
    const wall = theirs.getByRole("region", { name: "Preview" });
    await expect(wall.getByText("Your parcel is on its way").first()).toBeVisible();
    for (const platform of ["Android", "iOS", "Web"])
      await expect(wall.getByRole("region", { name: platform })).toBeVisible();
    // What programs compare is there for who asks for it.
    await expect(approval(theirs).getByText("SHA-256 of all this")).toBeHidden();
    await approval(theirs).getByText("Details").click();
    await expect(approval(theirs).getByText("SHA-256 of all this")).toBeVisible();
    expect(await objections(theirs)).toEqual([]);
    await shoot(theirs, "waiting");
    await press(theirs, "Approve", approval(theirs).getByText("Approved by Maya"));
  });

  const id = address.split("/").at(-1)?.split("?")[0] ?? "";
  await test.step("an edit voids the approval", async () => {
    await page.goto(`${server.origin}/compose?campaign=${id}`);
    await expect(page.getByText("Any change to the message voids the approval.")).toBeVisible();
    await page.getByRole("button", { name: "Remove user-3", exact: true }).click();
    await expect(async () => {
      await theirs.goto(address);
      await expect(theirs.getByText("Approval void")).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
    await expect(approval(theirs).getByText("The draft was changed.")).toBeVisible();
    await expect(approval(theirs).getByRole("button", { name: /^Send/ })).toBeHidden();
  });

  const again = page.getByRole("dialog", { name: "Ask for approval?" });
  await test.step("asked again, the second member sees the changes and declines", async () => {
    await press(page, /^Send to /, again);
    await again.getByRole("button", { name: "Ask for approval" }).click();
    await page.waitForURL(/\/campaigns\/[\w-]{36}/);
    await theirs.goto(address);
    const changes = theirs.getByRole("region", { name: "Changes since the last approval" });
    await expect(changes.getByText("Removed:").first()).toBeAttached();
    await expect(changes).toContainText("user-3");
    expect(await objections(theirs)).toEqual([]);
    await shoot(theirs, "changes");
    const declining = theirs.getByRole("dialog", { name: "Decline it?" });
    await press(theirs, /^Decline/, declining);
    await declining.getByLabel("Reason").fill("Not before the holiday");
    await declining.getByRole("button", { name: "Decline" }).click();
    await expect(approval(theirs).getByText("Not before the holiday")).toBeVisible();
  });

  await test.step("approved the third time, it is sent once", async () => {
    await page.goto(`${server.origin}/compose?campaign=${id}`);
    await press(page, /^Send to /, again);
    await again.getByRole("button", { name: "Ask for approval" }).click();
    await page.waitForURL(/\/campaigns\/[\w-]{36}/);
    await theirs.goto(address);
    await theirs.emulateMedia({ colorScheme: "dark" });
    await theirs.setViewportSize({ width: 390, height: 844 });
    await shoot(theirs, "phone-dark");
    expect(await objections(theirs)).toEqual([]);
    await press(theirs, "Approve", approval(theirs).getByText("Approved by Maya"));
    await page.goto(server.origin);
    await expect(page.getByRole("region", { name: "Your requests for approval" })).toContainText(
      "Ready to send. By Maya",
    );
    await page.goto(address);
    await shoot(page, "approved");
    await press(page, "Send to 2 recipients", page.getByText("Going out").first());
    await page.getByRole("button", { name: "Send now" }).click();
    await expect(approval(page).getByText("Approved by Maya")).toBeVisible();
    await expect(approval(page).getByRole("button", { name: /^Send/ })).toBeHidden();
  });
  await theirs.context().close();
});

test("a scheduled send that waits for approval can be withdrawn", async ({
  signedIn: page,
  server,
}) => {
  test.setTimeout(360_000);
  await requireApproval(page, server.origin);
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  const dialog = page.getByRole("dialog", { name: "Ask for approval" });
  await press(page, /^Schedule$/, dialog);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await dialog.locator("input[type=datetime-local]").fill(tomorrow);
  await shoot(page, "schedule");
  await dialog.getByRole("button", { name: "Ask for approval" }).click();
  await page.waitForURL(/\/campaigns\/[\w-]{36}/);
  await expect(page.getByText("Waiting for approval")).toBeVisible();
  await press(page, "Withdraw", page.getByText("Withdrawn. It is a draft again."));
  await expect(approval(page)).toBeHidden();
  await expect(page.getByText("A draft: nothing is sent.")).toBeVisible();
});
