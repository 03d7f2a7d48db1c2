import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { test, type Workspace } from "../support/fixtures";
import { openDialog } from "../support/open-dialog";

const file = (appid: string) =>
  [
    "appid,userid,deviceid,kind,pushid,model,language,timezone",
    `${appid},walter-1234,phone-1,android,token-of-walter-1,Pixel 9,de-DE,Europe/Berlin`,
    `${appid},walter-1234,phone-2,ios,a1b2c3d4e5f60718,iPhone 17,sv,Europe/Stockholm`,
    `${appid},wanda-1234,phone-3,android,token-of-wanda,Galaxy S26,sv,Europe/Stockholm`,
    `${appid},wanda-1234,phone-4,toaster,token-of-wanda,Toaster,sv,Europe/Stockholm`,
  ].join("\r\n");

async function importFile(page: Page, { origin, appid }: Workspace): Promise<Locator> {
  await page.goto(`${origin}/devices/registered`);
  const dialog = await openDialog(page, "Import …");
  await dialog
    .getByLabel("Choose a CSV or NDJSON file")
    .setInputFiles({ name: "devices.csv", mimeType: "text/csv", buffer: Buffer.from(file(appid)) });
  await dialog.getByRole("button", { name: "Import 4 lines" }).click();
  return dialog;
}

test("devices go from their import to their retirement", async ({ page, workspace }) => {
  await test.step("they are imported from a file", async () => {
    const dialog = await importFile(page, workspace);
    await expect(dialog.getByRole("status")).toHaveText(/^3 new, 0 updated, 1 faulty/);
    await expect(dialog.getByRole("region", { name: "Faulty lines" })).toContainText("Line 5");
    expect(await objections(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();
  });

  const table = page.getByRole("table", { name: "Registered devices" });
  await test.step("they are found by user, language and token", async () => {
    await expect(table.getByRole("row", { name: /Galaxy S26/ })).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await expect(async () => {
      await page.getByRole("searchbox", { name: "User ID, device ID, token" }).fill("walt");
      await expect(table.getByRole("row")).toHaveCount(3, { timeout: 2_000 });
    }).toPass();
    await page.getByRole("combobox", { name: "Language" }).click();
    await page.getByRole("option", { name: "Swedish (sv)" }).click();
    await expect(table.getByRole("row")).toHaveCount(2);
    await page.goto(`${workspace.origin}/devices/registered?q=token-of-walter-1`);
    await expect(table.getByRole("row")).toHaveCount(2);
    await expect(table).not.toContainText("token-of");
  });

  await test.step("their export has no tokens unless they are included", async () => {
    const exporting = await openDialog(page, "Export …");
    await exporting.getByText("NDJSON", { exact: true }).click();
    const saved = async () => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        exporting.getByRole("link", { name: "Export" }).click(),
      ]);
      return readFile(await download.path(), "utf8");
    };
    const masked = await saved();
    expect(JSON.parse(masked)).toMatchObject({
      userid: "walter-1234",
      deviceid: "phone-1",
      state: "active",
    });
    expect(masked).not.toContain("token-of");
    await openDialog(page, "Export …");
    await exporting.getByRole("checkbox", { name: "Include tokens" }).check();
    expect(JSON.parse(await saved())).toMatchObject({ pushid: "token-of-walter-1" });
  });

  await test.step("one is retired and restored", async () => {
    await table.getByRole("link", { name: "Pixel 9" }).click();
    await expect(page.getByRole("heading", { name: "Pixel 9", level: 1 })).toBeVisible();
    await expect(page.getByText("Nothing was sent to this device yet.")).toBeVisible();
    expect(await objections(page)).toEqual([]);
    const menu = page.getByRole("menu");
    await expect(async () => {
      if (!(await menu.isVisible()))
        await page.getByRole("button", { name: "Actions for this device" }).click();
      await expect(menu).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await menu.getByRole("menuitem", { name: "Retire …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Retire device" }).click();
    await expect(page.getByText("retired in the console")).toBeVisible();
    await page.getByRole("button", { name: "Actions for this device" }).click();
    await menu.getByRole("menuitem", { name: "Restore …" }).click();
    await expect(
      page.getByRole("dialog", { name: /^Restore Pixel 9 \([0-9a-f]{12}\)\?$/ }),
    ).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
    await expect(page.getByText("It receives messages.")).toBeVisible();
    await expect(page.getByText("retired in the console")).toBeHidden();
  });
});

test("a person's data is removed without a trace of whose it was", async ({ page, workspace }) => {
  await (await importFile(page, workspace)).getByRole("button", { name: "Done" }).click();
  await page.goto(`${workspace.origin}/devices/erased`);
  await expect(page.getByRole("heading", { name: "No data was removed yet" })).toBeVisible();
  await openDialog(page, "Remove a person’s data …");
  await page.getByRole("dialog").getByRole("textbox", { name: "User ID" }).fill("wanda-1234");
  await page.getByRole("button", { name: "Show data" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove the data of wanda-1234?" });
  await expect(dialog).toContainText("1 device");
  expect(await objections(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Type the user ID to confirm" }).fill("wanda");
  await dialog.getByRole("button", { name: "Remove data" }).click();
  await expect(dialog.getByText("Type the user ID exactly as above.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Type the user ID to confirm" }).fill("wanda-1234");
  await dialog.getByRole("button", { name: "Remove data" }).click();

  await expect(page.getByRole("heading", { name: "Receipt of a removal" })).toBeVisible();
  await expect(page.getByText("Finished", { exact: true })).toBeVisible();
  expect(await objections(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  const receipt = await readFile(await download.path(), "utf8");
  expect(JSON.parse(receipt)).toMatchObject({ counts: { devices: 1 } });
  expect(receipt).not.toContain("wanda");
  await page.goto(`${workspace.origin}/devices/registered?q=wanda`);
  await expect(page.getByRole("heading", { name: "No matching devices" })).toBeVisible();
  await page.goto(`${workspace.origin}/settings/audit`);
  await expect(page.getByRole("table", { name: "Audit log" })).toContainText(
    "erased the data of a person",
  );
});
