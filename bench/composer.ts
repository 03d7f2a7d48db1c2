import { chromium } from "@playwright/test";
import { findBrowser } from "../tools/browser.mjs";
import { signIn } from "../e2e/support/fixtures";
import { startServer } from "../e2e/support/server";

/**
 * From a keystroke to the painted preview, with the wall of all devices on and the CPU slowed down four times (DevTools), beside a page with a bare
 * `<textarea>` and a copy of its text in the same browser. Run: `npm run bench:composer` after `npm start` has built the console once.
 */
const text = "Everything for the beach, 20 % off until Sunday evening. Tap!";
const slowDown = 4;

const executablePath = await findBrowser();
if (!executablePath) throw new Error("No browser was found.");
const server = await startServer();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1440, height: 950 } });
await signIn(page, server);
const slow = await page.context().newCDPSession(page);

const ratios: Record<string, number> = {};
let bare: number | undefined;
for (const place of ["bare textarea", "composer, one device", "composer, all devices"]) {
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  if (place === "bare textarea") {
    await page.goto("about:blank");
    await page.setContent('<label for="t">Text</label><textarea id="t"></textarea><figure aria-label=""></figure>');
    await page.evaluate(() => {
      const area = document.querySelector("textarea");
      area?.addEventListener("input", () => document.querySelector("figure")?.setAttribute("aria-label", area.value));
    });
  } else {
    await page.goto(`${server.origin}/compose`);
    await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Content" }).click();
    if (place.endsWith("all devices")) await page.getByRole("radio", { name: "All devices" }).click();
  }
  const field = page.getByRole("textbox", { name: "Text", exact: true });
  // Not empty: a picture that appears is no change of one.
  await field.fill("-");
  await slow.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { times });
    let pressed = 0;
    addEventListener("keydown", () => (pressed = performance.now()), true);
    // The last of the pictures to change is the one that counts.
    new MutationObserver(() => {
      const from = pressed;
      const done = new MessageChannel();
      // A frame is painted between the callback before it and the next task.
      requestAnimationFrame(() => {
        done.port1.onmessage = () => {
          const took = performance.now() - from;
          if (from === pressed && from > 0) times.push(took);
        };
        done.port2.postMessage(undefined);
      });
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ["aria-label"] });
  });
  await field.focus();
  await page.keyboard.press("End");
  const painted = () => page.evaluate(() => (window as unknown as { times: number[] }).times.length);
  for (const [n, letter] of Array.from(text).entries()) {
    await page.keyboard.type(letter);
    await page.waitForFunction((least) => (window as unknown as { times: number[] }).times.length > least, n, { timeout: 10_000 });
  }
  const count = await painted();
  const times = (await page.evaluate(() => (window as unknown as { times: number[] }).times)).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  bare ??= at(0.95);
  ratios[`${place}, p95 to a bare textarea's`] = Number((at(0.95) / bare).toFixed(2));
  process.stdout.write(
    `${place.padEnd(22)} p50 ${at(0.5).toFixed(1).padStart(6)} ms   p95 ${at(0.95).toFixed(1).padStart(6)} ms   (${count} keys, CPU ${slowDown} × slower)\n`,
  );
}
await browser.close();
await server.stop();
process.stdout.write(`${JSON.stringify({ bench: "composer", ratios })}\n`);
process.exit(0);
