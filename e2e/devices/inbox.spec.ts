import { expect, test, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { signIn } from "../support/fixtures";
import { living } from "../support/living";
import { sendSandbox } from "../support/send-sandbox";
import { startServer, type RunningServer } from "../support/server";
import { startTlsReceiver } from "../support/tls-receiver";

const kinds = ["Submitted", "Delivered", "Read", "Failed"];

test.describe("test updates and the built-in inbox", () => {
  let receiver: Awaited<ReturnType<typeof startTlsReceiver>>;
  let server: RunningServer;
  test.beforeAll(async () => {
    receiver = await startTlsReceiver();
    server = await startServer({ NODE_EXTRA_CA_CERTS: receiver.trusted });
  });
  test.afterAll(async () => {
    await server.stop();
    receiver.stop();
  });

  const dialog = (page: Page) => page.getByRole("dialog");
  const choose = async (page: Page, field: string, option: string | RegExp) => {
    await dialog(page).getByRole("combobox", { name: field }).click();
    await page.getByRole("option", { name: option }).click();
  };
  /** Sends one test update of each kind to an endpoint, in the dialog of the page. */
  const sendEach = async (page: Page, endpoint: string | RegExp) => {
    await page.getByRole("button", { name: "Send a test update" }).click();
    await choose(page, "Goes to", endpoint);
    for (const kind of kinds) {
      await choose(page, "Kind of update", new RegExp(`^${kind}`));
      await dialog(page).getByRole("button", { name: "Send test update" }).click();
      const answer = dialog(page).getByLabel("Answer", { exact: true });
      await expect(answer).toContainText("answered 200");
      await answer.getByText("What was sent").click();
      await expect(answer.getByLabel("What was sent")).toContainText(`"deliveryStatus": "${kind}"`);
    }
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
  };

  test("updates of each kind arrive at a server over https and at the inbox", async ({ page }) => {
    living(page);
    await signIn(page, server);
    await sendSandbox(server, ["nobody-there"], {
      android: { title: "Before the inbox", text: "Text" },
    });

    await test.step("at the server, with a signature", async () => {
      await page.goto(`${server.origin}/settings/notify-urls`);
      await page.getByRole("button", { name: "New webhook" }).click();
      await dialog(page).getByLabel("Address").fill(receiver.url);
      await dialog(page).getByRole("button", { name: "Add webhook" }).click();
      await page.getByRole("button", { name: "I have copied it" }).click();
      await sendEach(page, new RegExp(receiver.url));
      expect(receiver.updates.map(({ deliveryStatus }) => deliveryStatus)).toEqual(kinds);
      for (const { headers } of receiver.updates)
        expect(headers).toHaveProperty("webhook-signature");
    });

    const arrived = page.getByRole("list", { name: "Updates that arrived" }).getByRole("listitem");
    await test.step("at the inbox, with valid signatures", async () => {
      await page.getByRole("link", { name: "Inbox", exact: true }).click();
      await expect(page.getByRole("heading", { name: "Built-in inbox", level: 1 })).toBeVisible();
      expect(await objections(page)).toEqual([]);
      await page.getByRole("button", { name: "Use the built-in inbox" }).click();
      await expect(page.getByText("Nothing has arrived yet.")).toBeVisible();
      await sendEach(page, /inbox/);
      await expect(arrived).toHaveCount(4);
      for (const [index, kind] of kinds.toReversed().entries()) {
        await expect(arrived.nth(index)).toContainText(kind);
        await expect(arrived.nth(index)).toContainText("Signatures valid");
      }
      await arrived.first().getByText("Failed", { exact: true }).click();
      await expect(arrived.first().getByLabel("Request headers")).toContainText(
        "webhook-signature",
      );
      await expect(arrived.first().getByLabel("Request body")).toContainText(
        '"destination": "notify-url-check"',
      );
      expect(await objections(page)).toEqual([]);
    });

    await test.step("missing ones are sent again", async () => {
      // When that message was sent there was no receiver, so it has no updates.
      await page.goto(`${server.origin}/messages`);
      await page.getByRole("link", { name: /Before the inbox/ }).click();
      await page.getByRole("button", { name: "Send all missing again …" }).click();
      await expect(dialog(page)).toContainText("2 updates missing.");
      expect(await objections(page)).toEqual([]);
      await dialog(page).getByRole("button", { name: "Send 2 updates again" }).click();
      await expect(page.getByText("2 updates sent again")).toBeVisible();
      await page.goto(`${server.origin}/settings/notify-urls/inbox`);
      await expect(arrived.first()).toContainText("nobody-there");
      await expect.poll(() => receiver.updates.at(-1)?.body).toContain("nobody-there");
    });

    await test.step("their page shows the request and the response", async () => {
      const updates = `${server.origin}/settings/notify-urls/updates?state=sent`;
      const row = page.getByRole("row").filter({ hasText: "/resources/v1/inbox/" });
      const link = row.getByRole("link", { name: "Failed for nobody-there" });
      await expect(async () => {
        await page.goto(updates);
        await expect(link).toBeVisible({ timeout: 1_000 });
      }).toPass();
      await link.click();
      await page.getByText("Request and response").click();
      await expect(page.getByLabel("Response headers")).toContainText(
        "content-type: application/json",
      );
      await expect(page.getByLabel("Response body")).toContainText('"received": true');
      await expect(page.getByLabel("Request headers")).toContainText("webhook-signature");
      expect(await objections(page)).toEqual([]);
    });

    await test.step("the inbox is emptied", async () => {
      await page.goto(`${server.origin}/settings/notify-urls/inbox`);
      await page.getByRole("button", { name: "Empty …" }).click();
      await dialog(page).getByRole("button", { name: "Delete 5 updates" }).click();
      await expect(page.getByText("Nothing has arrived yet.")).toBeVisible();
    });
  });
});
