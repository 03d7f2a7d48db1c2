import { generateKeyPairSync } from "node:crypto";
import { expect } from "@playwright/test";
import { accountsOf, card, choose, dialog, newApp } from "../support/app-pages";
import { objections } from "../support/axe";
import { ownServerTest, test } from "../support/fixtures";

const otherKey = () =>
  generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();

test("an app has a permanent ID, and can be changed otherwise", async ({ page, workspace }) => {
  await test.step("its ID is unique and permanent", async () => {
    await newApp(page, workspace.origin, "Shop", "sandbox");
    // The app ID is in use: the error is at the field, and the input is preserved.
    await expect(
      dialog(page, "New app").getByText("An app “sandbox” already exists"),
    ).toBeVisible();
    await expect(dialog(page, "New app").getByLabel("Name")).toHaveValue("Shop");
    await dialog(page, "New app").getByLabel("App ID").fill(`shop-${workspace.mark}`);
    await dialog(page, "New app").getByRole("button", { name: "Create app" }).click();
    await expect(page.getByRole("heading", { name: "Shop", level: 1 })).toBeVisible();
    await expect(page.getByText("so it can’t be changed")).toBeVisible();
    await expect(page.getByText(/^pk_/)).toBeVisible();
    await expect(page.getByText("No credential. Messages leave out Android.")).toBeVisible();
    expect(await objections(page)).toEqual([]);
  });

  await test.step("its form asks before it deactivates pushes", async () => {
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
  });
  await test.step("the list shows the change", async () => {
    await page.goto(`${workspace.origin}/settings/apps`);
    const row = page.getByRole("row").filter({ hasText: `shop-${workspace.mark}` });
    await expect(row).toContainText("Pushes off");
    await row.getByRole("link", { name: "Shop two" }).click();
    await expect(page.getByRole("switch", { name: /^Pushes/ })).not.toBeChecked();
  });
  await test.step("an unknown app is named as such", async () => {
    await page.goto(`${workspace.origin}/settings/apps/00000000-0000-7000-8000-000000000000`);
    await expect(page.getByText("There is no such app")).toBeVisible();
  });
});

test("credentials are checked with their provider", async ({ page, workspace }) => {
  const { fcm, apns, hms, ports } = accountsOf(workspace.dataDir);
  const [fcmPort, apnsPort, hmsPort] = ports;
  await newApp(page, workspace.origin, "Kiosk", `kiosk-${workspace.mark}`);

  await test.step("Firebase: the wrong file is named, and the key file fills the fields", async () => {
    // The lab stands in for Google.
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
  });

  await test.step("Apple: a key that is refused does not replace the current one", async () => {
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
    await card(page, "Apple Push Notification service")
      .getByRole("button", { name: "Edit" })
      .click();
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
  });

  const huawei = dialog(page, "Huawei Push Kit");
  await test.step("Huawei: without an answer it is saved on confirmation only", async () => {
    // Huawei: no server answers at this address. The credential is saved only on confirmation, and
    // is shown as unchecked until a check succeeds.
    await card(page, "Huawei Push Kit").getByRole("button", { name: "Add credential" }).click();
    await huawei.getByLabel("App ID").fill(hms.appId);
    await huawei.getByLabel("App secret", { exact: true }).fill(hms.appSecret);
    await huawei.getByText("Addresses and certificates").click();
    await huawei
      .getByRole("textbox", { name: /^Address(?!es)/ })
      .fill(`http://127.0.0.1:${hmsPort}`);
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
  });
  await test.step("Huawei: another address asks for the secret again", async () => {
    await card(page, "Huawei Push Kit").getByRole("button", { name: "Edit" }).click();
    await huawei
      .getByRole("textbox", { name: /^Token address/ })
      .fill(`http://127.0.0.1:${hmsPort}/oauth2/v3/token`);
    await huawei.getByRole("button", { name: "Check and save" }).click();
    await expect(
      huawei.getByText("Enter it again, because the address has changed."),
    ).toBeVisible();
    await huawei.getByLabel("App secret", { exact: true }).fill(hms.appSecret);
    await huawei.getByRole("button", { name: "Check and save" }).click();
    await expect(card(page, "Huawei Push Kit").getByText("OK", { exact: true })).toBeVisible();
  });

  await test.step("Web Push: the server generates the keys", async () => {
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
  });

  await test.step("a credential is removed", async () => {
    await page.getByRole("button", { name: "Actions for Huawei Push Kit" }).click();
    await page.getByRole("menuitem", { name: "Remove …" }).click();
    const removing = dialog(page, "Remove Huawei Push Kit from Kiosk?");
    await expect(removing.getByText("No device is reached with it at present.")).toBeVisible();
    await removing.getByRole("button", { name: "Remove the credential" }).click();
    await expect(card(page, "Huawei Push Kit").getByText("No credential.")).toBeVisible();
  });
});

/** Its sandbox is the first one, whose credentials are set at each start. */
const ownTest = ownServerTest();

ownTest(
  "an app shows how many devices its credentials reach",
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
