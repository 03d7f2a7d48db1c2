import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { composeExample, test } from "../support/fixtures";
import { begin, saved } from "../support/template-pages";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();

const previewButton = (page: Page) =>
  page.locator("[data-bar]").getByRole("button", { name: "Preview" });
const drawerOf = (page: Page) => page.getByRole("dialog", { name: "Preview and checks" });
const titleOf = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const wallOf = (page: Page) => page.getByRole("group", { name: "All devices" });

test("the composer fits a phone", async ({ page, workspace }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${workspace.origin}/compose`);
  await composeExample(page);
  await test.step("every step is in sight", async () => {
    for (const step of ["Audience", "Content", "Buttons", "Delivery", "Review"])
      await expect(
        page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }),
      ).toBeInViewport({ ratio: 1 });
  });
  const send = page.getByRole("button", { name: "Send to 3 recipients" });
  await test.step("the bar says whether it is saved, and to how many it goes", async () => {
    await goTo(page, "Content");
    await titleOf(page).fill("By thumb");
    await expect(page.locator("[data-bar]").getByText(/^Saved/)).toBeInViewport({ ratio: 1 });
    // Two rows: what it says with the preview's button, and what can be done.
    expect((await page.locator("[data-bar]").boundingBox())?.height).toBeLessThan(96);
    await expect(send).toBeInViewport({ ratio: 1 });
  });

  await test.step("the preview is a drawer", async () => {
    for (const width of [390, 820]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.getByRole("tablist", { name: "Views of the message" })).toHaveCount(0);
      await expect(previewButton(page)).toBeInViewport({ ratio: 1 });
      expect((await page.locator("[data-bar]").boundingBox())?.height).toBeLessThan(104);
      await previewButton(page).press("Enter");
      await expect(
        drawerOf(page).getByRole("figure", { name: /^Pixel, collapsed: title “By thumb”/ }),
      ).toBeInViewport({ ratio: 1 });
      await expect(drawerOf(page).getByRole("radio", { name: "All devices" })).toBeInViewport({
        ratio: 1,
      });
      expect(await objections(page)).toEqual([]);
      for (let presses = 0; presses < 12; presses++) {
        await page.keyboard.press("Tab");
        expect(
          await drawerOf(page).evaluate((drawer) => drawer.contains(document.activeElement)),
        ).toBe(true);
      }
      await page.keyboard.press("Escape");
      await expect(drawerOf(page)).toHaveCount(0);
      await expect(previewButton(page)).toBeFocused();
    }
  });
  await test.step("a problem leads out of the drawer to its field", async () => {
    await titleOf(page).fill("A title that goes on and on ".repeat(6).trimEnd());
    await page.getByRole("button", { name: "1 warning", exact: true }).click();
    await drawerOf(page)
      .getByRole("button", { name: /Truncated on/ })
      .click();
    await expect(drawerOf(page)).toHaveCount(0);
    await expect(titleOf(page)).toBeFocused();
  });

  await test.step("nothing covers the bar", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    // Nothing covers the bar.
    await send.click();
    await expect(page.getByRole("dialog")).toBeVisible();
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(sideways).toBe(0);
  });
});

test("on a phone two fields are in sight together", async ({ page, workspace }) => {
  const seen = async () => {
    const [title, text, bar] = [
      titleOf(page),
      page.getByRole("textbox", { name: "Text", exact: true }),
      page.locator("[data-bar]"),
    ];
    await expect(title).toBeInViewport({ ratio: 1 });
    await expect(text).toBeInViewport({ ratio: 1 });
    const boxes = await Promise.all([title, text, bar].map((one) => one.boundingBox()));
    const [first, second, last] = boxes.map((box) => box ?? { y: Number.NaN, height: Number.NaN });
    expect(first?.y).toBeLessThan(330);
    expect((second?.y ?? 0) + (second?.height ?? 0)).toBeLessThan(last?.y ?? 0);
    // Nothing below the bar: an editor takes the place of the navigation.
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBe(844);
  };
  await begin(page, workspace.origin, "By thumb");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Written by thumb");
  await saved(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await seen();
  await page.goto(`${workspace.origin}/compose#content`);
  await seen();
});

