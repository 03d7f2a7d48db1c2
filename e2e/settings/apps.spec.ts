import { generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import { openAppleAuthority, type AppleSubject } from "@/lib/lab/apple-authority";
import { objections } from "../support/axe";
import { ownServerTest, test } from "../support/fixtures";

/** What the sandbox's simulated providers know. */
interface Accounts {
  fcm: { projectId: string; clientEmail: string; privateKey: string };
  apns: { teamId: string; keyId: string; privateKey: string; bundleId: string };
  hms: { appId: string; appSecret: string };
  ports: number[];
}
const accountsOf = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, "lab.json"), "utf8")) as Accounts;
const otherKey = () =>
  generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();

const card = (page: Page, name: string) => page.getByRole("region", { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

async function choose(within: Locator, label: string, option: string): Promise<void> {
  await within.getByRole("combobox", { name: label }).click();
  await within.page().getByRole("option", { name: option, exact: true }).click();
}

async function newApp(page: Page, origin: string, name: string, appid: string): Promise<void> {
  await page.goto(`${origin}/settings/apps`);
  await page.getByRole("button", { name: "New app" }).click();
  const newAppDialog = dialog(page, "New app");
  await newAppDialog.getByLabel("Name").fill(name);
  await newAppDialog.getByLabel("App ID").fill(appid);
  await newAppDialog.getByRole("button", { name: "Create app" }).click();
}

test("an app is created with a permanent app ID, and changed", async ({ page, workspace }) => {
  await newApp(page, workspace.origin, "Shop", "sandbox");
  // The app ID is in use: the error is at the field, and the input is preserved.
  await expect(dialog(page, "New app").getByText("An app “sandbox” already exists")).toBeVisible();
  await expect(dialog(page, "New app").getByLabel("Name")).toHaveValue("Shop");
  await dialog(page, "New app").getByLabel("App ID").fill("shop-settings");
  await dialog(page, "New app").getByRole("button", { name: "Create app" }).click();
  await expect(page.getByRole("heading", { name: "Shop", level: 1 })).toBeVisible();
  await expect(page.getByText("so it can’t be changed")).toBeVisible();
  await expect(page.getByText(/^pk_/)).toBeVisible();
  await expect(page.getByText("No credential. Messages leave out Android.")).toBeVisible();
  expect(await objections(page)).toEqual([]);

  const form = page.getByRole("form", { name: "App" });
  const save = form.getByRole("button", { name: "Save changes" });
  await expect(save).toBeDisabled();
  await form.getByRole("textbox", { name: /^Icon URL/ }).fill("icon.png");
  await save.click();
  await expect(
    form.getByText("Must be an address that begins with https:// or http://."),
  ).toBeVisible();
  await form.getByRole("textbox", { name: /^Icon URL/ }).fill("https://127.0.0.1:9/icon.png");
  await form.getByLabel("Name").fill("Shop two");
  await form.getByRole("switch", { name: /^Pushes/ }).click();
  await save.click();
  const deactivationDialog = page.getByRole("dialog", { name: /^Deactivate pushes to / });
  await expect(deactivationDialog).toContainText("New messages to 0 devices are refused.");
  await deactivationDialog.getByRole("button", { name: "Keep them active" }).click();
  await expect(
    form.getByText("Not saved yet. Switch pushes on again, or save once more."),
  ).toBeVisible();
  await save.click();
  await deactivationDialog.getByRole("button", { name: "Deactivate pushes" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Shop two", level: 1 })).toBeVisible();
  await page.goto(`${workspace.origin}/settings/apps`);
  const row = page.getByRole("row").filter({ hasText: "shop-settings" });
  await expect(row).toContainText("Pushes off");
  await row.getByRole("link", { name: "Shop two" }).click();
  await expect(page.getByRole("switch", { name: /^Pushes/ })).not.toBeChecked();
  await page.goto(`${workspace.origin}/settings/apps/00000000-0000-7000-8000-000000000000`);
  await expect(page.getByText("There is no such app")).toBeVisible();
});

test("credentials are checked with their provider: files, refusals, no answer, replacing and removing", async ({
  page,
  workspace,
}) => {
  const { fcm, apns, hms, ports } = accountsOf(workspace.dataDir);
  const [fcmPort, apnsPort, hmsPort] = ports;
  await newApp(page, workspace.origin, "Kiosk", "kiosk-settings");

  // Firebase: the wrong file says which is right, the key file fills the fields, and the lab stands
  // in for Google.
  await card(page, "Firebase Cloud Messaging")
    .getByRole("button", { name: "Add credential" })
    .click();
  const firebase = dialog(page, "Firebase Cloud Messaging");
  const file = (content: object, name = "key.json") => ({
    name,
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(content)),
  });
  await firebase
    .getByLabel("Choose the key file")
    .setInputFiles(file({ project_info: {} }, "google-services.json"));
  await expect(firebase.getByText("This is google-services.json")).toBeVisible();
  const account = {
    type: "service_account",
    project_id: "another-project",
    client_email: fcm.clientEmail,
    private_key: fcm.privateKey,
  };
  await firebase
    .getByLabel("Choose the key file")
    .setInputFiles(file({ ...account, token_uri: `http://127.0.0.1:${fcmPort}/token` }));
  await expect(firebase.getByLabel("Service account")).toHaveValue(fcm.clientEmail);
  expect(await objections(page)).toEqual([]);
  await firebase.getByText("Addresses and certificates").click();
  await firebase
    .getByRole("textbox", { name: /^Address(?!es)/ })
    .fill(`http://127.0.0.1:${fcmPort}`);
  await firebase.getByRole("button", { name: "Check and save" }).click();
  await expect(
    firebase.getByText("Firebase does not let this service account send in this project."),
  ).toBeVisible();
  await expect(firebase.getByLabel("Project ID")).toBeFocused();
  await firebase.getByLabel("Project ID").fill(fcm.projectId);
  await firebase.getByRole("button", { name: "Check and save" }).click();
  await expect(page.getByText("Firebase Cloud Messaging accepted the credential")).toBeVisible();
  await expect(
    card(page, "Firebase Cloud Messaging").getByText("OK", { exact: true }),
  ).toBeVisible();
  await expect(card(page, "Firebase Cloud Messaging")).toContainText("Checked");
  expect(await page.content()).not.toContain(fcm.privateKey.split("\n")[1]);

  // Apple: the key's ID is read from the file's name. Another team's key is refused, and the
  // current credential stays in use.
  await card(page, "Apple Push Notification service")
    .getByRole("button", { name: "Add credential" })
    .click();
  const apple = dialog(page, "Apple Push Notification service");
  const p8 = (key: string) => ({
    name: `AuthKey_${apns.keyId}.p8`,
    mimeType: "text/plain",
    buffer: Buffer.from(key),
  });
  await apple.getByLabel("Choose the key file").setInputFiles(p8(apns.privateKey));
  await expect(apple.getByLabel("Key ID")).toHaveValue(apns.keyId);
  await apple.getByLabel("Team ID").fill(apns.teamId);
  await apple.getByLabel("Bundle ID").fill(apns.bundleId);
  await expect(apple.getByRole("combobox", { name: "Environment" })).toContainText("Production");
  await expect(apple.getByRole("textbox", { name: "Address" })).toBeHidden();
  await choose(apple, "Environment", "Another address");
  await apple.getByRole("textbox", { name: "Address" }).fill(`http://127.0.0.1:${apnsPort}`);
  await apple.getByRole("button", { name: "Check and save" }).click();
  await expect(
    card(page, "Apple Push Notification service").getByText("OK", { exact: true }),
  ).toBeVisible();
  await card(page, "Apple Push Notification service").getByRole("button", { name: "Edit" }).click();
  await expect(apple.getByText("••••••••")).toBeVisible();
  await apple.getByLabel("Choose the key file").setInputFiles(p8(otherKey()));
  await apple.getByRole("button", { name: "Check and save" }).click();
  await expect(apple.getByText("do not belong together")).toBeVisible();
  await apple.getByRole("button", { name: "Cancel" }).click();
  await apple.getByRole("button", { name: "Discard" }).click();
  await card(page, "Apple Push Notification service")
    .getByRole("button", { name: "Check now" })
    .click();
  await expect(
    page.getByText("Apple Push Notification service accepts the credential"),
  ).toBeVisible();

  // Huawei: no server answers at this address. The credential is saved only on confirmation, and is
  // shown as unchecked until a check succeeds.
  await card(page, "Huawei Push Kit").getByRole("button", { name: "Add credential" }).click();
  const huawei = dialog(page, "Huawei Push Kit");
  await huawei.getByLabel("App ID").fill(hms.appId);
  await huawei.getByLabel("App secret", { exact: true }).fill(hms.appSecret);
  await huawei.getByText("Addresses and certificates").click();
  await huawei.getByRole("textbox", { name: /^Address(?!es)/ }).fill(`http://127.0.0.1:${hmsPort}`);
  await huawei
    .getByRole("textbox", { name: /^Token address/ })
    .fill("http://huawei.invalid/oauth2/v3/token");
  await huawei.getByRole("button", { name: "Check and save" }).click();
  await expect(huawei.getByText("Not checked, and not saved yet")).toBeVisible();
  await expect(huawei.getByText("Huawei Push Kit cannot be reached from here.")).toBeVisible();
  expect(await objections(page)).toEqual([]);
  await huawei.getByRole("button", { name: "Save without check" }).click();
  await expect(
    card(page, "Huawei Push Kit").getByText("Not checked", { exact: true }),
  ).toBeVisible();
  // The secret goes to no other address than before without being entered again.
  await card(page, "Huawei Push Kit").getByRole("button", { name: "Edit" }).click();
  await huawei
    .getByRole("textbox", { name: /^Token address/ })
    .fill(`http://127.0.0.1:${hmsPort}/oauth2/v3/token`);
  await huawei.getByRole("button", { name: "Check and save" }).click();
  await expect(huawei.getByText("Enter it again, because the address has changed.")).toBeVisible();
  await huawei.getByLabel("App secret", { exact: true }).fill(hms.appSecret);
  await huawei.getByRole("button", { name: "Check and save" }).click();
  await expect(card(page, "Huawei Push Kit").getByText("OK", { exact: true })).toBeVisible();

  // Web Push: the server generates the keys; the public one is shown.
  await card(page, "Web Push").getByRole("button", { name: "Create keys" }).click();
  const keys = dialog(page, "Create keys");
  await keys.getByLabel("Contact").fill("push@shop.example");
  await keys.getByRole("button", { name: "Create keys" }).click();
  await expect(keys.getByText("must be mailto:name@host or an https address")).toBeVisible();
  await keys.getByLabel("Contact").fill("mailto:push@shop.example");
  await keys.getByRole("button", { name: "Create keys" }).click();
  await expect(
    card(page, "Web Push").getByRole("button", { name: "Copy public key" }),
  ).toBeVisible();
  expect(await objections(page)).toEqual([]);

  await page.getByRole("button", { name: "Actions for Huawei Push Kit" }).click();
  await page.getByRole("menuitem", { name: "Remove …" }).click();
  const removing = dialog(page, "Remove Huawei Push Kit from Kiosk?");
  await expect(removing.getByText("No device is reached with it at present.")).toBeVisible();
  await removing.getByRole("button", { name: "Remove the credential" }).click();
  await expect(card(page, "Huawei Push Kit").getByText("No credential.")).toBeVisible();
});

test("a certificate of Apple’s is opened by its password, checked, and replaced by a key", async ({
  page,
  workspace,
}) => {
  const { apns, ports } = accountsOf(workspace.dataDir);
  const [, apnsPort] = ports;
  const { bundleId } = apns;
  const authority = await openAppleAuthority();
  const p12 = async (subject: AppleSubject, password: string) => ({
    name: "push.p12",
    mimeType: "application/x-pkcs12",
    buffer: authority.p12(await authority.issue(subject), password),
  });
  await newApp(page, workspace.origin, "Stall", "stall-settings");
  const region = card(page, "Apple Push Notification service");
  await region.getByRole("button", { name: "Add credential" }).click();
  const apnsDialog = dialog(page, "Apple Push Notification service");
  await apnsDialog.getByLabel("Choose the key file").setInputFiles(await p12({ bundleId }, "Zq7x"));
  await expect(
    apnsDialog.getByText("This is a certificate. Choose Certificate (.p12) above"),
  ).toBeVisible();
  await apnsDialog.getByLabel("Team ID").fill("A1B2C3D4E5");
  await apnsDialog.getByRole("radio", { name: "Certificate (.p12)" }).click();
  await expect(apnsDialog.getByLabel("Team ID")).toBeHidden();

  // What is of no use says so at once; the right file asks for its password.
  const file = apnsDialog.getByLabel("Choose the certificate");
  await file.setInputFiles(await p12({ bundleId, until: new Date("2020-05-03T12:00:00Z") }, ""));
  await expect(apnsDialog.getByText("This certificate expired on May 3, 2020.")).toBeVisible();
  await file.setInputFiles(await p12({ bundleId, environments: [] }, ""));
  await expect(
    apnsDialog.getByText("This is not a certificate of Apple’s push service."),
  ).toBeVisible();
  const password = apnsDialog
    .getByRole("textbox", { name: "Password of the file" })
    .or(apnsDialog.locator("input[type=password]"));
  await file.setInputFiles(
    await p12({ bundleId, until: new Date(Date.now() + 20 * 86_400_000) }, "Zq7x"),
  );
  await password.fill("wrong");
  await password.press("Enter");
  await expect(apnsDialog.getByText("This password does not open the file.")).toBeVisible();
  expect(await objections(page)).toEqual([]);
  await password.fill("Zq7x");
  // Saved at once: leaving the field opens the file first.
  await apnsDialog.getByRole("button", { name: "Check and save" }).click();
  await expect(
    apnsDialog.getByText(`For ${bundleId}, in production and development. Valid until`),
  ).toBeVisible();
  await expect(apnsDialog.getByLabel("Bundle ID")).toHaveValue(bundleId);
  await expect(password).toBeHidden();

  // At the lab, which knows this certificate’s authority no more than Apple would.
  await choose(apnsDialog, "Environment", "Another address");
  await apnsDialog.getByRole("textbox", { name: "Address" }).fill(`https://127.0.0.1:${apnsPort}`);
  await apnsDialog.getByLabel("Bundle ID").fill("com.example.other");
  // Where the file was open before the first press, that one asked Apple already.
  await apnsDialog.getByRole("button", { name: /Check and save|Check again/ }).click();
  await expect(apnsDialog.getByText(`This certificate is only for ${bundleId}.`)).toBeVisible();
  await apnsDialog.getByLabel("Bundle ID").fill(bundleId);
  await apnsDialog.getByRole("button", { name: /Check and save|Check again/ }).click();
  await expect(apnsDialog.getByText("Not checked, and not saved yet")).toBeVisible();
  await apnsDialog.getByRole("button", { name: "Save without check" }).click();
  await expect(region).toContainText("The certificate expires on");
  await expect(region).toContainText("Certificate (.p12)");
  expect(await page.content()).not.toContain("PRIVATE KEY");
  expect(await objections(page)).toEqual([]);

  // A key takes its place: what was stored of the certificate is of no use for it.
  await region.getByRole("button", { name: "Edit" }).click();
  await expect(apnsDialog.getByRole("radio", { name: "Certificate (.p12)" })).toBeChecked();
  await expect(apnsDialog.getByText("••••••••")).toBeVisible();
  await apnsDialog.getByRole("radio", { name: "Key (.p8)" }).click();
  await expect(apnsDialog.getByText("••••••••")).toBeHidden();
  const key = {
    name: `AuthKey_${apns.keyId}.p8`,
    mimeType: "text/plain",
    buffer: Buffer.from(apns.privateKey),
  };
  await apnsDialog.getByLabel("Choose the key file").setInputFiles(key);
  await apnsDialog.getByLabel("Team ID").fill(apns.teamId);
  await apnsDialog.getByRole("textbox", { name: "Address" }).fill(`http://127.0.0.1:${apnsPort}`);
  await apnsDialog.getByRole("button", { name: "Check and save" }).click();
  await expect(region.getByText("OK", { exact: true })).toBeVisible();
  await expect(region).not.toContainText("The certificate expires on");
});

/** Its sandbox is the first one, whose credentials are set at each start. */
const ownTest = ownServerTest();

ownTest(
  "the sandbox's app says whom its credentials reach, and removing one says how many devices that costs",
  async ({ signedIn: page, server }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${server.origin}/settings/apps`);
    await page.getByRole("link", { name: "Sandbox", exact: true }).click();
    await expect(page.getByText("This app sends to simulated devices")).toBeVisible();
    await expect(card(page, "Firebase Cloud Messaging")).toContainText(/\d+ devices?/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    await page.getByRole("button", { name: "Actions for Web Push" }).click();
    await page.getByRole("menuitem", { name: "Remove …" }).click();
    await expect(dialog(page, /^Remove Web Push from/)).toContainText(
      /\d+ browsers? can no longer be reached/,
    );
    await dialog(page, /^Remove Web Push from/)
      .getByRole("button", { name: "Keep it" })
      .click();
  },
);
