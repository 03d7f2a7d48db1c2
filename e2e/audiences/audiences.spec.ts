import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { test, type Workspace } from "../support/fixtures";

const listOf = (page: Page, name: string) =>
  page.getByRole("table", { name: "Audiences" }).getByRole("row", { name });

async function openDialog(page: Page, workspace: Pick<Workspace, "origin">, name: string) {
  await page.goto(`${workspace.origin}/audiences`);
  await page.getByRole("button", { name: "New list" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  return dialog;
}

async function choose(page: Page, name: string, text: string) {
  await page.getByRole("radio", { name: "CSV file" }).click();
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
}

test("a file of 3,000 rows with one bad row becomes a list", async ({ page, workspace }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === "POST" && pathname === "/audiences") calls.push("action");
    if (request.method() === "PUT")
      calls.push(`${pathname.replace(/[0-9a-f-]{36}/, "{id}")}${search}`);
  });
  const dialog = await openDialog(page, workspace, "Spring");
  const rows = Array.from({ length: 3_000 }, (_, n) =>
    n === 1_500 ? `u${n},Zürich` : `u${n},Zürich,${n % 7}`,
  );
  await choose(page, "spring.csv", `User ID,city,first name\n${rows.join("\n")}\nu7,Again,1\n`);
  await expect(dialog.getByRole("combobox", { name: "Identifiers are in" })).toHaveText("User ID");
  await expect(dialog.getByRole("checkbox", { name: "city" })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "first name" })).toBeChecked();
  await expect(dialog.getByRole("combobox", { name: "Parameter for first name" })).toHaveValue(
    "first_name",
  );
  await expect(dialog.getByText("1 row cannot be used")).toBeVisible();
  await expect(dialog.getByText("Line 1,502 has 2 values where 3 are expected")).toBeVisible();
  await expect(dialog.getByText("Line 3,002 repeats line")).toBeVisible();
  // The message is in view at once, and all rejected rows can be downloaded.
  await expect(dialog.getByText("1 row cannot be used")).toBeInViewport();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download these rows" }).click(),
  ]);
  expect(readFileSync(await file.path(), "utf8")).toContain(
    "1502,has 2 values where 3 are expected,u1500,Zürich",
  );
  const add = dialog.getByRole("button", { name: "Add 2,999 recipients, leave out 2 rows" });
  expect(await objections(page)).toEqual([]);
  await add.click();
  await expect(page.getByText("2,999 recipients added to Spring")).toBeVisible();
  await expect(page.getByText("1 was there twice, 1 row was left out.")).toBeVisible();
  // Begin, one piece, close.
  expect(calls).toEqual(["action", "/audiences/{id}/recipients?from=0", "action"]);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(listOf(page, "Spring")).toContainText("2,999 users");
  await expect(listOf(page, "Spring")).toContainText("city");
  await expect(page.getByRole("button", { name: "New list" })).toBeFocused();
});

