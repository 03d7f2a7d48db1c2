import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";
import { begin, figure, saved } from "../support/template-pages";

test("a template can be written as JSON", async ({ page, workspace }) => {
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  const json = page.getByRole("textbox", { name: "Template as JSON" });
  await test.step("the JSON shows the form", async () => {
    await begin(page, workspace.origin, "As JSON");
    await text.fill("Hi ${name}");
    await page.getByRole("tab", { name: "JSON" }).click();
    await expect(page.getByText('"Hi ${name}"').first()).toBeVisible();
    await page.getByRole("radio", { name: "Edit" }).click();
    await expect(json).toHaveValue(/"name": "name"/);
  });

  await test.step("invalid JSON changes nothing", async () => {
    await json.fill("{");
    await expect(
      page.getByText(/Until it can be read, the template stays as it was\./),
    ).toBeVisible();
    await expect(text).toHaveValue("Hi ${name}");
    // Invalid JSON is not part of the draft; publishing without it is not what the user intends.
    await page.getByRole("tab", { name: "Preview" }).click();
    await page.getByRole("button", { name: "Publish …" }).click();
    await expect(page.getByText("Finish the JSON first")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("the form follows the JSON", async () => {
    await json.fill(
      JSON.stringify({
        blocks: { android: { text: "Hello ${who}" }, ios: { text: "Hello ${who}" } },
        parameters: [{ name: "who", type: "text", required: true, sample: "Zoë" }],
        samples: [{ name: "Short", values: { who: "Al" } }],
      }),
    );
    await expect(text).toHaveValue("Hello ${who}");
    await expect(page.getByRole("button", { name: /^\$\{who\}/ })).toBeVisible();
    await expect(
      page.getByRole("region", { name: "Sample sets" }).getByRole("button", { name: /^Short/ }),
    ).toBeVisible();
    await saved(page);
  });
  await test.step("the JSON follows the form", async () => {
    await text.fill("Welcome ${who}");
    expect(await objections(page)).toEqual([]);
    await expect(json).toHaveValue(/Welcome \$\{who\}/);
    await page.getByRole("tab", { name: "Preview" }).click();
    await expect(figure(page, /Welcome Zoë/)).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(text).toHaveValue("Hi ${name}");
    await saved(page);
  });
});
