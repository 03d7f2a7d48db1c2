import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { built, pathOf } from "../../tests/processes/actions";
import { expectNoObjections, objections } from "../support/axe";
import { test } from "../support/fixtures";
import { sendSandbox } from "../support/send-sandbox";
import { wireWords } from "../support/wire-words";

const pages = Object.keys(built("app-paths-manifest.json"))
  .filter((name) => name.endsWith("/page") && !name.startsWith("/_"))
  .map((name) => name.replaceAll(/\/\([^)]*\)/g, "").replace(/\/page$/, "") || "/");
const fixed = pages.filter((path) => !path.includes("["));

/** Pages about one thing, with the list that links to it in the sandbox. */
const linked: Record<string, string> = {
  "/messages/[transid]": "/messages",
  "/audiences/[id]": "/audiences",
  "/audiences/users/[id]": "/audiences/users",
  "/templates/[id]": "/templates",
  "/devices/[id]": "/devices/registered",
  "/settings/apps/[id]": "/settings/apps",
  "/settings/services/[id]": "/settings/services",
};
/** Pages that exist only after steps of their own, with the test that looks at them with axe. */
const elsewhere: Record<string, string> = {
  "/campaigns/[id]": "campaigns/approval",
  "/audiences/segments/[id]": "audiences/segments",
  "/devices/erased/[id]": "devices/registered",
  "/settings/notify-urls/updates/[transid]/[id]": "settings/notify-urls",
  "/settings/sign-on/[id]": "sign-in/sign-on",
  "/templates/[id]/compare": "templates/compare",
  "/templates/[id]/edit": "templates/samples",
  "/preview/[token]": "templates/share",
  "/invitation/[token]": "settings/members",
  "/reset/[token]": "settings/members",
};
/** Pages for developers, which name codes, headers and members of the interface. */
const technical = [
  "/reference",
  "/start",
  "/settings/notify-urls",
  "/settings/services",
  "/settings/audit",
];

async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
}

async function look(page: Page, path: string): Promise<void> {
  await expectNoObjections(page);
  if (!technical.some((one) => path.startsWith(one)))
    expect.soft(await wireWords(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), "width on a phone")
    .toBeLessThanOrEqual(390);
}

test.beforeEach(async ({ workspace }) => {
  await sendSandbox(workspace, ["user-1", "nobody"], {
    android: { title: "For every page", text: "Text" },
  });
});

test.describe("accessible in light and dark, in plain words, no wider than a phone:", () => {
  for (const path of fixed)
    test(path, async ({ page, workspace }) => {
      await page.goto(workspace.origin + path);
      await settled(page);
      await look(page, path);
    });

  for (const [path, list] of Object.entries(linked))
    test(path, async ({ page, workspace }) => {
      await page.goto(workspace.origin + list);
      const before = path.slice(0, path.indexOf("["));
      const link = page.getByRole("main").locator(`a[href^="${before}"]`).filter({ visible: true });
      const addresses = async () =>
        (await link.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""))).filter(
          (href) => /^[\w-]{20,}([?#]|$)/.test(href.slice(before.length)),
        );
      await expect
        .poll(async () => (await addresses()).length, `links on ${list}`)
        .toBeGreaterThan(0);
      const [address = ""] = await addresses();
      await page.goto(workspace.origin + address);
      await settled(page);
      await look(page, path);
    });

  test("every page of the build is in this file or has a test of its own", () => {
    const nowhere = "/[...nowhere]";
    expect(pages.filter((path) => path.includes("[")).toSorted()).toEqual(
      [...Object.keys(linked), ...Object.keys(elsewhere), nowhere].toSorted(),
    );
    for (const [path, spec] of Object.entries(elsewhere))
      expect(
        readFileSync(join(import.meta.dirname, "..", `${spec}.spec.ts`), "utf8"),
        path,
      ).toMatch(/objections\(/i);
  });

  for (const path of ["/nowhere", pathOf("/messages/[transid]"), pathOf("/campaigns/[id]")])
    test(`not found: ${path}`, async ({ page, workspace }) => {
      await page.goto(workspace.origin + path);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        /Page not found|There is no such/,
      );
      expect(await objections(page)).toEqual([]);
    });
});

test("on a phone every area is in reach", async ({ page, workspace }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${workspace.origin}/reference`);
  const main = page.getByRole("navigation", { name: "Main" });
  expect(await main.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
  await main.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Audiences" }).click();
  await expect(page.getByRole("heading", { name: "Audiences", level: 1 })).toBeVisible();
});
