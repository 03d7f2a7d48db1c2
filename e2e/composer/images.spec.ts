import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { jpeg, png } from "../../lib/media/testing";
import { composeExample, seeItAs, test } from "../support/fixtures";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
const image = (page: Page) => page.getByRole("textbox", { name: /^Image URL/ });

test.describe("a picture is looked at", () => {
  let pictures: Server;
  let at: string;
  const open: (() => void)[] = [];
  let isSlow = true;

  test.beforeAll(async () => {
    pictures = createServer((request, response) => {
      const sendFile = (bytes: Uint8Array, type: string) =>
        response.writeHead(200, { "content-type": type }).end(bytes);
      if (request.url === "/good.jpg")
        sendFile(Buffer.concat([jpeg(1_200, 600), Buffer.alloc(188_000)]), "image/jpeg");
      else if (request.url === "/page")
        sendFile(Buffer.from("<!doctype html><p>A page"), "text/html; charset=utf-8");
      else if (request.url === "/slow.png" && isSlow)
        open.push(() => sendFile(png(1_200, 600), "image/png"));
      else if (request.url === "/slow.png") sendFile(png(1_200, 600), "image/png");
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => pictures.listen(0, "127.0.0.1", resolve));
    at = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
  });
  test.afterAll(async () => {
    pictures.closeAllConnections();
    await new Promise((resolve) => pictures.close(resolve));
  });

  test("by the service, while the message can be written and sent", async ({ page, workspace }) => {
    await test.step("its size is shown at its field", async () => {
      // An image over http is not asked for by the console, which may not.
      const complaints: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text());
      });
      await page.goto(`${workspace.origin}/compose`);
      await composeExample(page);
      await goTo(page, "Content");
      await image(page).fill(`${at}/good.jpg`);
      await expect(
        page.getByText("1,200 × 600, 184 KB, JPEG · Browsers show no image"),
      ).toBeVisible();
      // Screen readers read the message at the field along with it.
      await expect(image(page)).toHaveAccessibleDescription(/1,200 × 600, 184 KB, JPEG/);
      await seeItAs(page, "Expanded");
      await expect(page.getByText("Not shown here: not https").first()).toBeVisible();
      expect(complaints).toEqual([]);
    });

    await test.step("a problem is shown among the checks", async () => {
      await image(page).fill(`${at}/gone.png`);
      await expect(page.getByText("Answers 404 (not found).")).toBeVisible();
      await page.getByRole("tab", { name: /^Checks/ }).click();
      const checks = page.getByRole("list", { name: "Problems" });
      await expect(checks.getByRole("button", { name: /^Warning: .*Answers 404/ })).toHaveCount(1);
      await expect(page.getByRole("button", { name: /^Send to/ })).toBeEnabled();
      await goTo(page, "Audience");
      await checks.getByRole("button", { name: /Answers 404/ }).click();
      // It is written for all platforms, and mended there.
      await expect(image(page)).toBeFocused();
      await image(page).fill(`${at}/page`);
      await expect(checks.getByText("Not an image: text/html")).toBeVisible();
      await expect(checks.getByText("Answers 404")).toHaveCount(0);
    });

    await test.step("a slow one delays neither typing nor sending", async () => {
      await image(page).fill(`${at}/slow.png`);
      await expect(page.getByText("Looking at the image …")).toBeVisible();
      await expect.poll(() => open.length).toBe(1);
      await page.getByRole("textbox", { name: "Title", exact: true }).fill("Meanwhile");
      await expect(page.locator("[data-bar]").getByText(/^Saved/)).toBeVisible();
      await page.getByRole("button", { name: "Send to 3 recipients" }).click();
      // Counted by the service, while it still waits for the picture.
      await expect(
        page.getByRole("dialog").getByRole("button", { name: "Send to 3" }),
      ).toBeEnabled();
      expect(open).toHaveLength(1);
      await page.keyboard.press("Escape");
      isSlow = false;
      for (const answer of open) answer();
      // On a slow machine the service's check has timed out by now; it runs again when the window
      // regains the focus.
      await expect(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event("focus")));
        await expect(page.getByText(/^1,200 × 600/)).toBeVisible({ timeout: 1_000 });
      }).toPass();
    });
  });
});
