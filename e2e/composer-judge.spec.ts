import { expect, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { composeExample, test } from "./support/fixtures";

const stepsOf = (page: Page) => page.getByRole("navigation", { name: "Steps" });
const sample = (name: string) => readFileSync(join(import.meta.dirname, "../lib/interface/samples/requests", name), "utf8");

async function paste(page: Page, body: string): Promise<void> {
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("radio", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Request as JSON" }).fill(body);
}

test("a request to an app that nobody knows is called good nowhere, and is sent once the app is chosen", async ({
  signedIn: page,
  server,
}) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await paste(page, sample("c02-constructed-pos-as-string.json").replace("{{userid}}", "user-1"));
  await expect(stepsOf(page).getByRole("button", { name: /Audience 1 problem/ })).toBeVisible();
  await expect(stepsOf(page).getByRole("button", { name: /Delivery nothing set/ })).toBeVisible();
  await stepsOf(page).getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("Solve one problem before it can be sent.")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("combobox", { name: "App", exact: true })).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("tabpanel", { name: /Checks/ })).toContainText("Invalid app id");

  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: /Sandbox/ }).click();
  await expect(page.getByRole("button", { name: "No problems" })).toBeVisible();
  await expect(stepsOf(page).getByRole("button", { name: /Audience ready/ })).toBeVisible();
  await stepsOf(page).getByRole("button", { name: "Review" }).click();
  await expect(page.getByText(/^Ready: /)).toBeVisible();
});

test("nothing is wrong about a message that is being begun, until a field is left empty or Send is pressed", async ({
  signedIn: page,
  server,
}) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await page.getByRole("button", { name: "Start over" }).click();
  const steps = stepsOf(page);
  for (const name of [
    /Audience not finished/,
    /Content not finished/,
    /Buttons nothing set/,
    /Delivery nothing set/,
    /Review not finished/,
  ])
    await expect(steps.getByRole("button", { name })).toBeVisible();
  await page.getByRole("button", { name: "Not finished", exact: true }).click();
  const checks = page.getByRole("list", { name: "Problems" });
  await expect(checks.getByRole("button", { name: /^Missing:/ })).toHaveCount(2);
  await steps.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("Not finished: 2 things are missing.")).toBeVisible();
  // One that was gone past is told, and no other.
  await steps.getByRole("button", { name: "Content" }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).focus();
  await page.getByRole("textbox", { name: "Title", exact: true }).focus();
  await expect(steps.getByRole("button", { name: /Content 1 problem/ })).toBeVisible();
  await expect(steps.getByRole("button", { name: /Audience not finished/ })).toBeVisible();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(steps.getByRole("button", { name: /Audience 1 problem/ })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Users" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: "Users" })).toHaveAccessibleDescription(/Add at least one user id\./);
  await expect(checks.getByRole("button", { name: /^Problem:/ })).toHaveCount(2);
});

test("too large a request is a problem of the step whose bytes weigh, and Send goes there", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await stepsOf(page).getByRole("button", { name: "Content" }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("x".repeat(1_600));
  await expect(stepsOf(page).getByRole("button", { name: /Content 1 problem/ })).toBeVisible();
  await expect(stepsOf(page).getByRole("button", { name: /Audience not checked yet/ })).toBeVisible();
  await stepsOf(page).getByRole("button", { name: "Delivery" }).click();
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(/The request is [\d,]+ bytes too large/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeFocused();
});

test("a field that is not finished empties no preview, and is marked in the picture", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await stepsOf(page).getByRole("button", { name: "Buttons" }).click();
  await page.getByRole("radio", { name: "Shop Now and Cancel" }).click();
  await page.getByRole("combobox", { name: "Shop Now button" }).click();
  await page.getByRole("option", { name: /Opens a web page in the browser/ }).click();
  for (const device of ["Android", "Huawei", "iOS"]) {
    await page.getByRole("radio", { name: device, exact: true }).click();
    await expect(page.getByRole("figure", { name: /Your parcel is on its way/ })).toBeVisible();
    await expect(page.getByText("Not finished: what button 1 does")).toBeVisible();
  }
  await page.getByRole("textbox", { name: "Shop Now button: address" }).fill("https://shop.example");
  await expect(page.getByText(/^Not finished/)).toHaveCount(0);
});
