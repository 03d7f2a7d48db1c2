import { expect, test as base, type Browser, type Page } from "@playwright/test";
import { startReceiver } from "../../lib/lab/receiver";
import { temporaryFolder } from "../../tools/ending.mjs";
import { objections } from "../support/axe";
import { confirmSend } from "../support/fixtures";
import { startLab } from "../support/lab";
import { addCredentials, filesOf } from "../support/lab-credentials";
import { living } from "../support/living";
import { openDialog } from "../support/open-dialog";
import { startServer } from "../support/server";

const test = base.extend<object, object>({
  browser: [
    async ({ browser }, use) => {
      browser.on("context", (context) => context.on("page", living));
      await use(browser);
    },
    { scope: "worker" },
  ],
});

const password = "a long enough one";

const dialog = (page: Page, name?: string | RegExp) =>
  page.getByRole("dialog", name === undefined ? {} : { name });
const step = (page: Page, name: string) => page.getByRole("heading", { name, level: 3 });

/** Opens a page by the console's own navigation. */
async function go(page: Page, link: string, heading: string): Promise<void> {
  await page.getByRole("link", { name: link, exact: true }).first().click();
  await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
}

/** Invites a person into the service at hand, and has them accept. */
async function bringIn(page: Page, browser: Browser, name: string, role: string): Promise<void> {
  const email = `${name.toLowerCase()}@shop.example`;
  const inviteDialog = await openDialog(page, "Invite");
  await inviteDialog.getByLabel("E-mail address").fill(email);
  await inviteDialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: new RegExp(`^${role}`) }).click();
  await inviteDialog.getByRole("button", { name: "Create link" }).click();
  const link = await inviteDialog.getByLabel(`Link for ${email}`).inputValue();
  await inviteDialog.getByRole("button", { name: "Done" }).click();
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await theirs.goto(link);
  await theirs.getByLabel("Your name").fill(name);
  await theirs.getByLabel("Password", { exact: true }).fill(password);
  await theirs.getByRole("button", { name: "Create account and sign in" }).click();
  await theirs.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await context.close();
}

