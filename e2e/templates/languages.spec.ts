import { readFileSync } from "node:fs";
import { expect, type Download, type Page } from "@playwright/test";
import { test } from "../support/fixtures";
import { begin, figure, publish, saved } from "../support/template-pages";

const languages = (page: Page) => page.getByRole("region", { name: "Languages" });

async function add(page: Page, typed: string): Promise<void> {
  await page.getByRole("button", { name: "Add language" }).click();
  await page.getByRole("textbox", { name: "Language" }).fill(typed);
  await page.keyboard.press("Enter");
}

async function menu(page: Page, item: string): Promise<void> {
  await languages(page).getByRole("button", { name: "Import or export" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function downloadText(download: Promise<Download>): Promise<string> {
  return readFileSync(await (await download).path(), "utf8");
}

test("a template speaks to each device in its own language", async ({ page, workspace }) => {
  await test.step("it begins with one language", async () => {
    await begin(page, workspace.origin, "Greeting in many languages");
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Hello ${name}");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Your order is here");
    await expect(languages(page).getByText("One language so far")).toBeVisible();
  });

  const arabic = (label: string) =>
    page.getByRole("textbox", { name: `${label} in Arabic`, exact: true });
  await test.step("a language is added", async () => {
    await add(page, "not one");
    await expect(page.getByText("Language not found. Try its code, such as pt-BR.")).toBeVisible();
    await page.keyboard.press("Escape");
    await add(page, "arab");
    await arabic("Android title and iOS title").fill("مرحبا ${name}");
    await expect(languages(page).getByRole("button", { name: /^Arabic ar 2 of 4/ })).toBeVisible();
  });
  await test.step("the preview shows the open language, with the default text where it has none", async () => {
    await expect(figure(page, /مرحبا name.*Your order is here/)).toBeVisible();
    await expect(page.getByRole("button", { name: /right to left/ })).toBeVisible();
    await arabic("Android text and iOS text").fill("وصل طلبك");
    await expect(figure(page, /مرحبا name.*وصل طلبك/)).toBeVisible();
    await expect(
      languages(page).getByRole("button", { name: /^Arabic ar Complete/ }),
    ).toBeVisible();
    await expect(languages(page).getByText(/Firebase \d+ bytes of 4,096 bytes/)).toBeVisible();
  });

  await test.step("a change of the default text marks translations as outdated", async () => {
    // After a change of the default text its translations are marked as outdated; a user can
    // confirm that one is still right.
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Your order has arrived");
    await expect(languages(page).getByText("2 outdated")).toBeVisible();
    await page
      .getByRole("button", { name: "Android text and iOS text in Arabic is still right" })
      .click();
    await expect(languages(page).getByText("2 outdated")).toHaveCount(0);
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Hi ${name}");
    await expect(languages(page).getByText("2 outdated")).toBeVisible();
  });

  await test.step("removing a language can be undone", async () => {
    await languages(page).getByRole("button", { name: "Remove Arabic" }).click();
    await expect(languages(page).getByText("One language so far")).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(languages(page).getByRole("button", { name: /^Arabic ar/ })).toBeVisible();
    await page.getByRole("button", { name: "Redo", exact: true }).click();
    await expect(languages(page).getByText("One language so far")).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
  });

  await test.step("translations are exported and imported", async () => {
    const csv = page.waitForEvent("download");
    await menu(page, "Export as CSV");
    expect(await downloadText(csv)).toMatch(
      /^\uFEFFtext,default,ar\r\n\/android\/title,Hi \$\{name\},مرحبا \$\{name\}\r\n/,
    );
    const xliff = page.waitForEvent("download");
    await menu(page, "Export Arabic as XLIFF");
    const text = await downloadText(xliff);
    expect(text).toContain('target-language="ar"');
    expect(text).toContain('state="needs-review-translation"');
    const translated = text
      .replaceAll("مرحبا", "Olá")
      .replaceAll("وصل طلبك", "Chegou")
      .replace('target-language="ar"', 'target-language="pt"');
    const input = page.getByLabel("File with translations");
    await input.setInputFiles({
      name: "greeting.pt.xlf",
      mimeType: "application/xliff+xml",
      buffer: Buffer.from(translated),
    });
    await expect(page.getByText("Imported 4 texts")).toBeVisible();
    await languages(page)
      .getByRole("button", { name: /^Portuguese pt/ })
      .click();
    await expect(figure(page, /Olá name.*Chegou/)).toBeVisible();
    await input.setInputFiles({
      name: "x.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("one,two\n1,2\n"),
    });
    await expect(page.getByText(/The first line must be text,default/)).toBeVisible();
    await saved(page);
    await page.reload();
    await expect(languages(page).getByRole("button", { name: /^Portuguese pt/ })).toBeVisible();
    await publish(page);
  });

  await test.step("a campaign uses each language, or one for every device", async () => {
    await page.getByRole("link", { name: "Use in a campaign" }).click();
    await page
      .getByRole("navigation", { name: "Steps" })
      .getByRole("button", { name: "Content" })
      .click();
    await expect(
      page.getByText(/Arabic and Portuguese where the device asks for it/),
    ).toBeVisible();
    await page.getByRole("combobox", { name: "Preview in" }).click();
    await page.getByRole("option", { name: "Arabic" }).click();
    await expect(page.getByRole("button", { name: /right to left/ })).toBeVisible();
    await expect(figure(page, /وصل طلبك/)).toBeVisible();
    await page.getByRole("combobox", { name: "Language" }).click();
    await page.getByRole("option", { name: "Portuguese" }).click();
    await page.getByRole("textbox", { name: "name", exact: true }).fill("Maya");
    await expect(figure(page, /Olá Maya.*Chegou/)).toBeVisible();
  });
});
