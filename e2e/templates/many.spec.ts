import { expect } from "@playwright/test";
import { confirmSend, orderSend, test } from "../support/fixtures";
import { figure, putPublished } from "../support/template-pages";

test("any of many templates is found by its name", async ({ page, workspace }) => {
  const ids = Array.from({ length: 205 }, (_, n) => `many_${n}`);
  for (let at = 0; at < ids.length; at += 20)
    await Promise.all(
      ids.slice(at, at + 20).map((id) =>
        putPublished(workspace, id, {
          name: `A many ${id}`,
          blocks: { android: { text: `Says ${id}` } },
        }),
      ),
    );
  const zebra = (text: string) =>
    putPublished(workspace, "zebra", { name: "Zebra crossing", blocks: { android: { text } } });
  await zebra("Mind the zebra");

  await test.step("in the composer", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await page.getByRole("button", { name: "Start over" }).click();
    await page
      .getByRole("navigation", { name: "Steps" })
      .getByRole("button", { name: "Content" })
      .click();
    const template = page.getByRole("combobox", { name: "Template" });
    await template.fill("no such thing");
    await expect(page.getByText("This app has no such template.")).toBeVisible();
    await template.fill("zebra");
    await page.getByRole("option", { name: /Zebra crossing/ }).click();
    await expect(template).toHaveValue("Zebra crossing");
    await expect(figure(page, /Mind the zebra/)).toBeVisible();
  });

  await test.step("another version of it is shown before it is sent", async () => {
    await zebra("Mind the other zebra");
    await page
      .getByRole("navigation", { name: "Steps" })
      .getByRole("button", { name: "Audience" })
      .click();
    await page.getByRole("textbox", { name: "Users" }).fill("user-1");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /^Send to 1 / }).click();
    await orderSend(page);
    await expect(
      page.getByText(/Version 2 of this template was published while you previewed version 1\./),
    ).toBeVisible();
    await expect(figure(page, /Mind the other zebra/)).toBeVisible();
    await page.getByRole("button", { name: /^Send to 1 / }).click();
    await confirmSend(page);
  });

  await test.step("in the palette", async () => {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await expect(palette).toBeVisible();
    await page.keyboard.type("zebra");
    await palette.getByRole("option", { name: /Zebra crossing.*zebra/ }).click();
    await expect(page.getByRole("heading", { name: "Zebra crossing", level: 1 })).toBeVisible();
  });
});
