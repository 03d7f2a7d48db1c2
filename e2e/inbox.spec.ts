import { expect, test, type Page } from "@playwright/test";
import { objections } from "./support/axe";
import { signIn } from "./support/fixtures";
import { living } from "./support/living";
import { startServer, type RunningServer } from "./support/server";
import { startTlsReceiver } from "./support/tls-receiver";

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
  /** Sends one test update of each kind to an endpoint, in the dialog of the page. */
  const sendEach = async (page: Page, endpoint: string | RegExp) => {
    await page.getByRole("button", { name: "Send a test update" }).click();
    const receivers = dialog(page).getByRole("radio", { name: endpoint });
    if ((await receivers.count()) > 0) await receivers.first().check();
    for (const kind of kinds) {
      await dialog(page).getByRole("radio", { name: kind }).check();
      await dialog(page).getByRole("button", { name: "Send test update" }).click();
      const answer = dialog(page).getByLabel("Answer", { exact: true });
      await expect(answer).toContainText("Taken");
      await expect(answer).toContainText("answered 200");
      // The answer is taken away before the next one is asked for.
      await answer.getByText("What was sent").click();
      await expect(answer.getByLabel("What was sent")).toContainText(`"deliveryStatus": "${kind}"`);
    }
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
  };

  test("updates of each kind arrive at a server over https and at the inbox, and those that are missing are sent again", async ({
    page,
  }) => {
    living(page);
    await signIn(page, server);
    const sent = await fetch(`${server.origin}/resources/v1/messaging`, {
      method: "POST",
      headers: { key: server.serviceKey },
      body: JSON.stringify({
        deliverychannel: "push",
        appid: "sandbox",
        destination: [{ userid: ["nobody-there"] }],
        channels: { push: { android: { title: "Before the inbox", text: "Text" } } },
      }),
    });
    expect(sent.status).toBe(200);

    await page.goto(`${server.origin}/settings/notify-urls`);
    await page.getByRole("button", { name: "New webhook" }).click();
    await dialog(page).getByLabel("Address").fill(receiver.url);
    await dialog(page).getByRole("checkbox", { name: "Read" }).click();
    await dialog(page).getByRole("button", { name: "Add webhook" }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await sendEach(page, receiver.url);
    expect(receiver.updates.map(({ deliveryStatus }) => deliveryStatus)).toEqual(kinds);
    for (const { headers } of receiver.updates) expect(headers).toHaveProperty("webhook-signature");

    await page.getByRole("link", { name: "Inbox", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Built-in inbox", level: 1 })).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await page.getByRole("button", { name: "Use the built-in inbox" }).click();
    await expect(page.getByText("Nothing has arrived yet.")).toBeVisible();
    await sendEach(page, /inbox/);
    const arrived = page.getByRole("list", { name: "Updates that arrived" }).getByRole("listitem");
    await expect(arrived).toHaveCount(4);
    for (const [index, kind] of kinds.toReversed().entries()) {
      await expect(arrived.nth(index)).toContainText(kind);
      await expect(arrived.nth(index)).toContainText("Signature valid");
    }
    await arrived.first().getByText("Failed").click();
    await expect(arrived.first().getByLabel("Request headers")).toContainText("webhook-signature");
    await expect(arrived.first().getByLabel("Request body")).toContainText('"destination": "notify-url-check"');
    expect(await objections(page)).toEqual([]);

    // Nobody was to be told when that message was sent: its update was never made.
    await page.goto(`${server.origin}/messages`);
    await page.getByRole("link", { name: /Before the inbox/ }).click();
    await page.getByRole("button", { name: "Send all missing again …" }).click();
    await expect(dialog(page)).toContainText("1 update missing.");
    expect(await objections(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Send 1 update again" }).click();
    await expect(page.getByText("1 update sent again")).toBeVisible();
    await page.goto(`${server.origin}/settings/notify-urls/inbox`);
    await expect(arrived.first()).toContainText("nobody-there");

    const updates = `${server.origin}/settings/notify-urls/updates?state=sent`;
    const link = page.getByRole("link", { name: "Failed for nobody-there" });
    await expect(async () => {
      await page.goto(updates);
      await expect(link).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await link.click();
    await page.getByText("Request and response").click();
    await expect(page.getByLabel("Response headers")).toContainText("content-type: application/json");
    await expect(page.getByLabel("Response body")).toContainText('"received": true');
    await expect(page.getByLabel("Request headers")).toContainText("webhook-signature");
    expect(await objections(page)).toEqual([]);

    await page.goto(`${server.origin}/settings/notify-urls/inbox`);
    await page.getByRole("button", { name: "Empty …" }).click();
    await dialog(page).getByRole("button", { name: "Delete 5 updates" }).click();
    await expect(page.getByText("Nothing has arrived yet.")).toBeVisible();
  });
});
