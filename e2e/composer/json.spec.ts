import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "../support/fixtures";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();

test("a message can be written as JSON", async ({ page, workspace }) => {
  const editor = page.getByRole("textbox", { name: "Request as JSON" });
  await test.step("an error is marked, and stays in the editor", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.getByRole("radio", { name: "Edit" }).click();
    await editor.fill("{");
    await expect(page.getByText(/This isn’t valid JSON yet/)).toBeVisible();
    await expect(page.getByRole("button", { name: "The JSON can’t be read" })).toBeVisible();
    await expect(page.getByRole("button", { name: "No problems" })).toHaveCount(0);
    // Its place is said and marked, and Tab leaves the editor.
    await editor.fill('{\n  "appid": "sandbox"\n  "destination": []\n}');
    await expect(editor).toHaveAccessibleDescription(/Line 3, column 3: expected a comma\./);
    await expect(page.locator('[data-marked-line="3"]')).toBeInViewport();
    await editor.press("Tab");
    await expect(editor).not.toBeFocused();
    // It is nowhere but in the editor, and is there again.
    const broken = await editor.inputValue();
    await page.getByRole("tab", { name: "Preview" }).click();
    await page.getByRole("tab", { name: "JSON" }).click();
    await expect(editor).toHaveValue(broken);
    await expect(page.getByText(/This isn’t valid JSON yet/)).toBeVisible();
  });
  await test.step("the form follows the JSON", async () => {
    await editor.fill(
      JSON.stringify({
        deliverychannel: "push",
        appid: workspace.appid,
        destination: [{ userid: ["user-1"] }],
        ours: { own: true },
        channels: {
          push: {
            ios: {
              title: "From JSON",
              text: "Pasted",
              extras: { badge: 3, time_to_live: 3600, customtags: { order: { id: 7 } } },
            },
            interactive: { category: "SINGLE_REPLY", device_types: ["ios"], actions: [{ pos: 1 }] },
          },
        },
      }),
    );
    // A pause in the writing is a version to come back to.
    await expect(page.getByText(/^Saved /)).toBeVisible();
    await goTo(page, "Content");
    await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(
      "From JSON",
    );
    await expect(page.getByRole("switch", { name: /Android/ })).toHaveAttribute(
      "aria-checked",
      "false",
    );
    await page.getByRole("tab", { name: "iOS" }).click();
    await expect(page.getByRole("textbox", { name: "Badge" })).toHaveValue("3");
    await expect(page.getByRole("combobox", { name: "iOS time to live" })).toHaveText("1 hour");
    await expect(page.getByRole("textbox", { name: "iOS custom tags, 1: value" })).toHaveValue(
      '{"id":7}',
    );
  });
  await test.step("the request follows the form", async () => {
    await page.getByRole("textbox", { name: "Badge" }).fill("4");
    await page.getByRole("radio", { name: "As sent" }).click();
    await expect(page.getByText('"ours":{"own":true}')).toBeVisible();
    await expect(page.getByText('"badge":"4"')).toBeVisible();
    await goTo(page, "Buttons");
    await page.getByRole("button", { name: "Change buttons" }).click();
    await expect(page.getByRole("radio", { name: "Reply", exact: true })).toBeChecked();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByText('"badge":3')).toBeVisible();
    await page.getByRole("button", { name: "Redo", exact: true }).click();
    await expect(page.getByText('"badge":"4"')).toBeVisible();
  });

  await test.step("the editor follows the form", async () => {
    // The editor follows the form, so that the next key does not undo a change in the form.
    await page.getByRole("radio", { name: "Edit" }).click();
    await expect(editor).toHaveValue(/"badge": "4"/);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(editor).toHaveValue(/"badge": 3/);
    await editor.press("ControlOrMeta+End");
    await editor.pressSequentially(" ");
    await expect(editor).toHaveValue(/"badge": 3[^]* $/);
  });

  await test.step("a message is not sent past JSON that cannot be read", async () => {
    await composeExample(page);
    const half = '{"deliverychannel":"push","channels":{"push":{"android":{"text":"Half';
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.getByRole("radio", { name: "Edit" }).click();
    await editor.fill(half);
    await page.getByRole("tab", { name: "Preview" }).click();
    for (const press of [
      () => page.getByRole("button", { name: "Send to 3 recipients" }).click(),
      () => page.getByRole("button", { name: "Schedule", exact: true }).click(),
      () => page.getByRole("button", { name: "Test", exact: true }).click(),
      () => page.keyboard.press("Control+Enter"),
    ]) {
      await press();
      await expect(page.getByText("Finish the JSON first")).toBeVisible();
      await expect(
        page.getByText(
          "The JSON has an error on line 1, so it isn’t part of the message. Nothing was sent.",
        ),
      ).toBeVisible();
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(editor).toHaveValue(half);
      await page.getByRole("tab", { name: "Preview" }).click();
    }
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.getByRole("button", { name: "Discard it" }).click();
    await expect(editor).toHaveValue(/"user-3"/);
    await page.getByRole("button", { name: "Send to 3 recipients" }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: /^Send to / })).toBeVisible();
  });
});

test("a composer without a connection loses nothing", async ({ page, workspace, context }) => {
  await page.goto(`${workspace.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
  await context.setOffline(true);
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await title.fill("Typed without a connection");
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(
    page.getByText("This could not be loaded. Check the connection, then open it again."),
  ).toBeVisible();
  await page.getByRole("tab", { name: "Preview" }).click();
  const questions = ["Send to 3 recipients", "Test", "Schedule"].map((name) =>
    page.getByRole("button", { name, exact: true }),
  );
  const notice = page.getByText("Check the connection, then try again.");
  for (const question of questions) {
    await question.click();
    await expect(notice).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(notice).toBeHidden();
  }
  await page.getByRole("button", { name: /^Insert an emoji into Title/ }).click();
  await expect(page.getByText("The emoji could not be loaded.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(title).toHaveValue("Typed without a connection");

  await context.setOffline(false);
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByText('"title": "Typed without a connection"').first()).toBeVisible();
  for (const question of questions) {
    await question.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await expect(title).toHaveValue("Typed without a connection");
});
