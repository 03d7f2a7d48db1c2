import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { test, type Workspace } from "../support/fixtures";

async function makeList(page: Page, workspace: Workspace, name: string): Promise<void> {
  await page.goto(`${workspace.origin}/audiences`);
  await page.getByRole("button", { name: "New list" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("textbox", { name: "Recipients" }).fill("user-1");
  await dialog.getByRole("button", { name: "Add 1 recipient" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("row", { name }).waitFor();
}

async function openRename(page: Page, name: string) {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Rename …" }).click();
  const dialog = page.getByRole("dialog", { name: "Rename the list" });
  return {
    dialog,
    field: dialog.getByLabel("Name"),
    rename: dialog.getByRole("button", { name: "Rename", exact: true }),
  };
}

/** Calls of server actions from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["next-action"] !== undefined) calls.push(request.postData() ?? "");
  });
  return calls;
}

test("a form shows a problem at its field", async ({ page, workspace }) => {
  await makeList(page, workspace, "Taken");
  await makeList(page, workspace, "Mine");
  const calls = callsOf(page);
  const { dialog, field, rename } = await openRename(page, "Mine");
  await test.step("a problem of its schema, which is not sent", async () => {
    await expect(field).toBeFocused();
    await field.fill("   ");
    await rename.click();
    await expect(dialog.getByText("Must not be empty.")).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await field.fill("x".repeat(201));
    await expect(dialog.getByText("Takes at most 200 characters.")).toBeVisible();
    await expect(dialog.getByText("201 / 200")).toBeVisible();
    await rename.click();
    await expect(field).toHaveValue("x".repeat(201));
    expect(await objections(page)).toEqual([]);
    // What the schema refuses is not sent.
    expect(calls).toEqual([]);
  });

  await test.step("a problem that the server reports", async () => {
    await field.fill("Taken");
    await page.keyboard.press("Enter");
    await expect(
      dialog.getByText("A list named “Taken” already exists. Choose another name."),
    ).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("Taken");
    await field.pressSequentially(" no more");
    await expect(dialog.getByText("A list named")).toBeHidden();
    await rename.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("row", { name: "Taken no more" })).toBeVisible();
  });
});

test("a form is sent once, and can be left while it waits", async ({ page, workspace }) => {
  await makeList(page, workspace, "Twice");
  const calls = callsOf(page);
  let answer = () => undefined as unknown;
  const gate = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/audiences$/, async (route) => {
    if (route.request().method() === "POST") await gate;
    await route.continue();
  });
  const { dialog, field, rename } = await openRename(page, "Twice");
  await field.fill("Once");
  await rename.evaluate((button) => {
    for (let times = 0; times < 3; times += 1) (button as HTMLButtonElement).click();
  });
  await field.press("Enter");
  await expect(rename).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("alert")).toHaveText(
    "It is being saved, and may still be when you leave.",
  );
  await dialog.getByRole("button", { name: "Wait" }).click();
  answer();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: "Once" })).toBeVisible();
  expect(calls).toHaveLength(1);
});

test("a form survives a broken connection", async ({ page, workspace }) => {
  await makeList(page, workspace, "Offline");
  const { dialog, field, rename } = await openRename(page, "Offline");
  await page.route(/\/audiences$/, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await field.fill("Online");
  await rename.click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "No answer from the server. Your input is still here: try again.",
  );
  await expect(field).toHaveValue("Online");
  await expect(rename).toBeFocused();
  await page.unroute(/\/audiences$/);
  await rename.click();
  await expect(page.getByRole("row", { name: "Online" })).toBeVisible();
});

test("an edited form asks before it throws away what was typed", async ({ page, workspace }) => {
  await makeList(page, workspace, "Edited");
  const { dialog, field } = await openRename(page, "Edited");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await openRename(page, "Edited");
  await field.fill("Half a na");
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("Discard your changes?")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Go on editing" })).toBeFocused();
  expect(await objections(page)).toEqual([]);
  // Pressed once more it takes the question back.
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("Discard your changes?")).toBeHidden();
  await expect(field).toHaveValue("Half a na");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
  await openRename(page, "Edited");
  await expect(field).toHaveValue("Edited");
});

test("a pasted list becomes rows of keys and values", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/compose#content`);
  await page.getByRole("tab", { name: /^Android/ }).click();
  await page.getByText("Custom tags", { exact: true }).click();
  await page.getByRole("button", { name: "Add a tag" }).click();
  const key = page.getByLabel("Android custom tags, 1: key");
  await key.focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text", 'order=1042\nplan={"tier":"gold"}');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect(key).toHaveValue("order");
  await expect(page.getByLabel("Android custom tags, 2: value")).toHaveValue('{"tier":"gold"}');
  await expect(page.getByText("object", { exact: true })).toBeVisible();
});

test("signing in with empty fields is not counted as a try", async ({ page, workspace }) => {
  const tries: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/auth/")) tries.push(request.url());
  });
  await page.context().clearCookies();
  await page.goto(`${workspace.origin}/sign-in`);
  // The page may be drawn before it is alive.
  await expect(async () => {
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Must not be empty.")).toHaveCount(2, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByLabel("E-mail address")).toBeFocused();
  expect(await objections(page)).toEqual([]);
  expect(tries).toEqual([]);
});
