import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";

test("the API page shows each call with the reader's own app and key", async ({
  page,
  workspace,
}) => {
  await page.goto(`${workspace.origin}/reference`);
  const nav = page.getByRole("navigation", { name: "API" });
  await nav.getByRole("link", { name: "Publish a template" }).click();
  await expect(page).toHaveURL(/#publishTemplate$/);
  const publish = page.getByRole("region", { name: "Publish a template" });
  await expect(publish.getByRole("heading", { name: "Publish a template" })).toBeInViewport();

  const send = page.getByRole("region", { name: "Send a push notification" });
  await expect(send.getByLabel("Send a push notification: cURL request")).toContainText(
    `"appid":"${workspace.appid}"`,
  );
  await expect(send.getByLabel("Send a push notification: cURL request")).toContainText(
    "key: $SERVICE_KEY",
  );
  await expect(send.getByLabel("Send a push notification: response")).toContainText(
    '"code": "1001"',
  );
  await page.getByLabel("Your key").fill("ck_of_the_reader");
  await page.getByRole("radio", { name: "Node" }).click();
  await expect(send.getByLabel("Send a push notification: Node request")).toContainText(
    'key: "ck_of_the_reader"',
  );
  // A client key is another key: a service's does not go there.
  await expect(page.getByLabel("Report what a device did: Node request")).toContainText(
    "process.env.CLIENT_KEY",
  );
  await send.getByText("Members of the body").click();
  await expect(
    send.getByRole("table", { name: "Members of the body: Send a push notification" }),
  ).toBeVisible();
  expect(await objections(page)).toEqual([]);
});
