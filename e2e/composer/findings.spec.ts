import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "../support/fixtures";

const stepsOf = (page: Page) => page.getByRole("navigation", { name: "Steps" });
const sample = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../lib/interface/samples/requests", name), "utf8");

async function paste(page: Page, body: string): Promise<void> {
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("radio", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Request as JSON" }).fill(body);
}

test("a problem is found from its field, from Checks and from Send", async ({
  page,
  workspace,
}) => {
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await test.step("a field shows its problem once it was left", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    await stepsOf(page).getByRole("button", { name: "Content" }).click();
    // Short enough for every screen: being cut is no subject here.
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("At the door");
    await text.fill("");
    // A field that still has the focus shows no error.
    await expect(page.getByRole("button", { name: "Not finished", exact: true })).toBeVisible();
    await expect(text).not.toHaveAttribute("aria-invalid", "true");
    await page.getByRole("textbox", { name: "Title", exact: true }).focus();
    await expect(page.getByRole("button", { name: "1 problem", exact: true })).toBeVisible();
    await expect(text).toHaveAttribute("aria-invalid", "true");
    await expect(text).toHaveAccessibleDescription(/Write a text\./);
    await page.getByRole("tab", { name: /^iOS has a problem/ }).click();
    const ofIos = page.getByRole("textbox", { name: "iOS text" });
    await ofIos.focus();
    await page.keyboard.press("Tab");
    await expect(ofIos).toHaveAccessibleDescription(/Write a text\./);
  });
  await test.step("Checks leads to the field that solves all three", async () => {
    // From Checks it is reached where one word mends all three.
    await page.getByRole("tab", { name: /Checks 1 problem/ }).click();
    await page
      .getByRole("list", { name: "Problems" })
      .getByRole("button", { name: /Text Write a text/ })
      .click();
    await expect(text).toBeFocused();
    await text.fill("Here again");
    await expect(page.getByRole("button", { name: "No problems" })).toBeVisible();
  });

  await test.step("a fix can be undone", async () => {
    const image = page.getByRole("textbox", { name: /^Image URL/ });
    await image.fill("www.shop.example/x.png");
    await page.getByRole("textbox", { name: "Title", exact: true }).focus();
    await page.getByRole("button", { name: "Use https://www.shop.example/x.png" }).first().click();
    await expect(image).toHaveValue("https://www.shop.example/x.png");
    await expect(image).toBeFocused();
    await page.keyboard.press("Control+z");
    await expect(image).toHaveValue("www.shop.example/x.png");
  });

  await test.step("a new message has no problems, and Send leads to what is missing", async () => {
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
    // A step reports the problem of a field that lost the focus, and no other.
    await steps.getByRole("button", { name: "Content" }).click();
    await page.getByRole("textbox", { name: "Text", exact: true }).focus();
    await page.getByRole("textbox", { name: "Title", exact: true }).focus();
    await expect(steps.getByRole("button", { name: /Content 1 problem/ })).toBeVisible();
    await expect(steps.getByRole("button", { name: /Audience not finished/ })).toBeVisible();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await expect(steps.getByRole("button", { name: /Audience 1 problem/ })).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Users" })).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Users" })).toHaveAccessibleDescription(
      /Add at least one user id\./,
    );
    await expect(checks.getByRole("button", { name: /^Problem:/ })).toHaveCount(2);
  });

  await test.step("a request that is too large is a problem of its text", async () => {
    await composeExample(page);
    await stepsOf(page).getByRole("button", { name: "Content" }).click();
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("x".repeat(1_600));
    await expect(stepsOf(page).getByRole("button", { name: /Content 1 problem/ })).toBeVisible();
    await expect(
      stepsOf(page).getByRole("button", { name: /Audience not checked yet/ }),
    ).toBeVisible();
    await stepsOf(page).getByRole("button", { name: "Delivery" }).click();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText(/The request is [\d,]+ bytes too large/)).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeFocused();
  });

  await test.step("a request to an unknown app can be sent once an app is chosen", async () => {
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
});
