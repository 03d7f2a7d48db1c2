import { expect } from "@playwright/test";
import { test } from "../support/fixtures";
import { begin, figure, publish, saved, sendByTemplate } from "../support/template-pages";

/** A PNG of 2 × 1 pixels. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP438DA0PAfAAqAAv+UN9SuAAAAAElFTkSuQmCC",
  "base64",
);

test("a template goes from draft to a sent message", async ({ page, workspace }) => {
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await test.step("it is written with parameters, an image and two buttons", async () => {
    await begin(page, workspace.origin, "Whole way");
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Hello ${name}");
    await text.fill("${item} is ${price} until ${day}");
    await page.getByRole("button", { name: "Choose from media: Image URL" }).click();
    const picker = page.getByRole("dialog", { name: "Choose an image" });
    await picker
      .getByLabel("Upload images")
      .setInputFiles({ name: "banner.png", mimeType: "image/png", buffer: png });
    await picker.getByRole("button", { name: /^banner/ }).click();
    await expect(page.getByRole("textbox", { name: /^Image URL/ })).toHaveValue(
      /\/media\/[0-9a-f]{64}\.png$/,
    );
    await page.getByRole("radio", { name: "Buy Now and Buy Later" }).click();
  });

  await test.step("publishing warns of its longest values", async () => {
    await expect(page.getByText("May exceed the size limit").first()).toBeVisible();
    await page.getByRole("button", { name: /^\d+ problems?$/ }).click();
    await expect(
      page
        .getByRole("tabpanel", { name: /^Checks/ })
        .getByText(/May exceed the size limit\. Up to .* Set a maximum length for /),
    ).toBeVisible();
    await page.getByRole("tab", { name: "Preview" }).click();
    await saved(page);
    await page.getByRole("button", { name: "Publish …" }).click();
    const publishDialog = page.getByRole("dialog");
    await expect(publishDialog.getByText(/^Set a maximum length for /).first()).toBeVisible();
    await expect(publishDialog.getByRole("button", { name: "Publish anyway" })).toBeVisible();
    await page.keyboard.press("Escape");
  });
  await test.step("maximum lengths solve the problem", async () => {
    for (const name of ["name", "item", "price", "day"]) {
      await page.getByRole("button", { name: new RegExp(`^\\$\\{${name}\\}`) }).click();
      await page.getByRole("textbox", { name: `Maximum length of ${name}` }).fill("20");
      await page.getByRole("textbox", { name: `Sample of ${name}` }).fill(`a ${name}`);
    }
    await expect(page.getByText("May exceed the size limit")).toHaveCount(0);
  });
  await test.step("a second language is added", async () => {
    await page.getByRole("button", { name: "Add language" }).click();
    await page.getByRole("textbox", { name: "Language" }).fill("de");
    await page.keyboard.press("Enter");
    await page
      .getByRole("textbox", { name: "Android title and iOS title in German", exact: true })
      .fill("Hallo ${name}");
    await expect(figure(page, /Hallo a name/)).toBeVisible();
    await saved(page);
    await publish(page);
  });

  await test.step("a change is published and rolled back", async () => {
    await page.getByRole("link", { name: "Edit" }).click();
    await text.fill("${item} costs ${price} until ${day}");
    await saved(page);
    await publish(page);
    const history = page.getByRole("region", { name: "History" });
    await history.getByRole("button", { name: "Restore this version: 1" }).click();
    const restoring = page.getByRole("dialog", { name: "Restore version 1?" });
    await expect(restoring.getByRole("link", { name: "See what changes" })).toHaveAttribute(
      "href",
      /\/compare\?from=2&to=1/,
    );
    await expect(restoring.getByRole("button", { name: "Restore version 1" })).toBeFocused();
    await restoring.getByRole("button", { name: "Restore version 1" }).click();
    await expect(history.getByRole("listitem").nth(1)).toContainText("Published");
  });

  await test.step("a program sends it", async () => {
    const parameters = { name: "Al", item: "Tea", price: "3", day: "today" };
    expect(await sendByTemplate(workspace, { template: "whole_way", parameters })).toMatchObject({
      response: [{ code: "1001", description: "Queued" }],
    });
  });
  await test.step("the composer sends it", async () => {
    await page.getByRole("link", { name: "Use in a campaign" }).click();
    const steps = page.getByRole("navigation", { name: "Steps" });
    await steps.getByRole("button", { name: "Audience" }).click();
    await page.getByRole("textbox", { name: "Users" }).fill("user-2");
    await page.keyboard.press("Enter");
    await steps.getByRole("button", { name: "Content" }).click();
    for (const name of ["name", "item", "price", "day"])
      await page.getByRole("textbox", { name, exact: true }).fill(`my ${name}`);
    await expect(figure(page, /Hello my name.*my item is my price until my day/)).toBeVisible();
    await page.getByRole("button", { name: "Send to 1 recipient" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Send to / })
      .click();
    await page.getByRole("button", { name: "Send now" }).click();
    await expect(page.getByText(/Accepted, on its way/)).toBeVisible();
    await expect
      .poll(async () => (await workspace.arrived("my item is my price until my day")).length)
      .toBeGreaterThan(0);
  });
});
