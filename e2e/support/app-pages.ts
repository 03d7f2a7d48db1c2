import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Locator, type Page } from "@playwright/test";

/** What the sandbox's simulated providers know. */
interface Accounts {
  fcm: { projectId: string; clientEmail: string; privateKey: string };
  apns: { teamId: string; keyId: string; privateKey: string; bundleId: string };
  hms: { appId: string; appSecret: string };
  ports: number[];
}
/** Returns the accounts at the sandbox's providers of the installation in a data folder. */
export const accountsOf = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, "lab.json"), "utf8")) as Accounts;

/** Returns the card of a provider on the page of an app. */
export const card = (page: Page, name: string) => page.getByRole("region", { name });
/** Returns the open dialog of that name. */
export const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

/** Chooses an option of the combobox with that label. */
export async function choose(within: Locator, label: string, option: string): Promise<void> {
  await within.getByRole("combobox", { name: label }).click();
  await within.page().getByRole("option", { name: option, exact: true }).click();
}

/** Creates an app in the settings, whose page is then open. */
export async function newApp(
  page: Page,
  origin: string,
  name: string,
  appid: string,
): Promise<void> {
  await page.goto(`${origin}/settings/apps`);
  await page.getByRole("button", { name: "New app" }).click();
  const newAppDialog = dialog(page, "New app");
  await newAppDialog.getByLabel("Name").fill(name);
  await newAppDialog.getByLabel("App ID").fill(appid);
  await newAppDialog.getByRole("button", { name: "Create app" }).click();
}
