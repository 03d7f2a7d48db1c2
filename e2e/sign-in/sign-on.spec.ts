import { expect, type Locator, type Page } from "@playwright/test";
import { startOpenIdProvider, type OpenIdProvider } from "../../tests/openid-provider.mjs";
import { choose } from "../support/account-menu";
import { objections } from "../support/axe";
import { ownServerTest } from "../support/fixtures";
import { signInByHttp } from "../support/http-session";

const test = ownServerTest({ PROVIDER_ALLOW: "127.0.0.1" }).extend<
  object,
  { provider: OpenIdProvider }
>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const ada = {
        email: "ada@example.com",
        email_verified: true,
        name: "Ada Lovelace",
        groups: ["marketing"],
      };
      const provider = await startOpenIdProvider({
        ada,
        eve: { email: "eve@example.com", email_verified: false, groups: ["marketing"] },
      });
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
});

test.use({ actionTimeout: 15_000 });

const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1 });

/** At the provider: signs in to an account. */
async function pressAs(page: Page, account: string): Promise<void> {
  await heading(page, "Test provider").waitFor();
  await page.getByRole("button", { name: account }).click();
}

/** Presses until something comes of it: a press counts from when the page has come to life. */
async function press(button: Locator, seen: Locator): Promise<void> {
  await expect(async () => {
    if (!(await seen.isVisible())) await button.click();
    await expect(seen).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

async function pick(page: Page, field: string, option: RegExp): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
}

test("members can sign in through a provider", async ({
  signedIn: page,
  server,
  provider,
  browser,
}) => {
  test.setTimeout(300_000);
  await test.step("the form has the redirect URI", async () => {
    await page.goto(`${server.origin}/settings/sign-on`);
    await expect(page.getByRole("heading", { name: "No connections yet" })).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await page.getByRole("link", { name: "Add connection" }).click();
    await heading(page, "New connection").waitFor();
    const redirectUri = await page.getByLabel("Redirect URI").inputValue();
    expect(redirectUri).toMatch(
      new RegExp(`^${server.origin}/api/sign-on/[0-9a-f-]{36}/callback$`),
    );
    provider.allow(redirectUri);
    const wrong = page.getByText("Write the issuer’s URL, like https://id.example.com.");
    await press(page.getByRole("button", { name: "Add connection" }), wrong);
    expect(await objections(page)).toEqual([]);
  });

  await test.step("a connection is checked before it is saved", async () => {
    await page.getByLabel("Name", { exact: true }).fill("Acme");
    await page.getByLabel("Issuer URL").fill(`${provider.issuer}/nowhere`);
    await page.getByLabel("Client ID").fill(provider.client.id);
    await page.getByLabel(/^Client secret/).fill(provider.client.secret);
    await page.getByLabel("Domains of e-mail addresses").fill("example.com");
    await page.getByRole("button", { name: "Add a group" }).click();
    await page.getByLabel("Group", { exact: true }).fill("marketing");
    await pick(page, "Role", /^Marketer/);
    await page.getByRole("button", { name: "Add connection" }).click();
    await expect(
      page.getByText("/.well-known/openid-configuration answered 404. Is this the issuer’s URL?"),
    ).toBeVisible();
    await page.getByLabel("Issuer URL").fill(provider.issuer);
    await page.getByRole("button", { name: "Add connection" }).click();
    await heading(page, "Acme").waitFor();
    await expect(page.getByLabel(/^Client secret/)).toHaveValue("");
    expect(await page.content()).not.toContain(provider.client.secret);
  });

  await test.step("a trial shows what the provider says", async () => {
    await page.getByRole("link", { name: "Try it" }).click();
    await pressAs(page, "eve");
    await expect(
      page.getByText("The provider does not say that eve@example.com is verified"),
    ).toBeVisible();
    await page.getByRole("link", { name: "Try it" }).click();
    await pressAs(page, "ada");
    const trial = page.getByRole("region", { name: "Test run" });
    await expect(trial).toContainText("Makes an account for ada@example.com");
    await expect(trial).toContainText("Marketer");
    await expect(trial.getByLabel("Claims")).toContainText('"marketing"');
    expect(await objections(page)).toEqual([]);
  });

  const { context, theirs } =
    await test.step("a newcomer joins by group, signs out and comes back", async () => {
      const context = await browser.newContext();
      const theirs = await context.newPage();
      await theirs.goto(`${server.origin}/messages`);
      await theirs.getByRole("link", { name: "Continue with Acme" }).click();
      await pressAs(theirs, "Refuse");
      await expect(theirs.getByText("Acme did not let you in")).toBeVisible();
      expect(await objections(theirs)).toEqual([]);
      await theirs.getByRole("link", { name: "Continue with Acme" }).click();
      await pressAs(theirs, "ada");
      await heading(theirs, "Messages").or(heading(theirs, "Home")).waitFor();
      await theirs.goto(`${server.origin}/settings/members`);
      const row = theirs
        .getByRole("table", { name: "Members" })
        .getByRole("row")
        .filter({ hasText: "Ada Lovelace" });
      await expect(row).toContainText("Marketer");
      await theirs.goto(`${server.origin}/settings/sign-on`);
      await expect(theirs.getByText("Only owners of this installation see this")).toBeVisible();
      await theirs.goto(`${server.origin}/account`);
      await expect(theirs.getByRole("region", { name: "Sessions" })).toContainText("Chrome");
      await choose(theirs, "Sign out");
      await theirs.getByRole("link", { name: "Continue with Acme" }).click();
      await pressAs(theirs, "ada");
      await heading(theirs, "Home").waitFor();
      return { context, theirs };
    });

  await test.step("enforcing it needs a break-glass owner", async () => {
    await page.goto(page.url().split("?")[0] ?? "");
    const enforce = page.getByRole("switch", { name: "Require it for these domains" });
    await expect(async () => {
      if ((await enforce.getAttribute("aria-checked")) !== "true") await enforce.click();
      await expect(enforce).toBeChecked({ timeout: 2_000 });
    }).toPass();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Choose an owner who may sign in by password")).toBeVisible();
    await pick(page, "Break-glass owner", /^Owner/);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Enforced", { exact: true })).toBeVisible();
  });

  await test.step("enforced, passwords of its domains are refused", async () => {
    await choose(theirs, "Sign out");
    const email = theirs.getByLabel("E-mail");
    await theirs.getByRole("link", { name: "Continue with Acme" }).waitFor();
    await expect(async () => {
      await email.fill("ada@example.com");
      await theirs.getByLabel("Password", { exact: true }).fill("a long enough one");
      await theirs.getByRole("button", { name: "Sign in" }).click();
      await expect(theirs.getByText("This address signs in with Acme")).toBeVisible({
        timeout: 5_000,
      });
    }).toPass();
    expect(await objections(theirs)).toEqual([]);
    await theirs.getByLabel("Password", { exact: true }).fill("");
    await theirs.getByRole("button", { name: "Sign in" }).click();
    await heading(theirs, "Test provider").waitFor();
    await expect(theirs.getByText("ada@example.com")).toBeVisible();
    await pressAs(theirs, "ada");
    await heading(theirs, "Home").waitFor();
    await context.close();
  });

  await test.step("the break-glass owner signs in by password", async () => {
    expect((await signInByHttp(server)).error).toBeNull();
    expect(
      (await signInByHttp(server, { email: "grace@example.com", password: "x" })).error,
    ).toMatch(/^sign-on:[0-9a-f-]{36}$/);
    expect(server.output()).not.toContain(provider.client.secret);
  });

  await test.step("the connection is removed", async () => {
    await page.getByRole("button", { name: "Remove …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove connection" }).click();
    await expect(page.getByRole("heading", { name: "No connections yet" })).toBeVisible();
    expect((await signInByHttp(server, { email: "ada@example.com", password: "x" })).error).toBe(
      "wrong",
    );
  });
});