test("a tab shows a focus ring for the keyboard alone", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/compose#content`);
  await titleOf(page).fill("By keyboard");
  await page.keyboard.press("Tab");
  const ringed = (name: string) =>
    page.getByRole("tab", { name }).evaluate((tab) => tab.matches(":focus-visible"));
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(page.getByRole("tab", { name: "JSON" })).toBeFocused();
  expect(await ringed("JSON")).toBe(false);
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "cURL" })).toBeFocused();
  expect(await ringed("cURL")).toBe(true);
});

test("a long text scrolls in its field instead of pushing the next one away", async ({
  page,
  workspace,
}) => {
  await page.goto(`${workspace.origin}/compose#content`);
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  expect((await titleOf(page).boundingBox())?.y).toBeLessThan(420);
  await text.fill(Array.from({ length: 40 }, (_, line) => `Line ${line}`).join("\n"));
  expect((await text.boundingBox())?.height).toBeLessThan(160);
});

test("the wall of devices stays next to the field", async ({ page, workspace }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${workspace.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
  await page.getByRole("radio", { name: "All devices" }).click();
  const figures = wallOf(page).getByRole("figure");
  await expect(figures).toHaveCount(26);
  /**
   * Pictures with their captions that are wholly in the window and in the part of the wall that is
   * seen.
   */
  const whole = () =>
    wallOf(page).evaluate((wall) => {
      const { top, bottom } = wall.getBoundingClientRect();
      const end = Math.min(
        bottom,
        document.querySelector("[data-bar]")?.getBoundingClientRect().top ?? 0,
      );
      const boxes = Array.from(wall.querySelectorAll("li"), (one) => one.getBoundingClientRect());
      return boxes.filter((box) => box.top >= top && box.bottom <= end).length;
    });
  await test.step("it shows several devices at once, by platform", async () => {
    expect(await whole()).toBeGreaterThanOrEqual(6);
    await expect(wallOf(page).getByRole("heading")).toHaveText([
      "Android12 screens",
      "iOS3 screens",
      "Web11 screens",
    ]);
  });

  await test.step("it scrolls by itself", async () => {
    await wallOf(page).hover();
    await page.mouse.wheel(0, 9_000);
    await expect(page.getByRole("figure", { name: /^Safari on macOS/ })).toBeInViewport({
      ratio: 1,
    });
    await expect(wallOf(page).getByRole("heading", { name: /^Web/ })).toBeInViewport({ ratio: 1 });
    await page.mouse.wheel(0, 9_000);
    await expect(titleOf(page)).toBeInViewport({ ratio: 1 });
    await titleOf(page).fill("Seen while it is typed");
    await expect(
      page.getByRole("figure", { name: /^Safari on macOS.*“Seen while it is typed”/ }),
    ).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.mouse.wheel(0, -9_000);
    await expect(page.getByRole("figure", { name: /^Pixel, collapsed/ })).toBeInViewport({
      ratio: 1,
    });
  });

  await test.step("it can be wide, also after a reload", async () => {
    const widthOf = async () => (await wallOf(page).boundingBox())?.width ?? 0;
    const narrow = await widthOf();
    await page.getByRole("button", { name: "Make the preview wide" }).press("Enter");
    await expect.poll(widthOf).toBeGreaterThan(narrow * 1.5);
    await expect(page.getByRole("button", { name: "Make the preview narrow again" })).toBeFocused();
    expect(await whole()).toBeGreaterThanOrEqual(6);
    await expect(titleOf(page)).toBeInViewport({ ratio: 1 });
    expect(await objections(page)).toEqual([]);
    await page.reload();
    await expect(page.getByRole("button", { name: "Make the preview narrow again" })).toBeVisible();
    await titleOf(page).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Make the preview wide" })).toBeVisible();
    await expect(titleOf(page)).toBeFocused();
  });

  await test.step("it has four columns in a large window", async () => {
    await page.setViewportSize({ width: 1920, height: 1000 });
    await page.getByRole("radio", { name: "All devices" }).click();
    // The button stands still once the wall is there.
    await expect(wallOf(page).getByRole("figure").first()).toBeVisible();
    await page.getByRole("button", { name: "Make the preview wide" }).click();
    await expect(page.getByRole("button", { name: "Make the preview narrow again" })).toBeVisible();
    const columns = () =>
      wallOf(page)
        .getByRole("list")
        .first()
        .evaluate(
          (list) =>
            new Set(Array.from(list.children, (one) => one.getBoundingClientRect().left)).size,
        );
    await expect.poll(columns).toBe(4);
  });
});
