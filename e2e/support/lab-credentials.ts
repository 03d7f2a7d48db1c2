import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";

/** What the lab has written for its users. */
export interface LabFiles {
  fcm: { endpoint: string; [member: string]: string };
  apns: { teamId: string; keyId: string; bundleId: string; endpoint: string };
  hms: { appId: string; appSecret: string; tokenUri: string; endpoint: string };
  webpush: { publicKey: string; privateKey: string; subject: string };
  p8: string;
}

/** Reads the credentials that the lab has written for its users. */
export function filesOf(folder: string): LabFiles {
  const json = (name: string) => JSON.parse(readFileSync(join(folder, name), "utf8")) as never;
  const apns: LabFiles["apns"] = json("apns.json");
  return {
    fcm: json("fcm-service-account.json"),
    apns,
    hms: json("hms.json"),
    webpush: json("web-push.json"),
    p8: readFileSync(join(folder, `AuthKey_${apns.keyId}.p8`), "utf8"),
  };
}

const region = (page: Page, name: string) => page.getByRole("region", { name });

/** Fills in what points at the lab, which stands in for a provider. */
async function pointAt(dialog: Locator, addresses: Record<string, string>): Promise<void> {
  const environment = dialog.getByRole("combobox", { name: "Environment" });
  if (await environment.isVisible()) {
    await environment.click();
    await dialog.page().getByRole("option", { name: "Another address" }).click();
  } else await dialog.getByText("Addresses and certificates").click();
  for (const [label, address] of Object.entries(addresses))
    await dialog.getByRole("textbox", { name: new RegExp(`^${label}(?!es)`) }).fill(address);
  await dialog.getByRole("button", { name: "Check and save" }).click();
}

/** Adds credentials of the lab to the app whose page is open, of each of four providers. */
export async function addCredentials(
  page: Page,
  { fcm, apns, hms, webpush, p8 }: LabFiles,
): Promise<void> {
  const add = async (name: string) => {
    await region(page, name)
      .getByRole("button", { name: name === "Web Push" ? "Use existing keys" : "Add credential" })
      .click();
    return page.getByRole("dialog", { name });
  };
  const isOk = (name: string) =>
    expect(region(page, name).getByText("OK", { exact: true })).toBeVisible();

  const firebase = await add("Firebase Cloud Messaging");
  const key = {
    name: "key.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(fcm)),
  };
  await firebase.getByLabel("Choose the key file").setInputFiles(key);
  await pointAt(firebase, { Address: fcm.endpoint });
  await isOk("Firebase Cloud Messaging");

  const apple = await add("Apple Push Notification service");
  await apple.getByLabel("Choose the key file").setInputFiles({
    name: `AuthKey_${apns.keyId}.p8`,
    mimeType: "text/plain",
    buffer: Buffer.from(p8),
  });
  await apple.getByLabel("Team ID").fill(apns.teamId);
  await apple.getByLabel("Bundle ID").fill(apns.bundleId);
  await pointAt(apple, { Address: apns.endpoint });
  await isOk("Apple Push Notification service");

  const huawei = await add("Huawei Push Kit");
  await huawei.getByLabel("App ID").fill(hms.appId);
  await huawei.getByLabel("App secret", { exact: true }).fill(hms.appSecret);
  await pointAt(huawei, { Address: hms.endpoint, "Token address": hms.tokenUri });
  await isOk("Huawei Push Kit");

  const web = await add("Web Push");
  await web.getByLabel("Public key").fill(webpush.publicKey);
  await web.getByLabel("Private key", { exact: true }).fill(webpush.privateKey);
  await web.getByLabel("Contact").fill(webpush.subject);
  await web.getByRole("button", { name: "Save" }).click();
  await isOk("Web Push");
}
