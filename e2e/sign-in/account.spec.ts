import { expect } from "@playwright/test";
import { choose } from "../support/account-menu";
import { objections } from "../support/axe";
import { signIn, test } from "../support/fixtures";

test("a member can change their own account", async ({ page, browser, workspace }) => {
  test.setTimeout(240_000);
  await page.goto(workspace.origin);
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, workspace);
  const third = await (await browser.newContext()).newPage();
  await signIn(third, workspace);
  await choose(page, "Account");
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  expect(await objections(page)).toEqual([]);

  const sessions = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  const still = await test.step("another browser is signed out", async () => {
    await expect(sessions).toHaveCount(3);
    await expect(sessions.filter({ hasText: "This browser" })).toContainText(/on Linux/);
    await sessions
      .getByRole("button", { name: /^Sign out / })
      .first()
      .click();
    const signOutDialog = page.getByRole("dialog", { name: /^Sign out .* on Linux\?$/ });
    await expect(signOutDialog).toContainText("is signed out immediately");
    await signOutDialog.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(sessions).toHaveCount(2);
    const out = await Promise.all(
      [elsewhere, third].map(async (one) => {
        await one.goto(`${workspace.origin}/messages`);
        return one.getByRole("heading", { name: "Sign in" }).isVisible();
      }),
    );
    expect(out.filter((isOut) => isOut)).toHaveLength(1);
    const still = out[0] ? third : elsewhere;
    return still;
  });

  await test.step("the name is changed", async () => {
    await page.getByLabel("Your name").fill("Ada Lovelace");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByRole("button", { name: /Account of.*Ada Lovelace/ })).toBeVisible();
  });

  await test.step("a new password ends the other sessions", async () => {
    await page.getByLabel("Current password", { exact: true }).fill("not it");
    await page.getByLabel("New password", { exact: true }).fill("another long one");
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("This is not your current password.")).toBeVisible();
    await expect(page.getByLabel("New password", { exact: true })).toHaveValue("another long one");
    await page.getByLabel("Current password", { exact: true }).fill(workspace.password);
    await page.getByRole("button", { name: "Change password" }).click();
    await expect(page.getByText("Changed your password")).toBeVisible();
    await expect(sessions).toHaveCount(1);
    await still.goto(`${workspace.origin}/messages`);
    await expect(still.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await signIn(still, { ...workspace, password: "another long one" });
    await page.reload();
    await expect(sessions).toHaveCount(2);
  });
  await Promise.all([elsewhere.context().close(), third.context().close()]);
});

test("notices disappear although the pointer was never reported to leave them", async ({
  page,
  workspace,
}) => {
  await page.goto(`${workspace.origin}/account`);
  const notices = page.getByRole("region", { name: /^Notices/ }).getByText("Saved your name");
  await page.getByLabel("Your name").press("Enter");
  // While one is pointed at, all of them stay.
  await notices.hover();
  await page.getByLabel("Your name").press("Enter");
  await expect(notices).toHaveCount(2);
  await page.evaluate(() =>
    globalThis.addEventListener(
      "mouseout",
      (event) => event.isTrusted && event.stopImmediatePropagation(),
      { capture: true },
    ),
  );
  await page.mouse.move(10, 10);
  await expect(notices).toHaveCount(0);
});
