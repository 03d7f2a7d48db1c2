import { gzipSync } from "node:zlib";
import { expect, type Browser } from "@playwright/test";
import { test, type Workspace } from "../support/fixtures";
import { signInByHttp, type HttpSession } from "../support/http-session";

const kilobyte = 1_024;

/**
 * JavaScript that a page has loaded by the time nothing more comes, gzip, in bytes. Polyfills are
 * for browsers that this one is not.
 */
async function weightOf(
  browser: Browser,
  { origin }: Pick<Workspace, "origin">,
  path: string,
  session?: HttpSession,
): Promise<number> {
  const context = await browser.newContext();
  const cookies = session?.cookies() ?? [];
  if (cookies.length > 0)
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: origin })));
  const page = await context.newPage();
  const weighed: Promise<number>[] = [];
  page.on("response", (answer) => {
    if (answer.request().resourceType() === "script")
      weighed.push(answer.body().then((body) => gzipSync(body).length));
  });
  // A page that follows what happens never comes to rest by itself.
  await page.goto(origin + path, { waitUntil: "load" });
  await page
    .getByRole("heading", { level: 1 })
    .or(page.getByText("Page not found"))
    .first()
    .waitFor();
  // Its fields are inert until their code is there.
  if (path === "/compose") await page.getByRole("textbox", { name: "Name of the message" }).click();
  await page.waitForFunction(() =>
    performance
      .getEntriesByType("resource")
      .every((entry) => (entry as PerformanceResourceTiming).responseEnd > 0),
  );
  const sum = (await Promise.all(weighed)).reduce((all, one) => all + one, 0);
  await context.close();
  return sum;
}

test("pages bring no more JavaScript than they may", async ({ browser, workspace }) => {
  const session = await signInByHttp(workspace);
  // What every page of this build has: the framework, and the theme.
  const empty = await weightOf(browser, workspace, "/nowhere");
  expect(empty).toBeGreaterThan(100 * kilobyte);
  const beyond = async (path: string, own?: HttpSession) =>
    Math.ceil(((await weightOf(browser, workspace, path, own)) - empty) / kilobyte);
  // Who signs in waits for this one, and nothing of the console is of use there.
  expect(await beyond("/sign-in")).toBeLessThanOrEqual(15);
  expect(await beyond("/", session)).toBeLessThanOrEqual(65);
  expect(await beyond("/compose", session)).toBeLessThanOrEqual(310);
  expect(await beyond("/messages", session)).toBeLessThanOrEqual(75);
});