test("an admin sets up messages by four providers in the console alone", async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000);
  const { path: folder, remove } = temporaryFolder("clarion-lab");
  let lab = await startLab(folder, /add --appid/);
  const files = filesOf(folder);
  const allow = /PROVIDER_ALLOW=(\S+)/.exec(lab.output())?.[1] ?? "";
  const receiver = await startReceiver();
  const server = await startServer({
    SANDBOX: "0",
    PROVIDER_ALLOW: allow,
    ADMIN_EMAIL: "",
    ADMIN_PASSWORD: "",
  });
  try {
    await test.step("the first owner", async () => {
      await page.goto(`${server.origin}/setup`);
      await expect(page.getByText("Create the owner account.")).toBeVisible();
      await expect(page.getByText("A sandbox with test devices is ready.")).toHaveCount(0);
      await page
        .getByLabel("Setup code")
        .fill(/Setup code\s+(\S+)/.exec(server.output())?.[1] ?? "");
      await page.getByLabel("Your name").fill("Ada");
      await page.getByLabel("E-mail address").fill("ada@shop.example");
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.locator("form button[type=submit]").click();
    });

    await test.step("a service", async () => {
      await expect(page.getByText("What will you send from?")).toBeVisible();
      const serviceDialog = await openDialog(page, "Create a service");
      await serviceDialog.getByLabel("Name").fill("Shop");
      await serviceDialog.getByRole("button", { name: "Create service" }).click();
      await dialog(page, "The key of Shop").getByRole("button", { name: "Open service" }).click();
      await page.getByRole("heading", { name: "Shop", level: 1 }).waitFor();
      await go(page, "Home", "Home");
      await page.getByRole("link", { name: "Show the steps" }).click();
      await expect(page.getByText("1 of 7")).toBeVisible();
      await expect(step(page, "Add your app")).toBeVisible();
      expect(await objections(page)).toEqual([]);
    });

    const clientKey = await test.step("an app with credentials of four providers", async () => {
      await page.getByRole("link", { name: "Open apps" }).click();
      const appDialog = await openDialog(page, "New app");
      await appDialog.getByLabel("Name").fill("Shop for phones");
      await appDialog.getByLabel("App ID").fill("shop");
      await appDialog.getByRole("button", { name: "Create app" }).click();
      await page.getByRole("heading", { name: "Shop for phones", level: 1 }).waitFor();
      await addCredentials(page, files);
      return page.getByText(/^pk_/).innerText();
    });

    await test.step("devices, whose arrival is seen", async () => {
      await go(page, "Home", "Home");
      await expect(page.getByText("3 of 7 steps are done.")).toBeVisible();
      await page.getByRole("link", { name: "Show the steps" }).click();
      await expect(page.getByText("Waiting for the first device")).toBeVisible();
      await lab.stop();
      lab = await startLab(folder, /Firefox of user-3: registered/, [
        "--clarion",
        server.origin,
        "--appid",
        "shop",
        "--client-key",
        clientKey,
      ]);
      // Without a reload: the next step comes up.
      await expect(page.getByText("4 of 7")).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText("Waiting for a message that its provider accepts")).toBeVisible();
    });

    await test.step("a notify URL with OAuth 2", async () => {
      // The receiver of this test has no certificate.
      await page.goto(`${server.origin}/settings/services`);
      await page.getByRole("link", { name: "Shop", exact: true }).click();
      const form = page.getByRole("form", { name: "Delivery updates" });
      await form.getByRole("checkbox", { name: /^Secure notify URLs only/ }).click();
      await form.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Saved", { exact: true })).toBeVisible();

      await page.goto(`${server.origin}/settings/notify-urls`);
      const authDialog = await openDialog(page, "New authentication");
      await authDialog.getByLabel("Name").fill("CRM");
      await authDialog.getByRole("combobox", { name: "Kind" }).click();
      await page.getByRole("option", { name: /^OAuth 2/ }).click();
      await authDialog.getByLabel("Token address").fill(files.hms.tokenUri);
      await authDialog.getByLabel("Client ID").fill(files.hms.appId);
      await authDialog.locator('[name="fields.clientSecret"]').fill("not the secret");
      await authDialog.getByRole("button", { name: "Add authentication" }).click();
      await expect(authDialog).toBeHidden();
      const item = async (name: string) => {
        await page.getByRole("button", { name: "Actions for CRM" }).click();
        await page.getByRole("menuitem", { name }).click();
      };
      await item("Try it …");
      await dialog(page).getByLabel("Address").fill(`${receiver.url}/updates`);
      await dialog(page).getByRole("button", { name: "Send test update" }).click();
      await expect(dialog(page).getByLabel("Answer", { exact: true })).not.toContainText(
        "Accepted",
      );
      expect(receiver.requests).toEqual([]);
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
      await item("Change …");
      await dialog(page).getByRole("button", { name: "Replace: Client secret" }).click();
      await dialog(page).locator('[name="fields.clientSecret"]').fill(files.hms.appSecret);
      await dialog(page).getByRole("combobox", { name: "Client goes in" }).click();
      await page.getByRole("option", { name: "Form" }).click();
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await expect(dialog(page)).toBeHidden();
      await item("Try it …");
      await dialog(page).getByLabel("Address").fill(`${receiver.url}/updates`);
      await dialog(page).getByRole("button", { name: "Send test update" }).click();
      await expect(dialog(page).getByLabel("Answer", { exact: true })).toContainText("Accepted");
      expect(await objections(page)).toEqual([]);
      await dialog(page).getByRole("button", { name: "Cancel" }).click();

      await page.goto(`${server.origin}/settings/services`);
      await page.getByRole("link", { name: "Shop", exact: true }).click();
      await form.getByRole("textbox", { name: /^Notify URL/ }).fill(`${receiver.url}/updates`);
      await form.getByRole("combobox", { name: "Authentication" }).click();
      await page.getByRole("option", { name: "CRM" }).click();
      await form.getByRole("button", { name: "Save" }).click();
      await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    });

    await test.step("three people of different roles, in two services", async () => {
      await page.goto(`${server.origin}/settings/members`);
      await bringIn(page, browser, "Maya", "Marketer");
      await bringIn(page, browser, "Omar", "Admin");
      await page.goto(`${server.origin}/settings/services`);
      const serviceDialog = await openDialog(page, "New service");
      await serviceDialog.getByLabel("Name").fill("Bank");
      await serviceDialog.getByRole("button", { name: "Create service" }).click();
      await dialog(page, "The key of Bank").getByRole("button", { name: "Open service" }).click();
      await page.getByRole("heading", { name: "Bank", level: 1 }).waitFor();
      await page.getByRole("link", { name: "Members", exact: true }).first().click();
      await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
      await bringIn(page, browser, "Vera", "Viewer");
      const table = page.getByRole("table", { name: "Members" });
      await page.reload();
      await expect(table.getByRole("row", { name: /Vera/ })).toContainText("Viewer");
      await expect(table.getByRole("row", { name: /Maya/ })).toBeHidden();
    });

    const transid = await test.step("the first message", async () => {
      await page.goto(`${server.origin}/settings/services`);
      await page.getByRole("link", { name: "Shop", exact: true }).click();
      await page.getByRole("heading", { name: "Shop", level: 1 }).waitFor();
      await page.getByRole("link", { name: "Compose" }).first().click();
      for (const user of ["user-1", "user-2", "user-3"]) {
        await page.getByRole("textbox", { name: "Users" }).fill(user);
        await page.keyboard.press("Enter");
      }
      await page
        .getByRole("navigation", { name: "Steps" })
        .getByRole("button", { name: "Content" })
        .click();
      await page.getByRole("textbox", { name: "Title", exact: true }).fill("Spring sale");
      await page
        .getByRole("textbox", { name: "Text", exact: true })
        .fill("20 % off everything until Sunday.");
      await page.getByRole("button", { name: "Send to 3 recipients" }).click();
      await confirmSend(page);
      await expect(page.getByText("Accepted, on its way to 3 recipients")).toBeVisible();
      await go(page, "Messages", "Messages");
      await page.getByRole("link", { name: "Spring sale" }).first().click();
      await page.getByRole("heading", { name: "Spring sale" }).waitFor();
      for (const device of [/Pixel 9/, /iPhone 17/, /Pura 80/, /Chrome/])
        await expect(page.getByRole("row", { name: device }).first()).toContainText("Delivered", {
          timeout: 20_000,
        });
      return new URL(page.url()).pathname.split("/").at(-1) ?? "";
    });

    await test.step("its updates", async () => {
      const updates = await receiver.waitFor(
        (requests) => requests.filter(({ body }) => body.includes(transid)).length >= 8,
        20_000,
      );
      for (const { headers } of updates) expect(headers["authorization"]).toMatch(/^Bearer ./);
      await go(page, "Home", "Home");
      await expect(page.getByText("Show the steps")).toBeHidden();
      await page.goto(`${server.origin}/start${new URL(page.url()).search}`);
      await expect(page.getByText("7 of 7")).toBeVisible();
      await expect(page.getByRole("link", { name: "Invite your team" })).toBeVisible();
    });

    // No secret that was typed in has come back.
    for (const secret of [
      files.hms.appSecret,
      files.webpush.privateKey,
      files.p8.split("\n")[1] ?? "",
      password,
    ])
      expect(server.output()).not.toContain(secret);
  } finally {
    await server.stop();
    await receiver.stop();
    await lab.stop();
    remove();
  }
});
