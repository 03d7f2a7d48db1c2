import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "./support/fixtures";

/** Words of the interface that no sentence for people may have. */
const wire: [string, RegExp][] = [
  ["a constant", /\b[A-Z]{2,}(?:_[A-Z]+)+\b/],
  ["a JSON pointer", /(?:^|[\s“"(])\/(?:channels|destination|message|appid|notifyurl|expiry)(?:\/|\b)/],
  ["the wire's param", /\bparam '/],
  ["an HTTP code", /\bHTTP \d{3}\b/],
  ["a header", /Idempotency-Key/i],
  ["a code", /(?<![\w.,-])7[0-5]\d\d(?![\w.,-])/],
];

/**
 * The wire's words on a page as it stands, each with the sentence that it is in. Text that is quoted from a machine on purpose is left out: code, what is behind a
 * disclosure that is closed, and what somebody wrote.
 */
async function wireWords(page: Page): Promise<string[]> {
  const sentences = await page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const quoted = parent?.closest("pre, code, .code, textarea, script, style, [role=figure], figure");
      if (parent && !quoted && parent.checkVisibility()) texts.push(node.textContent?.trim() ?? "");
    }
    return texts;
  });
  return sentences.flatMap((text) => wire.flatMap(([what, pattern]) => (pattern.test(text) ? [`${what}: ${text}`] : [])));
}

const stepsOf = (page: Page) => page.getByRole("navigation", { name: "Steps" });
const goTo = (page: Page, step: string) => stepsOf(page).getByRole("button", { name: step }).click();

test("pages speak in plain words", async ({ signedIn: page, server }) => {
  test.setTimeout(240_000);
  await fetch(`${server.origin}/resources/v1/messaging`, {
    method: "POST",
    headers: { key: server.serviceKey },
    body: JSON.stringify({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1", "nobody"] }],
      channels: { push: { android: { title: "In plain words", text: "Text" } } },
    }),
  });
  for (const path of ["/", "/campaigns", "/audiences", "/messages", "/devices"]) {
    await page.goto(server.origin + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect.soft(await wireWords(page), path).toEqual([]);
  }
  await page.goto(`${server.origin}/messages`);
  // Those alone that did not arrive everywhere.
  await page.getByRole("combobox", { name: "Outcome" }).click();
  await page.getByRole("option", { name: "With failures" }).click();
  await expect(page).toHaveURL(/outcome=failures/);
  await page.getByRole("link", { name: "In plain words" }).first().click();
  await page.getByRole("heading", { name: "In plain words" }).waitFor();
  await expect(page.getByRole("table", { name: "Deliveries" })).toContainText("No device");
  expect.soft(await wireWords(page), "a message").toEqual([]);
  await page.getByRole("listitem").filter({ hasText: "No device" }).getByText("Details").click();
  await expect(page.getByText("In delivery updates: 7105 Unknown user").first()).toBeVisible();
});

test("the composer speaks in plain words, of what is wrong too", async ({ signedIn: page, server }) => {
  test.setTimeout(240_000);
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  for (const step of ["Audience", "Content", "Buttons", "Delivery", "Review"]) {
    await goTo(page, step);
    expect.soft(await wireWords(page), step).toEqual([]);
  }
  await goTo(page, "Content");
  await page.getByRole("textbox", { name: "Image URL" }).fill("ftp://shop.example/a.png");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("");
  await page.getByRole("tab", { name: "Checks" }).click();
  await expect(stepsOf(page).getByRole("button", { name: /Content \d+ problem/ })).toBeVisible();
  expect.soft(await wireWords(page), "Checks").toEqual([]);
  for (const tab of ["Android", "iOS", "Web"]) {
    await page.getByRole("tab", { name: tab }).first().click();
    expect.soft(await wireWords(page), tab).toEqual([]);
  }
  await page.getByRole("tab", { name: "All", exact: true }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("न".repeat(1_500));
  await goTo(page, "Review");
  await page.getByRole("tab", { name: "Bytes" }).click();
  expect.soft(await wireWords(page), "too large").toEqual([]);
});
