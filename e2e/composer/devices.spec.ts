import { expect, type Page } from "@playwright/test";
import { composeExample, seeItAs, test } from "../support/fixtures";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();

test("the preview shows a message as each device would", async ({ page, workspace }) => {
  await test.step("every device has a button above its whole picture", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    const devices = page
      .getByRole("radiogroup", { name: "Device" })
      .or(page.getByRole("group", { name: "Device" }));
    await expect(devices.getByRole("radio")).toHaveText([
      "Android",
      "Huawei",
      "iOS",
      "Chrome",
      "Firefox",
      "Safari",
      "All",
    ]);
    // One row below the devices, and the picture.
    await expect(page.getByLabel("Where it is seen")).toHaveCount(0);
    await expect(page.getByText(/characters of the text hidden until expanded/)).toBeInViewport({
      ratio: 1,
    });
    await expect(page.getByText(/^A tap opens the app/)).toBeInViewport({ ratio: 1 });
    await devices.getByRole("radio", { name: "Firefox" }).click();
    await expect(page.getByRole("radio", { name: "Linux" })).toBeInViewport({ ratio: 1 });
    await expect(
      page.getByRole("figure", { name: /^Firefox on Linux, as it arrives/ }),
    ).toBeInViewport({ ratio: 1 });
  });

  await test.step("a long button is not cut", async () => {
    await goTo(page, "Buttons");
    const long = page
      .getByRole("radio", { name: "Subscribe and Unsubscribe" })
      .getByText("Unsubscribe", { exact: true });
    expect(await long.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
  });

  const settings = page.getByRole("button", { name: /^Settings of the devices/ });
  await test.step("a device takes the settings of its owner", async () => {
    await composeExample(page);
    await goTo(page, "Content");
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("A title");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("twelve chars".repeat(10));
    await page.getByRole("radio", { name: "Samsung" }).click();
    await seeItAs(page, "Heads-up");
    const headsUp = page.getByRole("figure", { name: /^Samsung Galaxy, heads-up: / });
    const hidden = async () =>
      Number(
        /about (\d+) characters of the text hidden/.exec(
          (await headsUp.getAttribute("aria-label")) ?? "",
        )?.[1] ?? 0,
      );
    await expect.poll(hidden).toBeGreaterThan(0);
    const before = await hidden();
    await settings.click();
    await page.getByRole("radio", { name: "Largest" }).click();
    await expect.poll(hidden).toBeGreaterThan(before);
    await page.getByRole("radio", { name: "Right to left" }).click();
    await expect(headsUp.locator('[dir="rtl"]').first()).toBeAttached();
    await page.getByRole("radio", { name: "Dark" }).click();
    await page.keyboard.press("Escape");
    await expect(settings).toBeFocused();
    await expect(settings).toHaveText("Dark, largest text, right to left");
  });

  await test.step("a choice outlasts another tab, for each kind of device", async () => {
    await page.getByRole("radio", { name: "Chrome", exact: true }).click();
    await page.getByRole("radio", { name: "macOS" }).click();
    await seeItAs(page, "Options open");
    await expect(
      page.getByRole("figure", { name: /^Chrome on macOS, options open: / }),
    ).toBeVisible();
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.getByRole("tab", { name: "Preview" }).click();
    await expect(page.getByRole("figure", { name: /^Chrome on macOS, / })).toBeVisible();
    await page.getByRole("radio", { name: "Android", exact: true }).first().click();
    await expect(page.getByRole("figure", { name: /^Samsung Galaxy, / })).toBeVisible();
    await expect(settings).toHaveText("Dark, largest text, right to left");
  });

  const text = page.getByRole("textbox", { name: "Text", exact: true });
  const screens = page.getByRole("button", {
    name: /^Screens that cut the text: \d+ of 26 screens$/,
  });
  const list = page.getByRole("dialog", { name: "Screens that cut the text" });
  await test.step("a text that is cut leads to the screens that cut it", async () => {
    await page.setViewportSize({ width: 1360, height: 900 });
    await page.reload();
    await composeExample(page);
    await goTo(page, "Content");
    await text.fill("Grüße ".repeat(50).trimEnd());
    await expect(text).toHaveAccessibleDescription(/299 characters · 399 bytes/);
    await expect(screens).toBeVisible();
    await screens.click();
    const samsung = list.getByRole("button", { name: /^Samsung Galaxy, collapsed/ });
    const seen = Number(/(\d+) of 299/.exec((await samsung.textContent()) ?? "")?.[1]);
    expect(seen).toBeGreaterThan(10);
    await samsung.click();
    // The same number as in the preview.
    const figure = page.getByRole("figure", {
      name: new RegExp(
        `^Samsung Galaxy, collapsed: .*about ${299 - seen} characters of the text hidden`,
      ),
    });
    await expect(figure).toBeVisible();
  });

  await test.step("on a narrow screen the preview is a drawer that leads back to the form", async () => {
    await page.setViewportSize({ width: 820, height: 900 });
    await screens.click();
    await list.getByRole("button", { name: /^Samsung Galaxy, lock screen/ }).click();
    await expect(
      page.getByRole("dialog").getByRole("figure", { name: /^Samsung Galaxy, lock screen/ }),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(screens).toBeFocused();
    await page.setViewportSize({ width: 1360, height: 900 });
  });

  await test.step("screens are counted for the chosen platforms", async () => {
    await page.getByRole("switch", { name: "Web" }).click();
    await expect(
      page.getByRole("button", { name: /^Screens that cut the text: \d+ of 15 screens$/ }),
    ).toBeVisible();
    await page.getByRole("tab", { name: /^iOS/ }).click();
    await expect(
      page.getByRole("button", { name: /^Screens that cut the text: \d of 3 screens$/ }),
    ).toBeVisible();
    await page.getByRole("tab", { name: "All", exact: true }).click();
    await text.fill("Short");
    await expect(page.getByRole("button", { name: /^Screens that cut the text/ })).toHaveCount(0);
  });

  await test.step("a title that hardly any device shows whole is a warning", async () => {
    await page.getByRole("switch", { name: "Web" }).click();
    const title = page.getByRole("textbox", { name: "Title", exact: true });
    await title.fill("A title that goes on and on ".repeat(6).trimEnd());
    await page.getByRole("button", { name: "1 warning", exact: true }).click();
    const warning = page
      .getByRole("list", { name: "Problems" })
      .getByRole("button", { name: /Title Truncated on \d+ of 26 screens\./ });
    await warning.click();
    await expect(title).toBeFocused();
    await title.fill("A title");
    await expect(page.getByRole("button", { name: "No problems" })).toBeVisible();
  });
});
