import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { composeExample, test, type Workspace } from "../support/fixtures";
import { launchOptions } from "../support/notifying-browser";
import { tapped } from "../support/tapped";

test.use({ launchOptions });

async function compose(page: Page, workspace: Workspace, title: string) {
  await page.goto(`${workspace.origin}/compose`);
  await composeExample(page);
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
}
const testButton = (page: Page) => page.getByRole("button", { name: "Test", exact: true });
const deliveries = (page: Page) => page.getByRole("list", { name: "Test deliveries" });
async function withoutUsers(page: Page) {
  // The page behind the dialog has buttons of that name too, until the dialog is there.
  const dialog = page.getByRole("dialog");
  for (const user of ["user-1", "user-2", "user-3"])
    await dialog.getByRole("button", { name: `Remove ${user}` }).click();
}

test("a test goes to one chosen device", async ({ page, workspace }) => {
  const dialog = page.getByRole("dialog");
  await test.step("the device is found and chosen", async () => {
    await compose(page, workspace, "For one device");
    await testButton(page).click();
    await expect(dialog.getByRole("button", { name: "Send the test" })).toBeFocused();
    await withoutUsers(page);
    await expect(dialog.getByText("No recipients selected")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Send the test" })).toBeDisabled();
    await dialog.getByRole("searchbox", { name: "Find devices" }).fill("user-1");
    const devices = dialog.getByRole("checkbox", { name: "Simulated" });
    await expect(devices).toHaveCount(2);
    await dialog.getByRole("searchbox", { name: "Find devices" }).fill("android");
    await expect(devices).toHaveCount(1);
    await dialog.getByRole("checkbox", { name: "Pixel 9 Simulated" }).click();
    await expect(dialog.getByText("1 device", { exact: true })).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Send the test" }).dblclick();
    await expect(page.getByText("Test: 1 delivered")).toBeVisible();
    await expect(deliveries(page).getByRole("listitem")).toHaveCount(1);
    await expect(deliveries(page)).toContainText("Pixel 9, user-1");
    expect((await workspace.arrived("For one device")).map(({ kind }) => kind)).toEqual([
      "android",
    ]);
    await expect(testButton(page)).toBeFocused();
  });

  await test.step("the next test takes a click and Enter", async () => {
    await page.reload();
    await testButton(page).click();
    await expect(dialog.getByText("1 device", { exact: true })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Test: 1 delivered")).toBeVisible();
    await expect(testButton(page)).toBeFocused();
    await expect.poll(async () => (await workspace.arrived("For one device")).length).toBe(2);
  });

  await test.step("a refused test shows why, until another one is accepted", async () => {
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Bumpy test");
    await page.route(/\/compose/, (route) =>
      route.request().method() === "POST" &&
      route.request().postData()?.includes("Bumpy test") &&
      route.request().postData()?.includes('"browsers"')
        ? route.abort()
        : route.continue(),
    );
    await testButton(page).click();
    await page.getByRole("button", { name: "Send the test" }).click();
    await expect(page.getByText("The test was not sent")).toBeVisible();
    await expect(page.getByText("No answer from the server. Try again.")).toBeVisible();
    await page.unroute(/\/compose/);
    await testButton(page).click();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Test: 1 delivered")).toBeVisible();
    await expect(page.getByText("The test was not sent")).toBeHidden();
  });
});

test("chosen recipients can be tested as a group", async ({ page, workspace }) => {
  const dialog = page.getByRole("dialog");
  await test.step("they are saved as a group", async () => {
    await compose(page, workspace, "For the team");
    await testButton(page).click();
    await dialog.getByRole("button", { name: "Remove user-3" }).click();
    await dialog.getByLabel("Users", { exact: true }).fill("nobody");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Save these as a test group" }).click();
    // Escape undoes the last step and leaves the dialog open.
    await page.keyboard.press("Escape");
    await expect(dialog.getByRole("textbox", { name: "Name of the group" })).toBeHidden();
    await dialog.getByRole("button", { name: "Save these as a test group" }).click();
    await page.keyboard.type("The team");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("checkbox", { name: "The team" })).toBeChecked();
    await expect(dialog.getByText("1 group", { exact: true })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Save these as a test group" })).toBeFocused();
  });
  await test.step("the test shows the status of each", async () => {
    await dialog.getByRole("button", { name: "Send the test" }).click();
    await expect(page.getByText(/^Test: 4 delivered, 1 failed$/)).toBeVisible();
    const failed = deliveries(page).getByRole("listitem").first();
    await expect(failed).toContainText("nobody");
    await expect(failed).toContainText("Failed");
    await expect(failed).toContainText("No device");

    // The status includes what a user does on a device.
    const [one] = await workspace.arrived("For the team");
    await tapped(one?.id ?? "");
    await expect(page.getByText(/^Test: 1 read, 3 delivered, 1 failed$/)).toBeVisible({
      timeout: 15_000,
    });
  });

  await test.step("a group that grew too large is shown, but not offered", async () => {
    await page.goto(`${workspace.origin}/audiences`);
    await page.getByRole("button", { name: "New list" }).click();
    await dialog.getByLabel("Name").fill("Too many");
    await dialog.getByRole("switch", { name: "Test group" }).click();
    await dialog
      .getByRole("textbox", { name: "Recipients" })
      .fill(Array.from({ length: 101 }, (_, n) => `m${n}`).join("\n"));
    await dialog.getByRole("button", { name: "Add 101 recipients" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    await testButton(page).click();
    await expect(dialog.getByRole("checkbox", { name: "Too many" })).toBeDisabled();
    await expect(dialog.getByText("101 recipients: a test goes to at most 100")).toBeVisible();
    await expect(dialog.getByRole("checkbox", { name: "The team" })).not.toBeChecked();
  });
});

test("this browser becomes a device when it is ticked, or says why not", async ({
  page,
  workspace,
  context,
}) => {
  const client = (body: string) =>
    page.route("**/clarion-push.js", (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: `export async function subscribe(options) { ${body} }`,
      }),
    );
  await client(
    "throw new Error('Notifications are blocked for this site. Allow them in the browser’s settings.');",
  );
  await context.grantPermissions(["notifications"], { origin: workspace.origin });
  await compose(page, workspace, "For this browser");
  await testButton(page).click();
  const dialog = page.getByRole("dialog");
  const tick = dialog.getByRole("checkbox", { name: "This browser" });
  await tick.click();
  await expect(
    dialog.getByText("Notifications are blocked for this site.", { exact: false }),
  ).toBeVisible();
  await expect(tick).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(testButton(page)).toBeFocused();

  // A page loads a module once; the next page loads the one whose browser agrees.
  await page.unroute("**/clarion-push.js");
  await client(`
    const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
    const url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    const p256dh = url(await crypto.subtle.exportKey("raw", pair.publicKey));
    const answer = await fetch("/resources/v1/devices", {
      method: "PUT",
      headers: { key: options.clientKey, "content-type": "application/json" },
      body: JSON.stringify({ appid: options.appid, deviceid: "here", kind: "chrome", userid: options.userid,
        subscription: { endpoint: "https://push.invalid/here", keys: { p256dh, auth: url(new Uint8Array(16)) } } }),
    });
    return answer.json();`);
  await page.reload();
  await testButton(page).click();
  await withoutUsers(page);
  await tick.click();
  await expect(tick).toBeChecked();
  await expect(dialog.getByText("this browser", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Send the test" }).click();
  await expect(page.getByText(/^Test: 1 (queued|failed|submitted)$/)).toBeVisible();
  await expect(deliveries(page)).toContainText("this-browser");
});
