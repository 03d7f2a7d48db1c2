import { expect, type Page } from "@playwright/test";
import { objections } from "./support/axe";
import { composeExample, test } from "./support/fixtures";

const goTo = (page: Page, step: string) => page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Send this message?" });
const ownersOf = (page: Page) => page.getByRole("list", { name: "Their devices" });

/** Chooses a new list of these users. */
async function chooseList(page: Page, origin: string, name: string, users: readonly string[]) {
  await page.goto(`${origin}/audiences`);
  await page.getByRole("button", { name: "New list" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("textbox", { name: "Recipients" }).fill(users.join("\n"));
  await dialog.getByRole("button", { name: /^Add / }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  await page.getByRole("radio", { name: "A saved list" }).click();
  await page.getByRole("combobox", { name: "List" }).click();
  await page.getByRole("option", { name }).click();
}

test("a list where few have a device: who is reached is said before it is sent", async ({ signedIn: page, server }) => {
  const users = ["user-1", "user-2", "user-3", ...Array.from({ length: 1_997 }, (_, n) => `customer-${n}`)];
  await chooseList(page, server.origin, "Few devices", users);
  await expect(page.getByText("3 of 2,000 people have a device.")).toBeVisible();
  await expect(ownersOf(page)).toContainText("1 iOS");
  expect(await objections(page)).toEqual([]);

  await goTo(page, "Review");
  await expect(page.getByText("It goes to 3 of 2,000 people, on 6 devices. 1,997 have no device.")).toBeVisible();
  const devices = page.getByRole("table", { name: "Devices by platform" });
  await expect(devices.getByRole("row", { name: "Safari" })).toContainText("Yes");
  await expect(page.getByText("requests")).toHaveCount(0);
  expect(await objections(page)).toEqual([]);

  await page.getByRole("button", { name: "Send to 2,000 recipients" }).click();
  await expect(dialogOf(page)).toContainText("to 3 of 2,000 people (6 devices) of the list “Few devices” of Sandbox");
  await expect(dialogOf(page)).toContainText("1,997 have no device.");
  await expect(dialogOf(page)).not.toContainText("request");
  expect(await objections(page)).toEqual([]);
});

test("a message that reaches nobody is warned of, and can be sent", async ({ signedIn: page, server }) => {
  await chooseList(page, server.origin, "Nobody", ["nobody-1", "nobody-2"]);
  await expect(page.getByText("Nobody of 2 people has a device.")).toBeVisible();
  await page.getByRole("button", { name: "Send to 2 recipients" }).click();
  await expect(dialogOf(page).getByText("No reachable recipients")).toBeVisible();
  await expect(dialogOf(page).getByRole("button", { name: "Send to 2" })).toBeEnabled();
  expect(await objections(page)).toEqual([]);
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Schedule it" }).getByText("No reachable recipients")).toBeVisible();
});
