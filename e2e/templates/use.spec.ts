import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";
import { figure, putPublished } from "../support/template-pages";

const content = {
  name: "Typed values",
  blocks: {
    android: { title: "Hi ${name}", text: "${size}, ${nights} nights from ${day}" },
    ios: { text: "Hi ${name}" },
  },
  parameters: [
    { name: "name", required: true, maxLength: 5 },
    { name: "size", type: "choice", choices: ["Small", "Large"], default: "Small" },
    { name: "nights", type: "number", required: true },
    { name: "day", type: "date", required: true },
  ],
};

test.beforeEach(({ workspace }) => putPublished(workspace, "typed", content));

test("values are entered by their types", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/templates`);
  await page.getByRole("link", { name: "Typed values" }).click();
  await page.getByRole("link", { name: "Use in a campaign" }).click();
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();

  await test.step("fields of one row stand in line", async () => {
    await expect(page.getByRole("button", { name: "Send empty: name" })).toBeVisible();
    const tops = [
      page.getByRole("textbox", { name: "name", exact: true }),
      page.getByRole("combobox", { name: "size" }),
    ];
    const [first, second] = await Promise.all(
      tops.map(async (field) => (await field.boundingBox())?.y),
    );
    expect(first).toBe(second);
  });

  await test.step("each type has a field of its own", async () => {
    await page.getByRole("textbox", { name: "name", exact: true }).fill("Ann");
    await expect(page.getByText("3 / 5 bytes")).toBeVisible();
    await page.getByRole("combobox", { name: "size" }).click();
    await page.getByRole("option", { name: "Large" }).click();
    await page.getByRole("textbox", { name: "nights" }).fill("3");
    await page.getByLabel("day").fill("2026-12-24");
    await expect(figure(page, /Hi Ann.*Large, 3 nights from 2026-12-24/)).toBeVisible();
    await page.getByRole("button", { name: "Add a time: day" }).click();
    await expect(page.getByRole("textbox", { name: "day" })).toHaveValue("2026-12-24T12:00:00Z");
    await page.getByRole("button", { name: "Date only: day" }).click();
    await page.getByRole("combobox", { name: "size" }).click();
    await page.getByRole("option", { name: "Default: Small" }).click();
    await expect(figure(page, /Small, 3 nights from 2026-12-24/)).toBeVisible();
  });
  await test.step("an empty text is a value", async () => {
    await page.getByRole("textbox", { name: "name", exact: true }).fill("");
    await page.getByRole("button", { name: "Send empty: name" }).click();
    await expect(page.getByText(/Sent empty\./)).toBeVisible();
    await page.getByRole("textbox", { name: "name", exact: true }).fill("Ann");
  });

  await test.step("a deviation from the template can be reset", async () => {
    await page.getByRole("button", { name: "Override content …" }).click();
    await page
      .getByRole("textbox", { name: "Title", exact: true })
      .fill("Season’s greetings, ${name}");
    const own = page.getByRole("region", { name: "Different from the template" });
    await expect(own.getByText("In the template: Hi ${name}")).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await expect(figure(page, /Season’s greetings, Ann/)).toBeVisible();
    await own.getByRole("button", { name: "Use the template’s Android title" }).click();
    await expect(figure(page, /Hi Ann/)).toBeVisible();
    await own.getByRole("button", { name: "Remove iOS title" }).click();
    await expect(own).toBeHidden();
  });
});

test("a file of recipients is checked against a template", async ({ page, workspace }) => {
  await test.step("the template offers a file with its columns", async () => {
    await page.goto(`${workspace.origin}/templates`);
    await page.getByRole("link", { name: "Typed values" }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "CSV for recipients" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("typed.recipients.csv");
    expect(readFileSync(await file.path(), "utf8").replace("\uFEFF", "")).toBe(
      "userid,name,size,nights,day\r\n",
    );
  });

  await test.step("the check marks faulty cells", async () => {
    await page.goto(`${workspace.origin}/audiences`);
    await page.getByRole("button", { name: "New list" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name", { exact: true }).fill("Checked guests");
    await page.getByRole("radio", { name: "CSV file" }).click();
    await page.locator('input[type="file"]').setInputFiles({
      name: "guests.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "userid,name,size,nights,city\nu1,Ann,Large,2,Rome\nu2,Bartholomew,Huge,two,Oslo\nu3,,Small,1,Bern\n",
      ),
    });
    await dialog.getByRole("combobox", { name: "Check against a template" }).click();
    await page.getByRole("option", { name: "Typed values" }).click();
    await expect(dialog.getByText("A required column is missing: day")).toBeVisible();
    await expect(dialog.getByText("Not used by this template: city")).toBeVisible();
    await expect(dialog.getByText("Typed values would be refused for 2 recipients")).toBeVisible();
    await expect(
      dialog.getByText(
        /Line 3 name is too long: 11 of 5 bytes; size must be one of 'Small', 'Large'; nights must be a number/,
      ),
    ).toBeVisible();
    await expect(dialog.getByText("Line 4 name is missing")).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await expect(dialog.getByRole("cell", { name: /^Huge \(size must be one of/ })).toBeVisible();
    await dialog.getByRole("button", { name: "Add 3 recipients" }).click();
    await expect(page.getByText("3 recipients added to Checked guests")).toBeVisible();
  });
});

test("dates of a spreadsheet are read in the order of their parts", async ({ page, workspace }) => {
  const dialog = page.getByRole("dialog");
  await test.step("a list with such dates is refused with a reason", async () => {
    await page.goto(`${workspace.origin}/audiences`);
    await page.getByRole("button", { name: "New list" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill("Dated guests");
    await page.getByRole("radio", { name: "CSV file" }).click();
    const days = ["07/02/2026", "13/02/2026", "28.2.2026", "1-3-2026"];
    await page.locator('input[type="file"]').setInputFiles({
      name: "dated.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        `userid,name,day\n${days.map((day, index) => `d${index},Ann,${day}`).join("\n")}\n`,
      ),
    });
    await dialog.getByRole("combobox", { name: "Check against a template" }).click();
    await page.getByRole("option", { name: "Typed values" }).click();
    await expect(dialog.getByText("Typed values would be refused for 4 recipients")).toBeVisible();
    await expect(
      dialog.getByText(
        /^day must be a date, .*: 4 values, the first in line 2 \(“07\/02\/2026”\)\.$/,
      ),
    ).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Read day as month/day/year" })).toHaveCount(0);
    expect(await objections(page)).toEqual([]);
  });
  await test.step("the order is chosen", async () => {
    await dialog.getByRole("button", { name: "Read day as day/month/year" }).click();
    await expect(
      dialog.getByText("Dates in day are read as day/month/year and stored like 2026-02-07."),
    ).toBeVisible();
    await expect(dialog.getByText(/would be refused/)).toHaveCount(0);
    await expect(dialog.getByRole("cell", { name: "2026-02-07" })).toBeVisible();
    await dialog.getByRole("button", { name: "Add 4 recipients" }).click();
    await expect(page.getByText("4 recipients added to Dated guests")).toBeVisible();
    const stored = await workspace.query<{ day: string }>(
      "SELECT parameters ->> 'day' AS day FROM audience_recipient r JOIN audience a ON a.id = r.audience_id WHERE a.name = 'Dated guests' AND a.service_id = $1 ORDER BY position",
      [workspace.serviceId],
    );
    expect(stored.map(({ day }) => day)).toEqual([
      "2026-02-07",
      "2026-02-13",
      "2026-02-28",
      "2026-03-01",
    ]);
  });
});
