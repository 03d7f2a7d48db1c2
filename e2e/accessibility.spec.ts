import { expect } from "@playwright/test";
import { objections } from "./support/axe";
import { composeExample, confirmSend, test } from "./support/fixtures";

const administration = [
  "/start",
  "/notices",
  "/account",
  "/devices/suppressed",
  "/settings/services",
  "/settings/apps",
  "/settings/notify-urls",
  "/settings/members",
  "/settings/audit",
];

test("axe finds nothing on a page of administration, in light or dark", async ({ signedIn: page, server }) => {
  test.setTimeout(240_000);
  for (const path of administration) {
    await page.goto(server.origin + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect.soft(await objections(page), `${path}, ${colorScheme}`).toEqual([]);
    }
  }
});

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing on any page, ${colorScheme}`, async ({ signedIn: page, server }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await fetch(`${server.origin}/resources/v1/messaging`, {
      method: "POST",
      headers: { key: server.serviceKey },
      body: JSON.stringify({
        deliverychannel: "push",
        appid: "sandbox",
        destination: [{ userid: ["user-1", "nobody"] }],
        channels: { push: { android: { title: "For axe", text: "Text" } } },
      }),
    });
    for (const path of ["/", "/compose", "/campaigns", "/media", "/audiences", "/messages", "/devices", "/reference"]) {
      await page.goto(server.origin + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect.soft(await objections(page), path).toEqual([]);
    }
    await page.goto(`${server.origin}/compose`);
    await composeExample(page);
    const steps = page.getByRole("navigation", { name: "Steps" });
    for (const step of ["Content", "Buttons", "Delivery", "Review"]) {
      await steps.getByRole("button", { name: step }).click();
      if (step === "Content") {
        await page.getByRole("tab", { name: "Android" }).click();
        for (const group of await page.locator("summary").all()) await group.click();
        await page.getByRole("button", { name: "Add a tag" }).click();
        await page.getByRole("radio", { name: "All devices" }).click();
        await page.getByRole("button", { name: /^Settings of the devices/ }).click();
        await page.getByRole("radio", { name: "Largest" }).click();
        await page.getByRole("radio", { name: "Right to left" }).click();
      }
      if (step === "Buttons") await page.getByRole("radio", { name: "Shop Now and Cancel" }).click();
      expect.soft(await objections(page), `compose, ${step}`).toEqual([]);
    }
    await steps.getByRole("button", { name: "Content" }).click();
    await page.getByRole("tab", { name: "All", exact: true }).click();
    await page.getByRole("button", { name: "Insert an emoji into Text" }).click();
    await page.getByRole("gridcell", { name: "grinning face", exact: true }).waitFor();
    expect.soft(await objections(page), "compose, emoji").toEqual([]);
    await page.keyboard.type("no such thing");
    await page.getByText(/No emoji is called/).waitFor();
    expect.soft(await objections(page), "compose, no emoji").toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Insert a parameter into Text" }).click();
    await page.getByRole("button", { name: "Choose a template" }).waitFor();
    expect.soft(await objections(page), "compose, no template").toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Template" }).click();
    await page.getByRole("option", { name: /Order shipped/ }).click();
    await page.getByRole("button", { name: /Write over parts/ }).click();
    await page.getByRole("button", { name: "Insert a parameter into Text" }).click();
    await page.getByRole("option", { name: /order/ }).waitFor();
    expect.soft(await objections(page), "compose, parameters").toEqual([]);
    await page.keyboard.press("Escape");
    await composeExample(page);
    for (const view of ["JSON", "cURL", "Checks", "Bytes"]) {
      await page.getByRole("tab", { name: view }).click();
      expect.soft(await objections(page), `compose, ${view}`).toEqual([]);
    }
    for (const name of ["Test", "Schedule", /^Send to/]) {
      await page.getByRole("button", { name }).click();
      await page.getByRole("dialog").waitFor();
      expect.soft(await objections(page), `compose, ${String(name)}`).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.goto(`${server.origin}/messages`);
    await page.getByRole("link", { name: "For axe" }).first().click();
    await page.getByRole("heading", { name: "For axe" }).waitFor();
    expect.soft(await objections(page), "a message").toEqual([]);
  });

test("no page is wider than a phone", async ({ signedIn: page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/", "/compose", "/campaigns", "/media", "/audiences", "/messages", "/devices", "/reference", ...administration]) {
    await page.goto(server.origin + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    if (path === "/compose") await page.getByRole("navigation", { name: "Steps" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
  // Every place is in reach of a thumb, none half out of sight.
  const main = page.getByRole("navigation", { name: "Main" });
  expect(await main.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBe(0);
  await main.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Audiences" }).click();
  await expect(page.getByRole("heading", { name: "Audiences", level: 1 })).toBeVisible();
});

test("on a tablet no list is wider than its place, so that what can be done with a row is in reach", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await confirmSend(page);
  await page.getByText("Accepted, on its way").waitFor();
  for (const path of ["/campaigns", "/audiences", "/messages", "/devices"]) {
    await page.goto(server.origin + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    for (const width of [700, 768, 820, 900, 960, 1024]) {
      await page.setViewportSize({ width, height: 1000 });
      const beyond = () =>
        page.evaluate(() =>
          Math.max(
            ...[document.documentElement, ...Array.from(document.querySelectorAll("table"), (table) => table.parentElement ?? table)].map(
              (box) => box.scrollWidth - box.clientWidth,
            ),
          ),
        );
      await expect.poll(beyond, `${path} at ${width}`).toBe(0);
    }
  }
});

test("an address that leads nowhere says so in a page with a heading", async ({ signedIn: page, server }) => {
  const nothing = "00000000-0000-7000-8000-000000000000";
  for (const path of ["/nowhere", `/messages/${nothing}`, `/campaigns/${nothing}`]) {
    await page.goto(server.origin + path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/There is no(thing at this address| such)/);
    expect.soft(await objections(page), path).toEqual([]);
  }
});
