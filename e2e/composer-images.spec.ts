import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page } from "@playwright/test";
import { jpeg, png } from "../lib/media/testing";
import { composeExample, test } from "./support/fixtures";

const goTo = (page: Page, step: string) => page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
const image = (page: Page) => page.getByRole("textbox", { name: /^Image URL/ });

test.describe("a picture is looked at", () => {
  let pictures: Server;
  let at: string;
  let open: (() => void)[] = [];
  let isGone = true;
  let isSlow = true;

  test.beforeAll(async () => {
    pictures = createServer((request, response) => {
      const found = (bytes: Uint8Array, type: string) => response.writeHead(200, { "content-type": type }).end(bytes);
      if (request.url === "/good.jpg") found(Buffer.concat([jpeg(1_200, 600), Buffer.alloc(188_000)]), "image/jpeg");
      else if (request.url === "/square.png") found(png(600, 600), "image/png");
      else if (request.url === "/huge.png") found(Buffer.concat([png(40_000, 40_000), Buffer.alloc(1_100_000)]), "image/png");
      else if (request.url === "/page") found(Buffer.from("<!doctype html><p>A page"), "text/html; charset=utf-8");
      else if (request.url === "/mended.png" && !isGone) found(png(1_200, 600), "image/png");
      else if (request.url === "/slow.png" && isSlow) open.push(() => found(png(1_200, 600), "image/png"));
      else if (request.url === "/slow.png") found(png(1_200, 600), "image/png");
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => pictures.listen(0, "127.0.0.1", resolve));
    at = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`;
  });
  test.afterAll(async () => {
    pictures.closeAllConnections();
    await new Promise((resolve) => pictures.close(resolve));
  });
  test.beforeEach(async ({ signedIn: page, server }) => {
    open = [];
    await page.goto(`${server.origin}/compose`);
    await composeExample(page);
    await goTo(page, "Content");
  });

  test("its size, weight and format stand below its address, with what platforms make of it", async ({ signedIn: page }) => {
    await image(page).fill(`${at}/good.jpg`);
    await expect(page.getByText("1,200 × 600, 184 KB, JPEG · Browsers show no image")).toBeVisible();
    // What is told at the field is read with it.
    await expect(image(page)).toHaveAccessibleDescription(/1,200 × 600, 184 KB, JPEG/);
    await image(page).fill(`${at}/square.png`);
    await expect(page.getByText(/600 × 600, .*Android crops it to 2:1 \(about 50 % stays\)/)).toBeVisible();
    await page.getByRole("tab", { name: /^iOS/ }).click();
    await expect(page.getByText(/^600 × 600, \d+ bytes, PNG$/)).toBeVisible();
  });

  test("what is wrong with it is told at the field and among the checks, and stops nobody", async ({ signedIn: page }) => {
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
    await image(page).fill(`${at}/huge.png`);
    await expect(checks.getByText("Too large for Android")).toBeVisible();
    await expect(checks.getByText("Too many pixels")).toBeVisible();
    await expect(checks.getByText("Answers 404")).toHaveCount(0);
  });

  test("one that was mended meanwhile is looked at again when somebody comes back", async ({ signedIn: page }) => {
    isGone = true;
    await page.clock.install();
    await image(page).fill(`${at}/mended.png`);
    await page.clock.runFor(2_000);
    await expect(page.getByText("Answers 404 (not found).")).toBeVisible();
    isGone = false;
    // Longer than the service remembers what was wrong.
    await expect(async () => {
      await page.clock.runFor(11_000);
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await page.clock.runFor(1_000);
      await expect(page.getByText(/^1,200 × 600/)).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 30_000 });
  });

  test("one that takes its time holds up neither typing nor sending", async ({ signedIn: page }) => {
    await image(page).fill(`${at}/slow.png`);
    await expect(page.getByText("Looking at the image …")).toBeVisible();
    await expect.poll(() => open.length).toBe(1);
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Meanwhile");
    await expect(page.locator("[data-bar]").getByText(/^Saved/)).toBeVisible();
    await page.getByRole("button", { name: "Send to 3 recipients" }).click();
    // Counted by the service, while it still waits for the picture.
    await expect(page.getByRole("dialog").getByRole("button", { name: "Send to 3" })).toBeEnabled();
    expect(open).toHaveLength(1);
    await page.keyboard.press("Escape");
    isSlow = false;
    for (const answer of open) answer();
    // On a slow machine the service has given it up by now; it is looked at again when somebody comes back.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await expect(page.getByText(/^1,200 × 600/)).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });

  test("an image over http is looked at by the service, and not asked for by the console, which may not", async ({ signedIn: page }) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await image(page).fill(`${at}/good.jpg`);
    await page.getByRole("radio", { name: "Expanded" }).click();
    await expect(page.getByText("Not shown here: not https").first()).toBeVisible();
    await expect(page.getByText(/^1,200 × 600/)).toBeVisible();
    expect(complaints).toEqual([]);
  });

  test("an address that is not absolute is never loaded, least of all from the console", async ({ signedIn: page, server }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    for (const url of ["icon.svg", "/icon.svg", "//localhost/icon.svg", "./icon.svg", "ftp://x/icon.svg"]) {
      await image(page).fill(url);
      await page.getByRole("radio", { name: "Expanded" }).click();
      await expect(page.getByText("Picture not found").first()).toBeVisible();
    }
    await expect(page.locator("img[src*='icon.svg']")).toHaveCount(0);
    // The page has an icon of its own, which Next names with a hash.
    expect(asked.filter((url) => url.endsWith("icon.svg") && url.startsWith(server.origin))).toEqual([]);
  });
});
