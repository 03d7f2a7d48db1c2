import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { signInUnseen, test } from "../support/fixtures";
import { hold } from "../support/hold";
import { openDialog } from "../support/open-dialog";
import { ownInstallation } from "../support/own-installation";
import { addBank } from "../support/second-service";
import { startServer, type RunningServer } from "../support/server";
import { takeSecret } from "../support/take-secret";

const status = async ({ origin }: Pick<RunningServer, "origin">, key: string) =>
  (
    await fetch(`${origin}/resources/v1/messaging/00000000-0000-7000-8000-000000000000`, {
      headers: { key },
    })
  ).status;

const keys = (page: Page) => page.getByRole("list", { name: "Service keys" });
const region = (page: Page, name: string) => page.getByRole("region", { name });

test("a service key can be replaced and revoked without surprises", async ({ page, workspace }) => {
  test.setTimeout(240_000);
  await ownInstallation(workspace);
  const warehouse = `Warehouse ${workspace.mark}`;
  const first = await test.step("a service is created, and its key is shown once", async () => {
    await page.goto(`${workspace.origin}/settings`);
    await expect(page.getByRole("heading", { name: "Services", level: 1 })).toBeVisible();
    await page.getByRole("button", { name: "New service" }).click();
    const newServiceDialog = page.getByRole("dialog", { name: "New service" });
    await newServiceDialog.getByRole("button", { name: "Create service" }).click();
    await expect(newServiceDialog.getByText("Must not be empty.")).toBeVisible();
    await newServiceDialog.getByLabel("Name").fill(warehouse);
    await newServiceDialog.getByRole("button", { name: "Create service" }).click();
    const first = await takeSecret(page, {
      title: `The key of ${warehouse}`,
      close: "Open service",
    });
    await expect(page.getByRole("heading", { name: warehouse, level: 1 })).toBeVisible();
    expect(await status(workspace, first)).toBe(404);
    expect(await page.content()).not.toContain(first);
    expect(await objections(page)).toEqual([]);
    return first;
  });

  const caller = page
    .getByRole("list", { name: "Who calls with it" })
    .getByText(/^(127\.0\.0\.1|::1)$/);
  const revoking = page.getByRole("dialog", { name: "Revoke First key?" });
  await test.step("the callers of a key are shown before it is revoked", async () => {
    // Who calls with a key is seen soon after its first call: what follows within a minute is
    // written together.
    await expect(async () => {
      await page.reload();
      await keys(page)
        .getByRole("button", { name: /^Revoke First key/ })
        .click();
      await expect(caller).toBeVisible({ timeout: 1_000 });
      // Where another call was written just before, a minute later.
    }).toPass({ timeout: 90_000 });
    await expect(revoking.getByRole("button", { name: "Revoke it anyway" })).toBeVisible();
    await revoking.getByRole("button", { name: "Keep it" }).click();
  });

  const second = await test.step("both keys work after a re-roll", async () => {
    await keys(page)
      .getByRole("button", { name: /^Re-roll First key/ })
      .click();
    const reroll = page.getByRole("dialog", { name: "Re-roll First key" });
    await reroll.getByRole("combobox", { name: "The old key works for" }).click();
    await page.getByRole("option", { name: "6 hours" }).click();
    await reroll.getByRole("button", { name: "Re-roll" }).click();
    const second = await takeSecret(page, { title: "The new key First key" });
    await expect(keys(page).getByRole("listitem")).toHaveCount(2);
    await expect(keys(page).getByText(/Replaced by ck_.*works until/)).toBeVisible();
    expect([await status(workspace, first), await status(workspace, second)]).toEqual([404, 404]);
    return second;
  });

  const till = await test.step("another program has a key of its own, up to fifty", async () => {
    const create = async (name: string) => {
      await page.getByRole("button", { name: "New key" }).click();
      const dialog = page.getByRole("dialog", { name: "New service key" });
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByRole("button", { name: "Create key" }).click();
      return dialog;
    };
    const dialog = await create("Till");
    expect(await objections(page)).toEqual([]);
    const till = await takeSecret(page, { title: "The key Till" });
    await expect(dialog).toBeHidden();
    await expect(keys(page).getByText("Till", { exact: true })).toBeVisible();
    await workspace.query(
      `INSERT INTO service_key (id, service_id, name, prefix, hash)
     SELECT gen_random_uuid(), k.service_id, 'Program ' || n, 'sk', sha256(convert_to(k.id::text || n, 'UTF8'))
     FROM service_key k CROSS JOIN generate_series(1, 50) AS n WHERE k.name = 'Till' AND k.service_id = (SELECT id FROM service WHERE name = $1)`,
      [warehouse],
    );
    await page.reload();
    await expect(page.getByText("50 keys at most: revoke one first")).toBeVisible();
    await expect(page.getByRole("button", { name: "New key" })).toBeDisabled();
    await workspace.query("DELETE FROM service_key WHERE name LIKE 'Program %'", []);
    await page.reload();
    return till;
  });

  await test.step("a revoked key is refused", async () => {
    expect(await status(workspace, till)).toBe(404);
    await keys(page)
      .getByRole("button", { name: /^Revoke Till/ })
      .click();
    await page
      .getByRole("dialog", { name: "Revoke Till?" })
      .getByRole("button", { name: /^Revoke (it anyway|the key)$/ })
      .click();
    await expect(page.getByText("Revoked Till")).toBeVisible();
    expect(await status(workspace, till)).toBe(401);
    await page.getByText("1 key that no longer works").click();
    await expect(
      page.getByRole("list", { name: "Keys that no longer work" }).getByText("Till"),
    ).toBeVisible();
  });

  await test.step("a replaced key that is still in use is revoked after a warning", async () => {
    const replaced = keys(page).getByRole("listitem").filter({ hasText: "Replaced by" });
    await replaced.getByRole("button", { name: /^Revoke First key/ }).click();
    await expect(caller).toBeVisible();
    await revoking.getByRole("button", { name: "Revoke it anyway" }).click();
    await expect(page.getByText("Revoked First key")).toBeVisible();
    expect([await status(workspace, first), await status(workspace, second)]).toEqual([401, 404]);
  });
});

