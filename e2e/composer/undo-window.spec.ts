import { expect, type Page } from "@playwright/test";
import { arrived } from "../support/arrived";
import { composeExample, orderSend, ownServerTest } from "../support/fixtures";

/** Seconds: long enough to close a page and kill the server in, short enough to wait for. */
const undoSeconds = 15;
const test = ownServerTest({ UNDO_SECONDS: String(undoSeconds) });
/** The window, and the way to the devices on a slow machine. */
const patient = { timeout: 90_000 };

/** Orders the example with this title. */
async function order(page: Page, origin: string, title: string): Promise<void> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await expect(page.getByRole("dialog")).toContainText(`You can undo for ${undoSeconds} seconds.`);
  await orderSend(page);
  await expect(page.getByText(/Sending to 3 recipients/)).toBeVisible();
}

test("a send survives a closed page and a killed service in its undo window", async ({
  signedIn: page,
  server,
}) => {
  await order(page, server.origin, "Goes out");
  await page.getByRole("link", { name: "Devices" }).click();
  await expect(page.getByText("Accepted, on its way to 3 recipients")).toBeVisible(patient);
  await expect.poll(async () => (await arrived(server, "Goes out")).length, patient).toBe(6);

  await order(page, server.origin, "Outlives its page");
  await page.close();
  expect(await arrived(server, "Outlives its page")).toEqual([]);
  await server.kill();
  await server.start();
  await expect
    .poll(async () => (await arrived(server, "Outlives its page")).length, patient)
    .toBe(6);
});
