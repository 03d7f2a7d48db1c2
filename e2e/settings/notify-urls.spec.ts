import { expect, type Page } from "@playwright/test";
import { startReceiver, type Receiver } from "../../lib/lab/receiver";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";
import { openDialog } from "../support/open-dialog";

const dialog = (page: Page) => page.getByRole("dialog");
const menuOf = async (page: Page, name: string | RegExp, item: string | RegExp) => {
  await page.getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

test.describe("notify URLs", () => {
  let at: Receiver;
  test.beforeAll(async () => {
    at = await startReceiver();
  });
  test.afterAll(() => at.stop());
  test.beforeEach(async ({ page, workspace }) => {
    at.behave({});
    at.clear();
    await page.goto(`${workspace.origin}/settings/notify-urls`);
  });

  test("an authentication goes from its creation to its removal", async ({ page }) => {
    await test.step("it is stored once its fields are right", async () => {
      await page.getByRole("button", { name: "New authentication" }).click();
      const form = dialog(page);
      await form.getByLabel("Name").fill("CRM in production");
      await form.getByLabel(/^ID/).fill("crm");
      await form.getByRole("combobox", { name: "Kind" }).click();
      await page.getByRole("option", { name: "Basic" }).click();
      await form.getByLabel("User name").fill("a:b");
      await form.locator('[name="fields.password"]').fill("staple-of-the-updates");
      await form.getByRole("button", { name: "Add authentication" }).click();
      // What is wrong stands at its field, and nothing typed is lost.
      await expect(form.getByText("Must not contain a colon.")).toBeVisible();
      await expect(form.locator('[name="fields.password"]')).toHaveValue("staple-of-the-updates");
      expect(await objections(page)).toEqual([]);
      await form.getByLabel("User name").fill("clarion");
      await form.getByRole("button", { name: "Add authentication" }).click();
      await expect(dialog(page)).toBeHidden();
      const table = page.getByRole("table", { name: "Authentications" });
      await expect(table).toContainText("CRM in production");
      await expect(table).toContainText("crm");
    });

    await test.step("it is tried", async () => {
      await menuOf(page, "Actions for CRM in production", "Try it …");
      await dialog(page).getByLabel("Address").fill(`${at.url}/try`);
      await dialog(page).getByRole("button", { name: "Send test update" }).click();
      await expect(dialog(page).getByLabel("Answer", { exact: true })).toContainText("Accepted");
      expect(at.requests.at(-1)?.headers["authorization"]).toBe(
        `Basic ${Buffer.from("clarion:staple-of-the-updates").toString("base64")}`,
      );
      at.behave({ status: 401 });
      await dialog(page).getByRole("button", { name: "Send test update" }).click();
      await expect(dialog(page).getByLabel("Answer", { exact: true })).toContainText(
        "Authentication refused",
      );
      expect(await objections(page)).toEqual([]);
      at.behave({});
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
    });

    await test.step("it is changed without its secret", async () => {
      await menuOf(page, "Actions for CRM in production", "Change …");
      await expect(dialog(page).getByText("••••••••")).toBeVisible();
      expect(await page.content()).not.toContain("staple-of-the-updates");
      await dialog(page).getByLabel("User name").fill("other");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await expect(dialog(page)).toBeHidden();
      await menuOf(page, "Actions for CRM in production", "Try it …");
      await dialog(page).getByLabel("Address").fill(`${at.url}/again`);
      await dialog(page).getByRole("button", { name: "Send test update" }).click();
      await expect(dialog(page).getByLabel("Answer", { exact: true })).toContainText("Accepted");
      expect(at.requests.at(-1)?.headers["authorization"]).toBe(
        `Basic ${Buffer.from("other:staple-of-the-updates").toString("base64")}`,
      );
      await dialog(page).getByRole("button", { name: "Cancel" }).click();
    });

    await test.step("its secret is replaced", async () => {
      await menuOf(page, "Actions for CRM in production", "Change …");
      await dialog(page).getByRole("button", { name: "Replace: Password" }).click();
      await expect(dialog(page).locator('[name="fields.password"]')).toHaveValue("");
      await dialog(page).locator('[name="fields.password"]').fill("staple-after-staple");
      await dialog(page).getByRole("button", { name: "Save" }).click();
      await expect(dialog(page)).toBeHidden();
    });

    await test.step("it is removed", async () => {
      await menuOf(page, "Actions for CRM in production", "Remove …");
      await expect(dialog(page)).toContainText("Nothing uses it just now.");
      await dialog(page).getByRole("button", { name: "Remove authentication" }).click();
      await expect(page.getByText("No authentications yet")).toBeVisible();
    });
  });

  test("a webhook goes from its creation to its removal", async ({ page }) => {
    await test.step("an authentication is stored", async () => {
      await page.getByRole("button", { name: "New authentication" }).click();
      await dialog(page).getByLabel("Name").fill("For the webhook");
      await dialog(page).getByLabel("Token", { exact: true }).fill("let-me-in");
      await dialog(page).getByRole("button", { name: "Add authentication" }).click();
      await expect(dialog(page)).toBeHidden();
    });

    const url = `${at.url}/hook`;
    const once = page.getByRole("dialog", { name: "Signing secret" });
    const table = page.getByRole("table", { name: "Webhooks" });
    const secret = await test.step("it is added, and its secret is shown once", async () => {
      await page.getByRole("button", { name: "New webhook" }).click();
      await dialog(page).getByLabel("Address").fill("crm.example");
      for (const kind of ["Submitted", "Delivered", "Read", "Failed"])
        await dialog(page).getByRole("checkbox", { name: kind }).click();
      await dialog(page).getByRole("button", { name: "Add webhook" }).click();
      await expect(dialog(page).getByText("Choose at least one.")).toBeVisible();
      await expect(dialog(page).getByText(/^An address is needed/)).toBeVisible();
      expect(await objections(page)).toEqual([]);
      await dialog(page).getByLabel("Address").fill(url);
      await dialog(page).getByRole("checkbox", { name: "Failed" }).click();
      await dialog(page).getByRole("combobox", { name: "Authentication" }).click();
      await page.getByRole("option", { name: /For the webhook/ }).click();
      await dialog(page).getByRole("button", { name: "Add webhook" }).click();
      const secret = await once.getByTestId("secret").innerText();
      expect(secret).toMatch(/^whsec_/);
      await once.getByRole("button", { name: "I have copied it" }).click();
      await expect(table).toContainText("For the webhook");
      await page.reload();
      expect(await page.content()).not.toContain(secret);
      return secret;
    });

    await test.step("its authentication cannot be removed", async () => {
      await menuOf(page, "Actions for For the webhook", "Remove …");
      await expect(page.getByRole("dialog", { name: "For the webhook is in use" })).toContainText(
        url,
      );
      await dialog(page).getByRole("button", { name: "Close" }).last().click();
    });

    await test.step("it gets another secret", async () => {
      await menuOf(page, `Actions for ${url}`, "New signing secret …");
      await dialog(page).getByRole("button", { name: "Make a new secret" }).click();
      expect(await once.getByTestId("secret").innerText()).not.toBe(secret);
      await once.getByRole("button", { name: "I have copied it" }).click();
    });

    await test.step("it is switched off and on", async () => {
      await menuOf(page, `Actions for ${url}`, "Switch off …");
      await dialog(page).getByRole("button", { name: "Switch off" }).click();
      await expect(table).toContainText("Switched off");
      await menuOf(page, `Actions for ${url}`, "Switch on");
      await expect(table.getByText("On", { exact: true })).toBeVisible();
      expect(await objections(page)).toEqual([]);
    });

    await test.step("it is removed", async () => {
      await menuOf(page, `Actions for ${url}`, "Remove …");
      await dialog(page).getByRole("button", { name: "Remove webhook" }).click();
      await expect(page.getByText("No webhooks yet")).toBeVisible();
      await menuOf(page, "Actions for For the webhook", "Remove …");
      await dialog(page).getByRole("button", { name: "Remove authentication" }).click();
      await expect(page.getByText("No authentications yet")).toBeVisible();
    });
  });

  test("a failed update can be sent again once its cause is removed", async ({
    page,
    workspace,
  }) => {
    const send = async (userid: string) =>
      fetch(`${workspace.origin}/resources/v1/messaging`, {
        method: "POST",
        headers: { key: workspace.serviceKey },
        body: JSON.stringify({
          deliverychannel: "push",
          appid: workspace.appid,
          destination: [{ userid: [userid] }],
          notifyurl: `${at.url}/updates`,
          notifyurlAuthId: "later",
          channels: { push: { android: { title: "Told to somebody", text: "Text" } } },
        }),
      });
    const updates = `${workspace.origin}/settings/notify-urls/updates`;
    await test.step("the update fails", async () => {
      expect((await send("nobody-there")).status).toBe(200);
      const table = page.getByRole("table", { name: "Updates" });
      await expect(async () => {
        await page.goto(updates);
        await expect(table).toContainText("Failed for nobody-there", { timeout: 1_000 });
      }).toPass();
      await expect(table).toContainText("Authentication missing");
      expect(await objections(page)).toEqual([]);
    });
    await test.step("a time span counts what it would send", async () => {
      const span = await openDialog(page, "Send a time span again …");
      await expect(span).toContainText("1 update parked in this time.");
      await expect(span.getByRole("button", { name: "Send 1 update again" })).toBeEnabled();
      expect(await objections(page)).toEqual([]);
      await span.getByLabel("From").fill("2026-01-02T00:00");
      await span.getByLabel("To").fill("2026-01-01T00:00");
      await expect(span.getByText("Must be later than the beginning.")).toBeVisible();
      await expect(span.getByRole("button", { name: "Send again" })).toBeDisabled();
      await span.getByLabel("To").fill("2026-01-03T00:00");
      await expect(span).toContainText("0 updates parked in this time.");
      await page.keyboard.press("Escape");
    });
    await test.step("the page of the update explains the cause", async () => {
      await page.getByRole("link", { name: "Failed for nobody-there" }).first().click();
      await expect(
        page.getByRole("heading", { name: "Failed for nobody-there", level: 1 }),
      ).toBeVisible();
      await expect(page.getByText("Add an authentication with this ID")).toBeVisible();
      expect(await objections(page)).toEqual([]);
    });

    await test.step("with the authentication it is sent again", async () => {
      await page.goto(`${workspace.origin}/settings/notify-urls`);
      await page.getByRole("button", { name: "New authentication" }).click();
      await dialog(page).getByLabel("Name").fill("Later");
      await dialog(page).getByLabel(/^ID/).fill("later");
      await dialog(page).getByLabel("Token", { exact: true }).fill("let-me-in");
      await dialog(page).getByRole("button", { name: "Add authentication" }).click();
      await expect(dialog(page)).toBeHidden();
      const endpoint = page
        .getByRole("table", { name: "Endpoints" })
        .getByRole("row")
        .filter({ hasText: at.url });
      await expect(endpoint).toContainText("Parked");
      await endpoint.getByRole("button", { name: /^Send updates parked/ }).click();
      await expect(dialog(page)).toContainText("1 update parked here.");
      await dialog(page).getByRole("button", { name: "Send 1 update again" }).click();
      await at.waitFor((requests) => requests.length === 1);
      expect(at.requests[0]?.headers["authorization"]).toBe("Bearer let-me-in");
      await expect(async () => {
        await page.goto(`${workspace.origin}/settings/notify-urls`);
        await expect(endpoint).toContainText("Delivering", { timeout: 1_000 });
      }).toPass();
      await expect(endpoint).toContainText("100%");
      expect(await objections(page)).toEqual([]);
    });

    await test.step("a sent update is sent again under the same id", async () => {
      await page.goto(`${updates}?state=sent`);
      await page
        .getByRole("checkbox", { name: /Failed for nobody-there/ })
        .first()
        .click();
      await page
        .getByRole("toolbar", { name: "Selection" })
        .getByRole("button", { name: "Send again" })
        .click();
      await expect(page.getByText("1 update sent again")).toBeVisible();
      await at.waitFor((requests) => requests.length === 2);
      expect(at.requests[1]?.headers["webhook-id"]).toBe(at.requests[0]?.headers["webhook-id"]);
    });

    await test.step("code to verify signatures is shown", async () => {
      await page.goto(`${workspace.origin}/settings/notify-urls/verify`);
      await page.getByRole("radio", { name: "Python" }).click();
      await expect(page.getByLabel("Python code")).toContainText("hmac.compare_digest");
      expect(await objections(page)).toEqual([]);
    });
  });
});
