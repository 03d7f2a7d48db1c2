import { expect, type Page } from "@playwright/test";
import { choose } from "../support/account-menu";
import { objections } from "../support/axe";
import { ownServerTest } from "../support/fixtures";
import { openDialog } from "../support/open-dialog";

/** Its owner keeps the accounts of everybody. */
const test = ownServerTest();

const password = "a long enough one";
const tokenOf = (link: string) => link.split("/").at(-1) ?? "no link";
const row = (page: Page, name: string) =>
  page.getByRole("table", { name: "Members" }).getByRole("row").filter({ hasText: name });

/** Chooses from the menu of a member. */
async function act(page: Page, name: string, item: string): Promise<void> {
  const menu = page.getByRole("menu");
  // A press counts from when the page has come to life.
  await expect(async () => {
    if (!(await menu.isVisible()))
      await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await expect(menu).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await menu.getByRole("menuitem", { name: item }).click();
}

/**
 * Writes a password that is too short until the form says so, which shows that it is alive; then a
 * right one, and sends it once.
 */
async function choosePassword(
  page: Page,
  label: string,
  button: string,
  chosen: string,
  name?: string,
): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  const submit = page.getByRole("button", { name: button });
  await expect(async () => {
    await field.fill("short");
    await submit.click();
    await expect(page.getByText("At least 10 characters.", { exact: true })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  if (name !== undefined) await page.getByLabel("Your name").fill(name);
  await field.fill(chosen);
  await submit.click();
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
}

async function inviteByForm(page: Page, email: string): Promise<string> {
  const dialog = page.getByRole("dialog");
  await expect(async () => {
    await openDialog(page, "Invite");
    await dialog.getByLabel("E-mail address").fill(email, { timeout: 2_000 });
  }).toPass();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByLabel(`Link for ${email}`).inputValue();
  // However long the address is, it stays inside.
  expect(
    await dialog.evaluate(
      (box) => [...box.children].filter((one) => one.scrollWidth > one.clientWidth).length,
    ),
  ).toBe(0);
  await dialog.getByRole("button", { name: "Done" }).click();
  return link;
}

test("a member goes from an invitation to a removal", async ({
  signedIn: page,
  server,
  browser,
}) => {
  test.setTimeout(240_000);
  await test.step("the list of members fits a narrow window", async () => {
    await page.goto(`${server.origin}/settings/members`);
    await expect(page.getByRole("heading", { name: "Members", level: 1 })).toBeVisible();
    // In a folded row without a menu the role stands below the name all the same.
    await page.setViewportSize({ width: 820, height: 900 });
    const [name, role] = await Promise.all(
      [0, 1].map(async (n) => (await row(page, "Owner").getByRole("cell").nth(n).boundingBox())?.x),
    );
    expect(role).toBe(name);
    await page.setViewportSize({ width: 1360, height: 900 });
  });
  const long = `${"very.".repeat(10)}long.address@example.com`;
  const link = await test.step("an owner invites two by e-mail address", async () => {
    const dialog = await openDialog(page, "Invite");
    await dialog.getByLabel("E-mail address").fill("maya");
    await dialog.getByRole("button", { name: "Create link" }).click();
    await expect(dialog.getByText("Write an e-mail address, like ada@example.com.")).toBeVisible();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Discard" }).click();
    await inviteByForm(page, long);
    const link = await inviteByForm(page, "maya@example.com");
    expect(link).toMatch(new RegExp(`^${server.origin}/invitation/[\\w-]{43}$`));
    await expect(page.getByText("Open invitations")).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "maya@example.com" })).toContainText(
      "Expires",
    );
    expect(await objections(page)).toEqual([]);
    return link;
  });

  const theirs = await test.step("a newcomer accepts by a link that works once", async () => {
    const theirs = await (await browser.newContext()).newPage();
    const answer = await theirs.goto(link);
    expect(answer?.headers()["referrer-policy"]).toBe("strict-origin");
    expect(answer?.headers()["cache-control"]).toContain("no-store");
    await expect(theirs.getByRole("heading", { level: 1 })).toContainText("Join ");
    expect(await objections(theirs)).toEqual([]);
    await choosePassword(theirs, "Password", "Create account and sign in", password, "Maya");
    await theirs.goto(link);
    await expect(theirs.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    return theirs;
  });

  const noRight = theirs.getByTitle(/^This needs a marketer who may send/);
  await test.step("a marketer may neither invite nor send", async () => {
    // Her session stays open from here on: a new role applies without another sign-in.
    await theirs.goto(`${server.origin}/settings/members`);
    await expect(row(theirs, "Maya")).toContainText("Marketer");
    await expect(theirs.getByRole("button", { name: "Invite", exact: true })).toBeHidden();
    await expect(theirs.getByRole("button", { name: /^Actions for/ })).toBeHidden();
    await theirs.goto(`${server.origin}/compose`);
    await expect(noRight.first()).toBeDisabled();
  });

  await test.step("the other invitation is revoked", async () => {
    await page.reload();
    await expect(page.getByRole("listitem").filter({ hasText: "maya@example.com" })).toBeHidden();
    await page
      .getByRole("listitem")
      .filter({ hasText: long })
      .getByRole("button", { name: "Revoke" })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("Open invitations")).toBeHidden();
  });
  await test.step("a new role applies without another sign-in", async () => {
    await act(page, "Maya", "Change role …");
    await page.getByRole("dialog").getByRole("combobox", { name: "Role" }).click();
    await page.getByRole("option", { name: /^Owner/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expect(row(page, "Maya")).toContainText("Owner");
    await theirs.goto(`${server.origin}/settings/members`);
    await expect(theirs.getByRole("button", { name: "Invite", exact: true })).toBeVisible();
    await expect(theirs.getByRole("button", { name: "Actions for Owner" })).toBeHidden();

    await theirs.goto(`${server.origin}/compose`);
    await theirs.getByRole("button", { name: "Start over" }).waitFor();
    await expect(noRight).toHaveCount(0);
  });

  await test.step("a removed member is in no service", async () => {
    await act(page, "Maya", "Remove from the service …");
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    // Until it is closed it hides the table, too.
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(row(page, "Maya")).toBeHidden();
    await theirs.goto(`${server.origin}/messages`);
    await expect(theirs.getByText("You are in no service yet")).toBeVisible();
    await choose(theirs, "Account");
    await expect(theirs.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  });
  expect(server.output()).not.toContain(tokenOf(link));
  await theirs.context().close();
});

test("a former member comes back with the same account", async ({
  signedIn: page,
  server,
  browser,
}) => {
  test.setTimeout(360_000);
  const { first, theirs } = await test.step("a member joins and is removed", async () => {
    await page.goto(`${server.origin}/settings/members`);
    const first = await inviteByForm(page, "nora@example.com");
    const theirs = await (await browser.newContext()).newPage();
    await theirs.goto(first);
    await choosePassword(theirs, "Password", "Create account and sign in", password, "Nora");
    await page.goto(`${server.origin}/settings/members`);
    await act(page, "Nora", "Remove from the service …");
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    // Until it is closed it hides the table, too.
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(row(page, "Nora")).toBeHidden();
    return { first, theirs };
  });

  const { again, other } =
    await test.step("a second invitation asks for no new password", async () => {
      // With an account she comes back by signing in, and one press: the link alone asks for no new
      // password. Loads the page again: the removal may redraw the previous one at any time.
      await page.goto(`${server.origin}/settings/members`);
      const again = await inviteByForm(page, "nora@example.com");
      const other = await (await browser.newContext()).newPage();
      await other.goto(again);
      await expect(other.getByText("You have an account already.")).toBeVisible();
      await expect(other.getByLabel("Your name")).toBeHidden();
      await theirs.goto(again);
      const join = theirs.getByRole("button", { name: /^Join / });
      // A press counts from when the page has come to life.
      await expect(async () => {
        if (await join.isVisible()) await join.click({ timeout: 2_000 });
        await theirs.getByRole("heading", { name: "Home", level: 1 }).waitFor({ timeout: 10_000 });
      }).toPass();
      await page.goto(again);
      await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
      return { again, other };
    });

  const accounts = page
    .getByRole("table", { name: "All accounts" })
    .getByRole("row")
    .filter({ hasText: "Nora" });
  const reset =
    await test.step("disabled, the member is out; a reset link sets another password", async () => {
      await page.goto(`${server.origin}/settings/members?of=everybody`);
      await act(page, "Nora", "Disable account …");
      await page.getByRole("dialog").getByRole("button", { name: "Disable account" }).click();
      await expect(accounts).toContainText("Disabled");
      await theirs.goto(`${server.origin}/messages`);
      await expect(theirs.getByRole("heading", { name: "Sign in" })).toBeVisible();
      await act(page, "Nora", "Enable account");
      await expect(accounts).not.toContainText("Disabled");
      await act(page, "Nora", "Reset password …");
      await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
      const reset = await page.getByRole("dialog").getByLabel("Link for Nora").inputValue();
      await theirs.goto(reset);
      await choosePassword(theirs, "New password", "Set password and sign in", "another long one");
      return reset;
    });

  await test.step("a lost laptop is signed out, and nothing else changes", async () => {
    await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
    await act(page, "Nora", "Sign out everywhere …");
    await page
      .getByRole("dialog", { name: "Sign Nora out everywhere?" })
      .getByRole("button", { name: "Sign out" })
      .click();
    await expect(page.getByText("Signed Nora out everywhere")).toBeVisible();
    await theirs.goto(`${server.origin}/account`);
    await expect(theirs.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(accounts).not.toContainText("Disabled");
  });

  for (const link of [first, again, reset]) expect(server.output()).not.toContain(tokenOf(link));
  await Promise.all([theirs.context().close(), other.context().close()]);
});