test("the settings of a service are saved card by card", async ({ page, workspace }) => {
  test.setTimeout(240_000);
  // Other services of this server have other names, after a failure, too.
  const [play, playground] = [`Play ${workspace.mark}`, `Playground ${workspace.mark}`];
  await page.goto(`${workspace.origin}/settings/services`);
  await page
    .getByRole("table", { name: "Services" })
    .getByRole("link", { name: "Sandbox", exact: true })
    .click();
  const save = async (card: string) =>
    region(page, card).getByRole("button", { name: "Save" }).click();
  const saved = async () => {
    const toast = page.getByText("Saved", { exact: true }).last();
    await expect(toast).toBeVisible();
  };

  await test.step("General: words typed during a save stay", async () => {
    await region(page, "General").getByLabel("Name").fill("  ");
    await save("General");
    await expect(page.getByText("Must not be empty.")).toBeVisible();
    // What is typed while the answer is on its way stays, and is saved next.
    const name = region(page, "General").getByLabel("Name");
    const sent = await hold(
      page,
      (request) =>
        request.method() === "POST" && (request.postData() ?? "").includes(JSON.stringify(play)),
    );
    await name.fill(play);
    await save("General");
    await sent.firstRequest;
    await name.fill(playground);
    sent.letGo();
    await expect(page.getByRole("heading", { name: play, level: 1 })).toBeVisible();
    await expect(name).toHaveValue(playground);
    await save("General");
    await expect(page.getByRole("heading", { name: playground, level: 1 })).toBeVisible();
  });

  await test.step("Limits: a whole number", async () => {
    await region(page, "Limits and answers").getByLabel("Recipients a second").fill("fast");
    await save("Limits and answers");
    await expect(page.getByText("Takes a whole number.")).toBeVisible();
    await region(page, "Limits and answers").getByLabel("Recipients a second").fill("500");
    await save("Limits and answers");
    await saved();
  });

  await test.step("Delivery updates: an address", async () => {
    await region(page, "Delivery updates")
      .getByRole("textbox", { name: /^Notify URL/ })
      .fill("shop.example/updates");
    await save("Delivery updates");
    await expect(page.getByText(/Must be an address that begins with/)).toBeVisible();
    await region(page, "Delivery updates")
      .getByRole("textbox", { name: /^Notify URL/ })
      .fill("https://shop.example/updates");
    await save("Delivery updates");
  });

  await test.step("Allowed addresses: locking programs out is confirmed", async () => {
    const addresses = region(page, "Allowed addresses");
    await expect(addresses.getByText(/Your address is (127\.0\.0\.1|::1)\./)).toBeVisible();
    await addresses.getByLabel("Addresses and ranges").fill("192.0.2.1\nnonsense");
    await save("Allowed addresses");
    await expect(addresses.getByText(/“nonsense” is not an address or range/)).toBeVisible();
    await addresses.getByLabel("Addresses and ranges").fill("192.0.2.1");
    await save("Allowed addresses");
    const question = page.getByRole("dialog", { name: `Leave your address out of ${playground}?` });
    await question.getByRole("button", { name: "Go on editing" }).click();
    await expect(addresses.getByLabel("Addresses and ranges")).toHaveValue("192.0.2.1");
    expect(await status(workspace, workspace.serviceKey)).toBe(404);
    await save("Allowed addresses");
    await question.getByRole("button", { name: "Save anyway" }).click();
    await expect.poll(() => status(workspace, workspace.serviceKey)).toBe(403);
    await expect(question).toBeHidden();
    await addresses.getByLabel("Addresses and ranges").fill("");
    await save("Allowed addresses");
    await expect.poll(() => status(workspace, workspace.serviceKey)).toBe(404);
  });

  await test.step("a reload shows what was saved", async () => {
    await page.reload();
    await expect(region(page, "Limits and answers").getByLabel("Recipients a second")).toHaveValue(
      "500",
    );
    await expect(
      region(page, "Delivery updates").getByRole("textbox", { name: /^Notify URL/ }),
    ).toHaveValue("https://shop.example/updates");
  });

  await test.step("a signing secret is shown once", async () => {
    await page.getByRole("button", { name: "Create the Signing secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create secret" }).click();
    expect(await takeSecret(page, { title: `The Signing secret of ${playground}` })).toMatch(
      /^whsec_/,
    );
    await expect(page.getByRole("button", { name: "Re-roll the Signing secret" })).toBeVisible();
  });

  await test.step("a deactivated service refuses programs", async () => {
    await page.getByRole("button", { name: "Deactivate …" }).click();
    await expect(page.getByRole("dialog", { name: `Deactivate ${playground}?` })).toContainText(
      "Programs are refused",
    );
    await page.getByRole("button", { name: `Deactivate ${playground}`, exact: true }).click();
    await expect(page.getByText("This service is deactivated")).toBeVisible();
    expect(await status(workspace, workspace.serviceKey)).toBe(403);
    await page.getByRole("button", { name: "Reactivate" }).click();
    await expect(page.getByText("This service is active")).toBeVisible();
    await expect.poll(() => status(workspace, workspace.serviceKey)).toBe(404);
  });
});

