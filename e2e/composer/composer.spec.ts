import { expect, type Page } from "@playwright/test";
import { composeExample, confirmSend, orderSend, seeItAs, test } from "../support/fixtures";
import { hold } from "../support/hold";

const stepsOf = (page: Page) => page.getByRole("navigation", { name: "Steps" });
const goTo = (page: Page, step: string) =>
  stepsOf(page).getByRole("button", { name: step }).click();

test("an image push with two buttons goes from an empty composer to its devices", async ({
  page,
  workspace,
}) => {
  const name = page.getByLabel("Name of the message");
  await test.step("the composer is shown before its code has loaded", async () => {
    await page.emulateMedia({ colorScheme: "light" });
    const { firstRequest, letGo } = await hold(page, (request) =>
      /_next\/static\/.*\.js/.test(request.url()),
    );
    await page.goto(`${workspace.origin}/compose`, { waitUntil: "commit" });
    await firstRequest;
    await expect(name).toBeVisible();
    await expect(page.getByText("Preview", { exact: true }).first()).toBeVisible();
    // What is drawn before its code is there takes nothing that would be lost: a press does not
    // reach it, and no key does.
    await name.evaluate((field) => field.focus());
    await expect(name).not.toBeFocused();
    letGo();
    await name.fill("Written once it is there");
    await expect(page).toHaveURL(/campaign=/);
    await expect(page.getByText(/^Saved /)).toBeVisible();
    await page.reload();
    await expect(name).toHaveValue("Written once it is there");
  });

  await test.step("an untouched composer stays open when light turns to dark", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await expect(stepsOf(page)).toBeVisible();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(page.locator("html")).toHaveClass(/dark/);
    await expect(stepsOf(page)).toBeVisible();
    await expect(name).toBeEditable();
    await page.emulateMedia({ colorScheme: "light" });
  });

  await test.step("a text that is too large is reported and replaced", async () => {
    await composeExample(page);
    await goTo(page, "Content");
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Summer is here");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("न".repeat(1_300));
    // 3 bytes a letter: 3,900 for each of three platforms.
    await expect(page.getByRole("button", { name: /^1 problem/ })).toBeVisible();
    await expect(stepsOf(page).getByRole("button", { name: /Review 1 problem/ })).toBeVisible();
    await page.getByRole("tab", { name: /Bytes/ }).click();
    await expect(page.getByText(/The request is [\d,]+ bytes too large/)).toBeVisible();
    await page
      .getByRole("textbox", { name: "Text", exact: true })
      .fill("Everything for the beach, 20 % off.");
    // Before there is an image: its address is checked separately, and the result comes a moment
    // later.
    await expect(page.getByText("No problems")).toBeVisible();
    await page.getByRole("textbox", { name: "Image URL" }).fill("https://shop.example/beach.png");
  });

  await test.step("two buttons are chosen and previewed", async () => {
    await goTo(page, "Buttons");
    await page.getByRole("radio", { name: "Shop Now and Cancel" }).click();
    await page.getByRole("combobox", { name: "Shop Now button" }).click();
    await page.getByRole("option", { name: /Opens a web page in the browser/ }).click();
    await expect(stepsOf(page).getByRole("button", { name: /Buttons not finished/ })).toBeVisible();
    await page
      .getByRole("textbox", { name: "Shop Now button: address" })
      .fill("https://shop.example/summer");
    await page.getByRole("tab", { name: "Preview" }).click();
    await seeItAs(page, "Expanded");
    await expect(
      page.getByRole("figure", {
        name: /Pixel, expanded: .*Summer is here.*with a picture, buttons Shop Now, Cancel/,
      }),
    ).toBeVisible();
  });

  await test.step("a test reaches the devices", async () => {
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send the test" }).click();
    await expect(page.getByText(/Test: 6 delivered/)).toBeVisible();
  });

  await test.step("a send is undone and ordered again", async () => {
    await page.getByRole("button", { name: "Send to 3 recipients" }).dblclick();
    await orderSend(page);
    await page.getByRole("button", { name: "Undo sending" }).click();
    await expect(page.getByText(/Sending to 3 recipients/)).toBeHidden();
    await page.getByRole("button", { name: "Send to 3 recipients" }).click();
    await confirmSend(page);
    await expect(page.getByText("Accepted, on its way to 3 recipients")).toBeVisible();
    // The test and the message, six devices each; the send that was undone is not among them.
    await expect.poll(async () => (await workspace.arrived("Summer is here")).length).toBe(12);
  });
  await test.step("the bar leads to the sent message, and asks before it is sent again", async () => {
    await expect(page.getByRole("link", { name: "Follow", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Sent · Send again" }).click();
    const again = page.getByRole("dialog", { name: "Send it again?" });
    await expect(again.getByText(/^You sent exactly this to the same 3 recipients/)).toBeVisible();
    await expect(again.getByRole("button", { name: "Send again to 3" })).toBeEnabled();
    await again.getByRole("button", { name: "Cancel" }).click();
  });
  await test.step("another text is another message", async () => {
    await goTo(page, "Content");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Another text");
    await expect(page.getByRole("button", { name: "Send to 3 recipients" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Follow", exact: true })).toBeHidden();
    await page.goto(`${workspace.origin}/campaigns?state=sent`);
    await expect(page.getByRole("link", { name: "Summer is here" })).toBeVisible();
  });
});