test("a list can be changed from its menu", async ({ page, workspace }) => {
  await test.step("a list is created", async () => {
    const dialog = await openDialog(page, workspace, "Neighbours");
    await dialog.getByRole("textbox", { name: "Recipients" }).fill("user-1\nuser-2\n");
    await dialog.getByRole("button", { name: "Add 2 recipients" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await expect(listOf(page, "Neighbours")).toContainText("2 users");
  });

  await test.step("it becomes a test group, and gets another name", async () => {
    await page.getByRole("button", { name: "Actions for Neighbours" }).click();
    await page.getByRole("menuitem", { name: "Mark as test group" }).click();
    await expect(listOf(page, "Neighbours")).toContainText("Test group");
    await page.getByRole("button", { name: "Actions for Neighbours" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("The team");
    await page.keyboard.press("Enter");
    await expect(listOf(page, "The team")).toBeVisible();
  });

  await test.step("its name is unique", async () => {
    const again = await openDialog(page, workspace, "the TEAM");
    await again.getByRole("textbox", { name: "Recipients" }).fill("user-3");
    await again.getByRole("button", { name: "Add 1 recipient" }).click();
    await expect(page.getByText(/A list named “the TEAM” already exists/)).toBeVisible();
    await expect(again.getByLabel("Name")).toBeFocused();
    await expect(again.getByLabel("Name")).toHaveValue("the TEAM");
    await expect(again.getByRole("textbox", { name: "Recipients" })).toHaveValue("user-3");
    await page.keyboard.press("Escape");
    await again.getByRole("button", { name: "Discard" }).click();
  });

  await test.step("it is removed", async () => {
    await page.getByRole("button", { name: "Actions for The team" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await expect(page.getByText("Confirmed campaigns are still sent to them.")).toBeVisible();
    await page.getByRole("button", { name: "Remove the list" }).click();
    await expect(listOf(page, "The team")).toBeHidden();
    // What had the focus is gone with it.
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });
});

test("a failed piece of an upload is added exactly once", async ({ page, workspace }) => {
  const dialog = await openDialog(page, workspace, "Bumpy");
  await choose(
    page,
    "bumpy.csv",
    `userid\n${Array.from({ length: 5_000 }, (_, n) => `b${n}`).join("\n")}`,
  );
  let tries = 0;
  await page.route(/\/recipients\?from=/, async (route) => {
    tries += 1;
    if (tries > 4) return route.continue();
    // The first piece is stored, but its response is lost. The next three attempts fail.
    if (tries === 1) await route.fetch();
    return route.abort();
  });
  await dialog.getByRole("button", { name: "Add 5,000 recipients" }).click();
  await expect(page.getByText("It did not go on")).toBeVisible();
  expect(tries).toBe(4);
  await expect(page.getByText("0 of 5,000")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("5,000 recipients added to Bumpy")).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(listOf(page, "Bumpy")).toContainText("5,000 users");
});

test("an upload asks for another name when its own is in use by its end", async ({
  page,
  workspace,
}) => {
  const dialog = await openDialog(page, workspace, "Contested");
  await dialog.getByRole("textbox", { name: "Recipients" }).fill("user-1\nuser-2\n");
  let posts = 0;
  await page.route(/\/audiences$/, async (route) => {
    if (route.request().method() === "POST") posts += 1;
    // Begun and filled: before it is closed, another tab makes one of that name.
    if (posts === 2) {
      const other = await page.context().newPage();
      const quicker = await openDialog(other, workspace, "contested");
      await quicker.getByRole("textbox", { name: "Recipients" }).fill("user-3");
      await quicker.getByRole("button", { name: "Add 1 recipient" }).click();
      await expect(other.getByText("1 recipient added to contested")).toBeVisible();
      await other.close();
    }
    return route.continue();
  });
  await dialog.getByRole("button", { name: "Add 2 recipients" }).click();
  await expect(page.getByText("All recipients added")).toBeVisible();
  await expect(page.getByText("Another list was named Contested in the meantime")).toBeVisible();
  const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
  await expect(name).toBeFocused();
  expect(await objections(page)).toEqual([]);
  // The name is still in use: the error is at the field.
  await page.getByRole("button", { name: "Save list" }).click();
  await expect(
    page.getByText("A list named “Contested” already exists. Choose another name."),
  ).toBeVisible();
  await name.fill("Uncontested");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 recipients added to Uncontested")).toBeVisible();
  expect(posts).toBe(4);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(listOf(page, "Uncontested")).toContainText("2 users");
});

test("a viewer can read lists, and change none", async ({ page, workspace }) => {
  const first = await openDialog(page, workspace, "Kept");
  await first.getByRole("textbox", { name: "Recipients" }).fill("user-1");
  await first.getByRole("button", { name: "Add 1 recipient" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  const second = await openDialog(page, workspace, "Refused");
  await second.getByRole("textbox", { name: "Recipients" }).fill("user-1");

  await workspace.query("UPDATE membership SET role = 'viewer' WHERE member_id = $1", [
    workspace.memberId,
  ]);
  // The page was opened before: what it can still ask for is refused.
  await second.getByRole("button", { name: "Add 1 recipient" }).click();
  await expect(second.getByRole("alert")).toContainText(/viewer|may not|role/i);
  await page.goto(`${workspace.origin}/audiences`);
  await expect(listOf(page, "Kept")).toBeVisible();
  await expect(listOf(page, "Refused")).toBeHidden();
  await expect(page.getByRole("button", { name: "New list" })).toBeHidden();
  await expect(page.getByRole("button", { name: /Actions for/ })).toBeHidden();
  // The right to view a list does not include the right to export it.
  const address = (await page.getByRole("link", { name: "Kept" }).getAttribute("href")) ?? "";
  await page.goto(workspace.origin + address);
  await expect(page.getByRole("heading", { level: 1, name: "Kept" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Export" })).toBeHidden();
  const carried = await page.request.get(
    `${workspace.origin}${address.replace(/\?.*$/, "")}/recipients.csv`,
  );
  expect(carried.status()).toBe(403);
  expect(await carried.text()).not.toContain("user-1");
});