test("a viewer reads what is set and is offered nothing", async ({ page, workspace }) => {
  test.setTimeout(240_000);
  const { vera } = await addBank(workspace);
  await signInUnseen(page, { ...workspace, email: vera });
  await page.goto(workspace.origin);
  // The palette has neither the places and commands of others nor what other services have.
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette.getByRole("option", { name: "Campaigns" })).toBeVisible();
  for (const closed of [
    "Compose",
    "Settings: audit log",
    "Settings: single sign-on",
    "Removed people",
    /^New /,
    /^Invite/,
    /^Switch to/,
  ])
    await expect(palette.getByRole("option", { name: closed })).toHaveCount(0);
  const answered = page.waitForResponse(
    (response) => response.request().headers()["next-action"] !== undefined,
  );
  await palette.getByRole("combobox").fill("bank");
  await answered;
  await expect(palette.getByText("Nothing by that name.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goto(`${workspace.origin}/settings/services`);
  const services = page.getByRole("table", { name: "Services" });
  await expect(services.getByRole("link")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "New service" })).toBeHidden();
  await services.getByRole("link").click();
  await expect(
    page.getByText("Only admins of this service can change these settings."),
  ).toBeVisible();
  await expect(keys(page).getByRole("listitem")).toHaveCount(1);
  await expect(region(page, "Allowed addresses").getByText("Anywhere")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main.getByRole("textbox")).toHaveCount(0);
  await expect(
    main.getByRole("button", { name: /Save|Re-roll|Revoke|New key|Deactivate|Create/ }),
  ).toHaveCount(0);
  expect(await objections(page)).toEqual([]);
});

test("the owner of an empty installation creates the first service", async ({ page }) => {
  test.setTimeout(240_000);
  const server = await startServer({ SANDBOX: "0" });
  try {
    await page.goto(`${server.origin}/sign-in`);
    await page.getByLabel("E-mail").fill(server.email);
    await page.getByLabel("Password", { exact: true }).fill(server.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Name your first service" })).toBeVisible();
    const dialog = await openDialog(page, "Create a service");
    await dialog.getByLabel("Name").fill("Shop");
    await dialog.getByRole("button", { name: "Create service" }).click();
    const key = await takeSecret(page, { title: "The key of Shop", close: "Open service" });
    await expect(page.getByRole("heading", { name: "Shop", level: 1 })).toBeVisible();
    await expect(page.getByText("Name your first service")).toBeHidden();
    expect(await status(server, key)).toBe(404);
    await page.getByRole("link", { name: "Home" }).first().click();
    await expect(page.getByRole("heading", { name: "Home", level: 1 })).toBeVisible();
  } finally {
    await server.stop();
  }
});
