import { expect, test } from "@playwright/test";
import { composeExample, confirmSend, signIn } from "../support/fixtures";
import { startServer } from "../support/server";
import { startTlsReceiver } from "../support/tls-receiver";

// Runs on the other supported line of Node as well, with the PostgreSQL of the machine (`npm test
// -- --smoke 26`), where it stands for all other end-to-end tests.
// oxlint-disable-next-line node/no-process-env -- set by tools/test.mjs
const { SMOKE_DATABASE_URL: named } = process.env;

test("a message reaches its devices, and its updates a notify URL over https", async ({ page }) => {
  const receiver = await startTlsReceiver();
  const server = await startServer({
    NODE_EXTRA_CA_CERTS: receiver.trusted,
    ...(named === undefined ? {} : { DATABASE_URL: named }),
  });
  try {
    await signIn(page, server);
    await page.goto(`${server.origin}/compose`);
    await composeExample(page);
    const steps = page.getByRole("navigation", { name: "Steps" });
    await steps.getByRole("button", { name: "Content" }).click();
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Smoke test");
    await steps.getByRole("button", { name: "Delivery" }).click();
    await page.getByText("For programs", { exact: true }).click();
    await page.getByRole("textbox", { name: "Notify URL" }).fill(receiver.url);
    await page.getByRole("button", { name: "Send to 3 recipients" }).click();
    await confirmSend(page);
    await page.getByRole("link", { name: "See it on the devices" }).click();
    await expect(
      page.getByRole("region", { name: "Pixel 9 of user-1" }).getByText("Smoke test"),
    ).toBeVisible();
    const devices = (status: string) =>
      new Set(
        receiver.updates.filter((one) => one.deliveryStatus === status).map((one) => one.deviceid),
      );
    await expect.poll(() => devices("Delivered").size).toBe(6);
    expect(devices("Submitted").size).toBe(6);
  } finally {
    await server.stop();
    receiver.stop();
  }
});
