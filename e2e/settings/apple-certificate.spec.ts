import { expect } from "@playwright/test";
import { openAppleAuthority, type AppleSubject } from "@/lib/lab/apple-authority";
import { accountsOf, card, choose, dialog, newApp } from "../support/app-pages";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";

test("a certificate of Apple’s can be used until a key replaces it", async ({
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
  const region = card(page, "Apple Push Notification service");
  const apnsDialog = dialog(page, "Apple Push Notification service");
  await test.step("a certificate is another choice than a key", async () => {
    await newApp(page, workspace.origin, "Stall", `stall-${workspace.mark}`);
    await region.getByRole("button", { name: "Add credential" }).click();
    await apnsDialog
      .getByLabel("Choose the key file")
      .setInputFiles(await p12({ bundleId }, "Zq7x"));
    await expect(
      apnsDialog.getByText("This is a certificate. Choose Certificate (.p12) above"),
    ).toBeVisible();
    await apnsDialog.getByLabel("Team ID").fill("A1B2C3D4E5");
    await apnsDialog.getByRole("radio", { name: "Certificate (.p12)" }).click();
    await expect(apnsDialog.getByLabel("Team ID")).toBeHidden();
  });

  const password = apnsDialog
    .getByRole("textbox", { name: "Password of the file" })
    .or(apnsDialog.locator("input[type=password]"));
  await test.step("a file of no use is refused, and a password opens the right one", async () => {
    const file = apnsDialog.getByLabel("Choose the certificate");
    await file.setInputFiles(await p12({ bundleId, until: new Date("2020-05-03T12:00:00Z") }, ""));
    await expect(apnsDialog.getByText("This certificate expired on May 3, 2020.")).toBeVisible();
    await file.setInputFiles(await p12({ bundleId, environments: [] }, ""));
    await expect(
      apnsDialog.getByText("This is not a certificate of Apple’s push service."),
    ).toBeVisible();
    await file.setInputFiles(
      await p12({ bundleId, until: new Date(Date.now() + 20 * 86_400_000) }, "Zq7x"),
    );
    await password.fill("wrong");
    await password.press("Enter");
    await expect(apnsDialog.getByText("This password does not open the file.")).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await password.fill("Zq7x");
  });
  await test.step("saving opens the file first", async () => {
    // Saved at once: leaving the field opens the file first.
    await apnsDialog.getByRole("button", { name: "Check and save" }).click();
    await expect(
      apnsDialog.getByText(`For ${bundleId}, in production and development. Valid until`),
    ).toBeVisible();
    await expect(apnsDialog.getByLabel("Bundle ID")).toHaveValue(bundleId);
    await expect(password).toBeHidden();
  });

  await test.step("it is checked, and saved on confirmation", async () => {
    // At the lab, which knows this certificate’s authority no more than Apple would.
    await choose(apnsDialog, "Environment", "Another address");
    await apnsDialog
      .getByRole("textbox", { name: "Address" })
      .fill(`https://127.0.0.1:${apnsPort}`);
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
  });

  await test.step("a key replaces it", async () => {
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
});
