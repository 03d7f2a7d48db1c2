import { expect } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";
import { putPublished } from "../support/template-pages";

const size = { name: "size", type: "choice", choices: ["S", "M"], sample: "S" };

test("publishing shows what it changes and what prevents it", async ({ page, workspace }) => {
  const content = (text: string) => ({
    name: "Sized",
    blocks: { android: { title: "Parcel", text }, ios: { title: "Parcel", text } },
    parameters: [size],
    languages: [{ language: "de", texts: [] }],
  });
  await putPublished(workspace, "sized", content("Size ${size} came"));
  const draft = await fetch(
    `${workspace.origin}/resources/v1/apps/${workspace.appid}/templates/sized`,
    {
      method: "PUT",
      headers: { key: workspace.serviceKey },
      body: JSON.stringify(content("Size ${size} is there")),
    },
  );
  expect(draft.status).toBe(200);
  const dialog = page.getByRole("dialog", { name: "Publish the changes?" });
  await test.step("devices with the same text are one change", async () => {
    await page.goto(`${workspace.origin}/templates`);
    await page.getByRole("link", { name: "Sized" }).click();
    await page.getByRole("button", { name: "Publish …" }).click();
    await expect(
      dialog.getByText("German: 0 of 2 texts translated. Its devices get the default text."),
    ).toBeVisible();
    const changes = dialog.getByRole("region", { name: "What changes" });
    await expect(
      changes.getByRole("list", { name: "On its devices" }).getByRole("figure"),
    ).toHaveCount(2);
    await expect(changes.getByText("Android, Huawei, and iOS, and in German")).toBeVisible();
    await expect(changes.locator("ins")).toHaveText("is there");
    expect(await objections(page)).toEqual([]);
    await expect(dialog.getByRole("button", { name: "Publish" })).toBeEnabled();
    await page.keyboard.press("Escape");
  });

  await test.step("a draft with a fault cannot be published", async () => {
    await workspace.query(
      'UPDATE template_draft SET content = replace(content, \'"choices":["S","M"]\', \'"choices":[]\') WHERE content LIKE \'%is there%\'',
      [],
    );
    await page.reload();
    await page.getByRole("button", { name: "Publish …" }).click();
    await expect(dialog.getByText("It cannot be published yet")).toBeVisible();
    await expect(
      dialog.getByText(
        /Parameter “size” cannot be published: The choices must list at least one value/,
      ),
    ).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Publish" })).toBeDisabled();
    expect(await objections(page)).toEqual([]);
  });
});
