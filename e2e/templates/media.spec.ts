import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { seeItAs, test } from "../support/fixtures";
import { begin, figure, publish, saved } from "../support/template-pages";

const library = (page: Page) => page.getByRole("list", { name: "Images" });
const card = (page: Page, name: string) =>
  library(page).getByRole("listitem").filter({ hasText: name });
const image = (page: Page) => page.getByRole("textbox", { name: /^Image URL/ });

/** A real picture, drawn by the browser: colours that never repeat make it heavy. */
async function picture(
  page: Page,
  { width, height, heavy = false }: { width: number; height: number; heavy?: boolean },
): Promise<Buffer> {
  const base64 = await page.evaluate(
    ({ width: w, height: h, heavy: noisy }) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [w, h];
      const context = canvas.getContext("2d");
      const pixels = context?.createImageData(w, h);
      for (let at = 0; pixels && at < pixels.data.length; at += 4) {
        const value = noisy ? (at * 2_654_435_761) >>> 13 : at / 4;
        pixels.data.set([value & 255, (value >> 8) & 255, Math.random() * 255, 255], at);
      }
      if (pixels) context?.putImageData(pixels, 0, 0);
      return canvas.toDataURL("image/png").split(",")[1] ?? "";
    },
    { width, height, heavy },
  );
  return Buffer.from(base64, "base64");
}

const upload = (page: Page, name: string, buffer: Buffer) =>
  page
    .getByLabel("Upload images")
    .setInputFiles({ name: `${name}.png`, mimeType: "image/png", buffer });

test("an image goes from its upload to its removal", async ({ page, workspace }) => {
  await test.step("it is uploaded", async () => {
    await page.goto(`${workspace.origin}/media`);
    await expect(page.getByText("Devices cannot load images from here")).toBeVisible();
    await upload(page, "Spring banner", await picture(page, { width: 120, height: 60 }));
    await expect(card(page, "Spring banner")).toContainText(/120 × 60, .* PNG.*Not used/);
    // The error for a file that is no image says what to do and stays visible.
    await upload(page, "page", Buffer.from("<!doctype html>"));
    await expect(page.getByRole("list", { name: "Uploads" })).toContainText(
      "page.png: This is not an image.",
    );
    expect(await objections(page)).toEqual([]);
  });

  const url = await test.step("a template shows it", async () => {
    await begin(page, workspace.origin, "With an image");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("See what is new");
    await page.getByRole("button", { name: "Choose from media: Image URL" }).click();
    const picker = page.getByRole("dialog", { name: "Choose an image" });
    await picker.getByRole("searchbox").fill("no such image");
    await expect(picker.getByText("No matching images")).toBeVisible();
    await picker.getByRole("searchbox").fill("spring");
    await expect(picker.getByRole("button", { name: /^Spring banner/ })).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await picker.getByRole("button", { name: /^Spring banner/ }).click();
    await expect(image(page)).toHaveValue(/^http:\/\/localhost:\d+\/media\/[0-9a-f]{64}\.png$/);
    const url = await image(page).inputValue();
    await expect(page.getByText(/^120 × 60, /)).toBeVisible();
    await expect(page.getByText("Devices cannot load images from here.").first()).toBeVisible();
    await seeItAs(page, "Expanded");
    await expect(
      figure(page, /See what is new/)
        .locator(`img[src="${new URL(url).pathname}"]`)
        .first(),
    ).toBeVisible();
    await saved(page);
    await publish(page);
    return url;
  });

  await test.step("it is served without an account, as an image only", async () => {
    const answer = await fetch(url);
    expect([
      answer.status,
      answer.headers.get("content-type"),
      answer.headers.get("x-content-type-options"),
    ]).toEqual([200, "image/png", "nosniff"]);
    expect(answer.headers.get("cache-control")).toContain("immutable");
  });

  await test.step("it is renamed, and removed after a look at its uses", async () => {
    await page.goto(`${workspace.origin}/media?q=spring`);
    await expect(card(page, "Spring banner")).toContainText("Used in 1 place");
    await page.getByRole("button", { name: "Actions for Spring banner" }).click();
    await page.getByRole("menuitem", { name: "Rename …" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Spring banner 2");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.getByRole("button", { name: "Actions for Spring banner 2" }).click();
    await page.getByRole("menuitem", { name: "Remove …" }).click();
    const removal = page.getByRole("dialog", { name: "Remove Spring banner 2?" });
    await expect(removal.getByRole("list", { name: "Used in" })).toContainText(
      "With an image template: published version",
    );
    expect(await objections(page)).toEqual([]);
    await removal.getByRole("button", { name: "Remove it anyway" }).click();
    await expect(removal).toHaveCount(0);
    await expect(card(page, "Spring banner 2")).toHaveCount(0);
    expect((await fetch(url)).status).toBe(404);
  });
});

test("an image that is too large or of another shape is fitted in one press", async ({
  page,
  workspace,
}) => {
  await page.goto(`${workspace.origin}/media`);
  await upload(page, "Heavy photo", await picture(page, { width: 900, height: 700, heavy: true }));
  await expect(card(page, "Heavy photo")).toContainText("Too large for Android");

  await begin(page, workspace.origin, "With a heavy image");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("See what is new");
  await page.getByRole("button", { name: "Choose from media: Image URL" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Heavy photo/ })
    .click();
  await expect(page.getByText("Too large for Android.")).toBeVisible();
  await page.getByRole("button", { name: "Crop to 2:1" }).click();
  await expect(page.getByText(/^900 × 450, \d+ KB, (PNG|JPEG)/)).toBeVisible();
  await expect(page.getByText("Too large for Android.")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Crop to 2:1" })).toHaveCount(0);
  await saved(page);

  // It is in the library, in addition to the original.
  await page.goto(`${workspace.origin}/media?q=heavy`);
  await expect(library(page).getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Details of Heavy photo", exact: true }).click();
  expect(await objections(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Resize to fit" }).click();
  await expect(card(page, "Heavy photo, resized")).toContainText(/900 × 700, \d+ KB, JPEG/);
});

test("an image that is pasted is uploaded", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/media`);
  const buffer = await picture(page, { width: 64, height: 32 });
  // The page hears of it once it is alive; the same picture twice is one.
  await expect(async () => {
    await page.evaluate(
      (bytes) => {
        const files = new DataTransfer();
        files.items.add(
          new File([new Uint8Array(bytes)], "Pasted picture.png", { type: "image/png" }),
        );
        document.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: files, bubbles: true, cancelable: true }),
        );
      },
      [...buffer],
    );
    await expect(card(page, "Pasted picture")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(card(page, "Pasted picture")).toHaveCount(1);
});
