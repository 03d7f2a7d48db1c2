import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { generate } from "selfsigned";
import { temporaryFolder } from "../tools/ending.mjs";
import { composeExample, confirmSend, signIn } from "./support/fixtures";
import { startServer } from "./support/server";

// Runs on the other supported line of Node as well (`npm test -- --smoke 26`), where it stands for all other end-to-end tests.

interface Update {
  deliveryStatus: string;
  deviceid: string;
}

/** Starts a notify URL with a certificate of its own, which a server trusts that is started with `NODE_EXTRA_CA_CERTS` set to `trusted`. */
async function startReceiver() {
  const { path: folder, remove } = temporaryFolder("clarion-smoke");
  const names = [{ type: 7 as const, ip: "127.0.0.1" }];
  const { private: key, cert } = await generate([{ name: "commonName", value: "127.0.0.1" }], {
    extensions: [{ name: "subjectAltName", altNames: names }],
  });
  const trusted = join(folder, "certificate.pem");
  writeFileSync(trusted, cert);
  const updates: Update[] = [];
  const receiver = createServer({ key, cert }, (request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      updates.push((JSON.parse(body) as { deliveryInfoNotification: { deliveryInfo: Update } }).deliveryInfoNotification.deliveryInfo);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    receiver.closeAllConnections();
    receiver.close();
    remove();
  };
  return { updates, trusted, url: `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/updates`, stop };
}

test("sign in, compose, send: delivered to the devices, and the notify URL receives its updates over https", async ({ page }) => {
  const receiver = await startReceiver();
  const server = await startServer({ NODE_EXTRA_CA_CERTS: receiver.trusted });
  try {
    await signIn(page, server);
    await page.goto(`${server.origin}/compose`);
    await composeExample(page);
    const steps = page.getByRole("navigation", { name: "Steps" });
    await steps.getByRole("button", { name: "Content" }).click();
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Smoke test");
    await steps.getByRole("button", { name: "Delivery" }).click();
    await page.getByRole("textbox", { name: "Notify URL" }).fill(receiver.url);
    await page.getByRole("button", { name: "Send to 3 recipients" }).click();
    await confirmSend(page);
    await page.getByRole("link", { name: "See it on the devices" }).click();
    await expect(page.getByRole("region", { name: "Pixel 9 of user-1" }).getByText("Smoke test")).toBeVisible();
    const devices = (status: string) => new Set(receiver.updates.filter((one) => one.deliveryStatus === status).map((one) => one.deviceid));
    await expect.poll(() => devices("Delivered").size).toBe(6);
    expect(devices("Submitted").size).toBe(6);
  } finally {
    await server.stop();
    receiver.stop();
  }
});
