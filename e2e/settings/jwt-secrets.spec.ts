import { createHmac } from "node:crypto";
import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";
import { ownInstallation } from "../support/own-installation";
import { takeSecret } from "../support/take-secret";

/** A JWT (RFC 7515), HS256. */
function signed(claims: object, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ alg: "HS256" })}.${part(claims)}`;
  return `${text}.${createHmac("sha256", Buffer.from(secret, "base64")).update(text).digest("base64url")}`;
}

test("a JWT secret can be replaced without an interruption", async ({ page, workspace }) => {
  test.setTimeout(240_000);
  await ownInstallation(workspace);
  const name = `Signed ${workspace.mark}`;
  const secrets = page.getByRole("list", { name: "JWT secrets" });
  const serviceId = await test.step("a service is created", async () => {
    await page.goto(`${workspace.origin}/settings/services`);
    await page.getByRole("button", { name: "New service" }).click();
    const newServiceDialog = page.getByRole("dialog", { name: "New service" });
    const create = newServiceDialog.getByRole("button", { name: "Create service" });
    // A name that another one has is refused at the field.
    await newServiceDialog.getByLabel("Name").fill("SANDBOX");
    await create.click();
    await expect(
      newServiceDialog.getByText("Another service has this name. Choose a different one."),
    ).toBeVisible();
    await newServiceDialog.getByLabel("Name").fill(name);
    await create.click();
    await takeSecret(page, { title: `The key of ${name}`, close: "Open service" });
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    const serviceId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await expect(secrets.getByRole("listitem")).toHaveCount(1);
    return serviceId;
  });

  const [present, former] = [
    secrets.getByRole("listitem").first(),
    secrets.getByRole("listitem").last(),
  ];
  const secret = await test.step("its secret is re-rolled with an overlap", async () => {
    await page.getByRole("button", { name: "Re-roll the JWT secret" }).click();
    const dialog = page.getByRole("dialog", { name: `Re-roll the JWT secret of ${name}` });
    await dialog.getByRole("combobox", { name: "The new secret expires" }).click();
    await page.getByRole("option", { name: "In 30 days" }).click();
    await dialog.getByRole("button", { name: "Re-roll", exact: true }).click();
    const secret = await takeSecret(page, { title: `The JWT secret of ${name}` });
    await expect(secrets.getByRole("listitem")).toHaveCount(2);
    await expect(present).toContainText("Expires");
    await expect(present).toContainText("Never used");
    await expect(former).toContainText("Works until");
    return secret;
  });

  const withToken = await test.step("calls with tokens of the new secret are counted", async () => {
    const token = signed({ iss: serviceId, iat: Math.floor(Date.now() / 1_000) }, secret);
    const withToken = async () =>
      (
        await fetch(
          `${workspace.origin}/resources/v1/messaging/00000000-0000-7000-8000-000000000000`,
          {
            headers: { authorization: `Bearer ${token}` },
          },
        )
      ).status;
    expect(await withToken()).toBe(404);
    await expect(async () => {
      await page.reload();
      await expect(present).toContainText("1 call in 24 hours from 1 address", { timeout: 2_000 });
    }).toPass({ timeout: 90_000 });
    expect(await objections(page)).toEqual([]);
    return withToken;
  });
  await test.step("the former secret is removed", async () => {
    await former.getByRole("button", { name: "Remove the JWT secret before" }).click();
    await expect(page.getByRole("dialog")).toContainText(
      "No calls with this key in the last 24 hours",
    );
    await page.getByRole("dialog").getByRole("button", { name: "Remove the secret" }).click();
    await expect(secrets.getByRole("listitem")).toHaveCount(1);
    expect(await withToken()).toBe(404);
  });
  await test.step("the secret in use is removed after a warning", async () => {
    await secrets.getByRole("button", { name: "Remove the JWT secret in use" }).click();
    await expect(page.getByRole("list", { name: "Who calls with it" })).toContainText("127.0.0.1");
    expect(await objections(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Remove it anyway" }).click();
    await expect(secrets).toBeHidden();
    await expect(
      page.getByText("There is none: programs call with service keys alone."),
    ).toBeVisible();
    await expect.poll(withToken).toBe(401);
  });
});
