import { chromium, type Locator, type Page } from "@playwright/test";
import { signIn } from "../e2e/support/fixtures";
import { startServer } from "../e2e/support/server";
import { findBrowser } from "../tools/browser.mjs";

/**
 * From a keystroke to the painted preview, with the wall of all devices on and the CPU slowed down
 * four times (DevTools), compared with a page with a bare `<textarea>` and a copy of its text in
 * the same browser, and with the composer's own page without its program: what the browser itself
 * needs to lay out and paint those pictures. Run: `npm run bench:composer` after `npm start` has
 * built the console once.
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
const bare = await measure("bare textarea", () => openBare(page));
for (const place of ["composer, one device", "composer, all devices"]) {
  await report(place, () => openComposer(page, place.endsWith("all devices")));
  await report(`${place}, no program`, () => takeProgramAway(page));
}
await browser.close();
await server.stop();
process.stdout.write(`${JSON.stringify({ bench: "composer", ratios })}\n`);
process.exit(0);

async function report(place: string, open: () => Promise<Locator>): Promise<void> {
  ratios[`${place}, p95 to a bare textarea's`] = Number(
    ((await measure(place, open)) / bare).toFixed(2),
  );
}

async function openBare(into: Page): Promise<Locator> {
  await into.goto("about:blank");
  await into.setContent(
    '<label for="t">Text</label><textarea id="t"></textarea><figure aria-label=""></figure>',
  );
  await into.evaluate(() => {
    const area = document.querySelector("textarea");
    area?.addEventListener("input", () =>
      document.querySelector("figure")?.setAttribute("aria-label", area.value),
    );
  });
  return into.getByRole("textbox", { name: "Text", exact: true });
}

async function openComposer(into: Page, all: boolean): Promise<Locator> {
  await into.goto(`${server.origin}/compose`);
  await into
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
  if (all) await into.getByRole("radio", { name: "All devices" }).click();
  return into.getByRole("textbox", { name: "Text", exact: true });
}

/**
 * The page as it stands, without listeners: a key writes the text into the pictures in sight, and
 * that is all that happens.
 */
async function takeProgramAway(from: Page): Promise<Locator> {
  const probe = "Qzx";
  await from.getByRole("textbox", { name: "Text", exact: true }).fill(probe);
  await from
    .getByRole("figure", { name: new RegExp(probe) })
    .first()
    .waitFor();
  await from.evaluate((probeText) => {
    // A copy of a text field is empty.
    const at = Array.from(document.querySelectorAll("textarea")).findIndex(
      ({ value }) => value === probeText,
    );
    document.body.replaceWith(document.body.cloneNode(true));
    for (const script of document.querySelectorAll("script")) script.remove();
    const area = document.querySelectorAll("textarea")[at];
    if (!area) throw new Error("the page has no such text field");
    area.id = "without-program";
    area.value = probeText;
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const box = node.parentElement?.getBoundingClientRect();
      const isInSight =
        box !== undefined && box.width > 0 && box.bottom > 0 && box.top < window.innerHeight;
      if (
        node instanceof Text &&
        node.data.includes(probeText) &&
        isInSight &&
        !area.contains(node)
      )
        texts.push(node);
    }
    area.addEventListener("input", () => {
      for (const text of texts) {
        text.data = area.value;
        text.parentElement?.closest("figure")?.setAttribute("aria-label", area.value);
      }
    });
  }, probe);
  return from.locator("#without-program");
}

/**
 * Types into the field of a page; returns the 95th percentile of the time from key to paint, in
 * milliseconds.
 */
async function measure(place: string, open: () => Promise<Locator>): Promise<number> {
  await slow.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const field = await open();
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
  for (const [n, letter] of Array.from(text).entries()) {
    await page.keyboard.type(letter);
    await page.waitForFunction(
      (least) => (window as unknown as { times: number[] }).times.length > least,
      n,
      { timeout: 10_000 },
    );
  }
  const times = (
    await page.evaluate(() => (window as unknown as { times: number[] }).times)
  ).toSorted((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  process.stdout.write(
    `${place.padEnd(33)} p50 ${at(0.5).toFixed(1).padStart(6)} ms   p95 ${at(0.95).toFixed(1).padStart(6)} ms   (${times.length} keys, CPU ${slowDown} × slower)\n`,
  );
  return at(0.95);
}
