import { expect } from "@playwright/test";
import { test } from "../support/fixtures";
import { saved } from "../support/template-pages";

test("publishing is checked against the messages of the last 30 days", async ({
  page,
  workspace,
}) => {
  const call = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${workspace.origin}/resources/v1${path}`, {
      method,
      headers: { key: workspace.serviceKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as { revision?: number };
  };
  await test.step("three messages are sent by a template", async () => {
    const at = `/apps/${workspace.appid}/templates/proven`;
    const { revision } = await call("PUT", at, {
      name: "Proven",
      blocks: {
        android: {
          title: "Your order is on its way",
          text: "Hi ${name}, ${order} arrives in ${days} days.",
        },
      },
      parameters: [
        { name: "name", required: true },
        { name: "order", required: true },
        { name: "days", required: false, default: "2" },
      ],
    });
    await call("POST", `${at}/publish`, { revision });
    for (const parameters of [
      { name: "Ann", order: "A-1" },
      { name: "Lee", order: "A-2" },
      { name: "Tess", order: "A-3", days: "9" },
    ])
      await call("POST", "/messaging", {
        deliverychannel: "push",
        appid: workspace.appid,
        destination: [{ userid: ["user-1"] }],
        message: { template: "proven", parameters },
      });
  });
  await test.step("the draft changes a word and requires a parameter", async () => {
    await page.goto(`${workspace.origin}/templates`);
    await page.getByRole("link", { name: "Proven" }).click();
    await page.getByRole("link", { name: "Edit" }).click();
    await page
      .getByRole("textbox", { name: "Title", exact: true })
      .fill("Your parcel is on its way");
    await page.getByRole("button", { name: /^\$\{days\}/ }).click();
    await page.getByRole("switch", { name: "days is required" }).click();
    await saved(page);
  });

  await test.step("publishing shows changed and refused messages", async () => {
    await page.getByRole("button", { name: "Publish …" }).click();
    const proof = page.getByRole("region", { name: "With messages of the last 30 days" });
    await expect(proof.getByText(/^Checked 3 messages\./)).toBeVisible();
    await expect(proof.getByText("2 messages would be refused.")).toBeVisible();
    await expect(proof.getByText("${days} is required now.")).toBeVisible();
    await expect(proof.getByText("1 message: title").first()).toBeVisible();
    // One example, with the words marked that change.
    await expect(proof.locator("del").first()).toHaveText("order");
    await expect(proof.locator("ins").first()).toHaveText("parcel");
    await proof.getByRole("button", { name: "Check again" }).click();
    await expect(proof.getByText(/^Checked 3 messages\./)).toBeVisible();
  });
});
