import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";
import { begin, saved } from "../support/template-pages";

/** What is downloaded by a press. */
async function download(page: Page, press: () => Promise<void>): Promise<Uint8Array<ArrayBuffer>> {
  const began = page.waitForEvent("download");
  await press();
  const file = await began;
  expect(file.suggestedFilename()).toBe("templates.zip");
  return Uint8Array.from(readFileSync(await file.path()));
}

/** Chooses a zip file to import. */
async function choose(page: Page, zip: Uint8Array): Promise<void> {
  await page
    .getByRole("dialog", { name: "Import templates" })
    .getByLabel("Choose a zip file")
    .setInputFiles({
      name: "templates.zip",
      mimeType: "application/zip",
      buffer: Buffer.from(zip),
    });
}

async function openImport(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Import or export" }).click();
  await page.getByRole("menuitem", { name: "Import …" }).click();
}

test("templates can be exported as files and imported as drafts", async ({ page, workspace }) => {
  const { appid } = workspace;
  await test.step("a template is created", async () => {
    await begin(page, workspace.origin, "Filed away");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("The words of the file");
    await saved(page);
    await page.goto(`${workspace.origin}/templates`);
    await expect(page.getByRole("link", { name: "Filed away" })).toBeVisible();
  });

  const text = `${appid}/filed_away/android.txt`;
  const exportOne = async () => {
    await page.getByRole("checkbox", { name: "Select Filed away" }).click();
    return download(page, () =>
      page
        .getByRole("toolbar", { name: "Selection" })
        .getByRole("link", { name: "Export" })
        .click(),
    );
  };
  const { whole, files } =
    await test.step("all templates are exported, and one alone", async () => {
      await page.getByRole("button", { name: "Import or export" }).click();
      const whole = await download(page, () =>
        page.getByRole("menuitem", { name: /^Export \d+ templates$/ }).click(),
      );
      expect(Object.keys(unzipSync(whole))).toEqual(
        expect.arrayContaining([
          "clarion.schema.json",
          text,
          `${appid}/order_shipped/template.json`,
        ]),
      );
      const files = unzipSync(await exportOne());
      expect(Object.keys(files).filter((name) => name.endsWith("template.json"))).toEqual([
        `${appid}/filed_away/template.json`,
      ]);
      expect(strFromU8(files[text] ?? new Uint8Array())).toBe("The words of the file\n");
      return { whole, files };
    });

  const dialog = page.getByRole("dialog", { name: "Import templates" });
  await test.step("an unchanged file has nothing to import", async () => {
    await openImport(page);
    await choose(page, whole);
    await expect(dialog.getByRole("status")).toHaveText(/^\d+ unchanged$/);
    await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  });

  await test.step("a changed file is imported after a look at what changes", async () => {
    const main = files[`${appid}/filed_away/template.json`] ?? new Uint8Array();
    await choose(
      page,
      zipSync({
        [`clarion/${appid}/filed_away/template.json`]: main,
        [`clarion/${appid}/filed_away/android.txt`]: strToU8("Words of ${nobody}\n"),
        [`clarion/${appid}/filed_away/ios.txt`]:
          files[`${appid}/filed_away/ios.txt`] ?? new Uint8Array(),
        [`clarion/${appid}/from_a_file/template.json`]: strToU8(
          JSON.stringify({ name: "From a file", blocks: { android: { text: "Hello" } } }),
        ),
        [`clarion/${appid}/broken/template.json`]: strToU8("{"),
        "clarion/elsewhere/away/template.json": strToU8(JSON.stringify({ name: "Away" })),
      }),
    );
    await expect(dialog.getByRole("status")).toHaveText("1 new, 1 changed, 2 can’t be imported");
    const row = (name: string) =>
      dialog
        .getByRole("list", { name: "Templates of the file" })
        .getByRole("listitem")
        .filter({ hasText: name });
    await expect(row(`${appid}/broken`).first()).toContainText("template.json");
    await expect(row("elsewhere/away").first()).toContainText(
      "This service has no app “elsewhere”.",
    );
    await expect(row(`${appid}/filed_away`).first()).toContainText(
      "Android text: A text names a parameter that the template doesn’t have.",
    );
    expect(await objections(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Import 2 templates" }).click();
    await expect(page.getByText("2 templates imported as drafts")).toBeVisible();
    await expect(dialog).toBeHidden();
    await page.getByRole("link", { name: "From a file" }).click();
    await expect(page.getByRole("heading", { name: "From a file", level: 1 })).toBeVisible();
    await page.goto(`${workspace.origin}/templates`);
    const again = unzipSync(await exportOne());
    expect(strFromU8(again[text] ?? new Uint8Array())).toBe("Words of ${nobody}\n");
  });

  await test.step("a hostile file is refused", async () => {
    await page.goto(`${workspace.origin}/templates`);
    await openImport(page);
    await choose(page, zipSync({ "../outside/of/template.json": strToU8("{}") }));
    await expect(dialog.getByRole("alert")).toContainText("a path outside of the archive");
    await choose(page, zipSync({ "sandbox/bomb/template.json": new Uint8Array(60_000_000) }));
    await expect(dialog.getByRole("alert")).toContainText("unpacks to more than 50 MB");
    await choose(page, strToU8("no zip"));
    await expect(dialog.getByRole("alert")).toHaveText("This is no zip file.");
  });
});
