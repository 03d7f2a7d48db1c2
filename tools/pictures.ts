import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "playwright";
import { composeExample, signIn } from "@/e2e/support/fixtures";
import { startServer } from "@/e2e/support/server";
import { findBrowser, howToGetOne } from "./browser.mjs";
import { buildConsole, buildServer, prepareDatabase } from "./prepare.mjs";

// `npm run pictures`: makes the pictures of README from a running console with its sandbox.
const folder = join(import.meta.dirname, "../docs/pictures");
/** A picture is part of every clone and of the first page that people see. */
const mostBytes = 120 * 1024;
const viewport = { width: 1440, height: 900 };

/** Returns what the page shows as WebP, which is a third of the same picture as PNG. */
async function webpOf(page: Page, encoder: Page): Promise<Buffer> {
  const png = (await page.screenshot({ animations: "disabled", caret: "hide" })).toString("base64");
  const webp = await encoder.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", 0.85).split(",")[1] ?? "";
  }, png);
  return Buffer.from(webp, "base64");
}

/** Composes the example, and shows it on one device or, for `all`, on every screen. */
async function compose(page: Page, origin: string, all: boolean): Promise<void> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Your order is on its way");
  await page
    .getByRole("textbox", { name: "Text", exact: true })
    .fill("It arrives tomorrow between 9 and 11. Tap to follow it.");
  if (all) await page.getByRole("radio", { name: "All devices" }).click();
  await page
    .locator("[data-bar]")
    .getByText(/^Saved/)
    .waitFor();
  await page.mouse.move(0, 0);
}

prepareDatabase();
buildConsole();
buildServer();
const executablePath = await findBrowser();
if (executablePath === undefined) throw new Error(howToGetOne);
const server = await startServer();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const encoder = await browser.newPage();
mkdirSync(folder, { recursive: true });
for (const colorScheme of ["light", "dark"] as const) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    reducedMotion: "reduce",
    deviceScaleFactor: 1,
  });
  const page = await context.newPage();
  await signIn(page, server);
  await compose(page, server.origin, colorScheme === "dark");
  const picture = await webpOf(page, encoder);
  if (picture.length > mostBytes)
    throw new Error(
      `The ${colorScheme} picture has ${picture.length} bytes; at most ${mostBytes} are allowed.`,
    );
  writeFileSync(join(folder, `composer-${colorScheme}.webp`), picture);
  process.stdout.write(`docs/pictures/composer-${colorScheme}.webp: ${picture.length} bytes\n`);
  await context.close();
}
await browser.close();
await server.stop();
