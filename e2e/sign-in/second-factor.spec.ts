import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { choose } from "../support/account-menu";
import { objections } from "../support/axe";
import { ownServerTest } from "../support/fixtures";
import { signInByHttp } from "../support/http-session";
import { openDialog } from "../support/open-dialog";
import type { RunningServer } from "../support/server";

/** A passkey is offered to everybody as soon as one member has one. */
const test = ownServerTest();

/** The code of an app that shows this secret, so many steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

async function givePassword(page: Page, { origin, email, password }: RunningServer): Promise<void> {
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
}

async function giveCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

const atHome = (page: Page) => page.getByRole("heading", { name: "Home", level: 1 }).waitFor();

async function signOut(page: Page): Promise<void> {
  await choose(page, "Sign out");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
}

test("an account with an authenticator app is not opened by a password alone", async ({
  signedIn: page,
  server,
}) => {
  test.setTimeout(600_000);
  const elsewhere = await signInByHttp(server);
  expect((await elsewhere.ask("/account")).status).toBe(200);
  const { secret, codes } = await test.step("the app is set up", async () => {
    await page.goto(`${server.origin}/account`);
    await expect(page.getByRole("region", { name: "Two-step sign-in" })).toBeVisible();
    expect(await objections(page)).toEqual([]);
    const dialog = await openDialog(page, "Set up");
    await dialog.getByLabel("Your password", { exact: true }).fill("not it");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByText("This is not your current password.")).toBeVisible();
    await dialog.getByLabel("Your password", { exact: true }).fill(server.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog.getByRole("img", { name: /^QR code/ })).toBeVisible();
    const secret = ((await dialog.getByTestId("secret").textContent()) ?? "").replaceAll(" ", "");
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await objections(page)).toEqual([]);
    await dialog.getByLabel("Code from your app").fill("000 000");
    await dialog.getByRole("button", { name: "Turn on" }).click();
    await expect(dialog.getByText(/Use the code your app shows now/)).toBeVisible();
    const saving = page.getByRole("heading", { name: "Save your recovery codes" });
    // Of the step before: it may be too old by the time that it is looked at.
    await expect(async () => {
      await dialog.getByLabel("Code from your app").fill(codeOf(secret, -1));
      await dialog.getByRole("button", { name: "Turn on" }).click();
      await expect(saving).toBeVisible({ timeout: 20_000 });
    }).toPass();
    const codes = await dialog
      .getByRole("list", { name: "Recovery codes" })
      .getByRole("listitem")
      .allTextContents();
    expect(new Set(codes).size).toBe(10);
    expect(await objections(page)).toEqual([]);
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe("clarion-recovery-codes.txt");
    await dialog.getByRole("button", { name: "I saved them" }).click();
    await expect(page.getByText("10 left")).toBeVisible();
    return { secret, codes };
  });

  await test.step("other sessions end, and a password opens nothing", async () => {
    // The current session continues and all others have ended; no page shows the secret or the
    // codes again.
    expect((await elsewhere.ask("/account")).status).toBe(307);
    const again = await (await page.request.get(`${server.origin}/account`)).text();
    for (const credential of [secret, ...codes]) expect(again).not.toContain(credential);
    const byPassword = await signInByHttp(server);
    expect(byPassword.error).toBe("second");
    expect(byPassword.cookies().map(({ name }) => name)).not.toContain("clarion.session");
    expect((await byPassword.ask("/messages")).status).toBe(307);
  });

  const good = await test.step("a code of the app signs in", async () => {
    await signOut(page);
    await givePassword(page, server);
    expect(await objections(page)).toEqual([]);
    // Neither another page nor another browser is any further.
    await page.goto(`${server.origin}/messages`);
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Must not be empty.")).toBeVisible();
    await giveCode(page, "Code from your app", "000000");
    await expect(page.getByText("That code doesn’t work")).toBeVisible();
    const good = codeOf(secret);
    await giveCode(page, "Code from your app", good);
    await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
    return good;
  });

  await test.step("each code and each recovery code signs in once", async () => {
    await signOut(page);
    await givePassword(page, server);
    await giveCode(page, "Code from your app", good);
    await expect(page.getByText("That code doesn’t work")).toBeVisible();
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await giveCode(page, "Recovery code", (codes[0] ?? "").toLowerCase());
    await atHome(page);
    await signOut(page);
    await givePassword(page, server);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await giveCode(page, "Recovery code", codes[0] ?? "");
    await expect(page.getByText("That code doesn’t work")).toBeVisible();
    await page.getByRole("button", { name: "Start over" }).click();
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await givePassword(page, server);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await giveCode(page, "Recovery code", codes[1] ?? "");
    await atHome(page);
  });

  await test.step("the app is removed", async () => {
    await page.goto(`${server.origin}/settings/members`);
    await expect(
      page
        .getByRole("table", { name: "Members" })
        .getByRole("row")
        .filter({ hasText: server.email }),
    ).toContainText("On");
    await page.goto(`${server.origin}/account`);
    await expect(page.getByText("8 left")).toBeVisible();
    const removal = await openDialog(page, "Remove the authenticator app");
    await removal.getByLabel("Your password", { exact: true }).fill(server.password);
    await removal.getByRole("button", { name: "Remove" }).click();
    await expect(
      removal.getByText("Write a code from your app, or a recovery code."),
    ).toBeVisible();
    await removal.getByLabel("Code", { exact: true }).fill(codes[0] ?? "");
    await removal.getByRole("button", { name: "Remove" }).click();
    await expect(removal.getByText(/Wrong code\. Each code works once/)).toBeVisible();
    await removal.getByLabel("Code", { exact: true }).fill(codes[2] ?? "");
    await removal.getByRole("button", { name: "Remove" }).click();
    await expect(page.getByRole("button", { name: "Set up", exact: true })).toBeVisible();
    expect((await signInByHttp(server)).error).toBeNull();
  });
  for (const credential of [secret, ...codes]) expect(server.output()).not.toContain(credential);
});

test("a passkey signs in until it is removed", async ({ signedIn: page, server }) => {
  test.setTimeout(600_000);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await test.step("it is added, once for each device", async () => {
    await page.goto(`${server.origin}/account`);
    const dialog = await openDialog(page, "Add passkey");
    await dialog.getByLabel("Your password", { exact: true }).fill(server.password);
    await dialog.getByLabel("Name", { exact: true }).fill("Work laptop");
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { name: "Save your recovery codes" })).toBeVisible();
    await dialog.getByRole("button", { name: "I saved them" }).click();
    await expect(page.getByText("Work laptop")).toBeVisible();
    expect(await objections(page)).toEqual([]);
    // The same authenticator makes no second one.
    const second = await openDialog(page, "Add passkey");
    await second.getByLabel("Your password", { exact: true }).fill(server.password);
    await second.getByLabel("Name", { exact: true }).fill("Again");
    await second.getByRole("button", { name: "Continue" }).click();
    await expect(
      second.getByText("This device has a passkey for your account already."),
    ).toBeVisible();
    await second.getByRole("button", { name: "Cancel" }).click();
    const leave = second.getByRole("button", { name: "Discard" });
    if (await leave.isVisible()) await leave.click();
  });
  await test.step("it is renamed", async () => {
    const naming = await openDialog(page, "Rename the passkey Work laptop");
    await naming.getByLabel("Name", { exact: true }).fill("Home laptop");
    await naming.getByRole("button", { name: "Rename" }).click();
    await expect(page.getByText("Home laptop")).toBeVisible();
  });

  const alone = page.getByRole("button", { name: "Sign in with a passkey" });
  await test.step("it signs in alone", async () => {
    await signOut(page);
    await expect(alone).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await alone.click();
    await atHome(page);
  });

  await test.step("it is the second step after a password", async () => {
    await signOut(page);
    await givePassword(page, server);
    expect(await objections(page)).toEqual([]);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await atHome(page);
  });

  await test.step("it is removed", async () => {
    await page.goto(`${server.origin}/account`);
    const removal = await openDialog(page, "Remove the passkey Home laptop");
    await removal.getByLabel("Your password", { exact: true }).fill(server.password);
    await removal.getByRole("button", { name: "Use a passkey instead" }).click();
    await expect(removal.getByText("Your passkey signed: no code is needed.")).toBeVisible();
    await removal.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(removal).toBeHidden();
    await expect(page.getByText("Home laptop")).toHaveCount(0);
    await signOut(page);
    await expect(alone).toBeHidden();
    expect((await signInByHttp(server)).error).toBeNull();
  });
});
