import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "../support/fixtures";

/** What a system colour is on this machine, as computed styles write it. */
const systemColor = (page: Page, name: string) =>
  page.evaluate((color) => {
    const probe = document.body.appendChild(document.createElement("span"));
    probe.style.cssText = `color: ${color}; forced-color-adjust: none`;
    const computed = getComputedStyle(probe).color;
    probe.remove();
    return computed;
  }, name);

const ground = (locator: Locator) =>
  locator.evaluate((element) => getComputedStyle(element).backgroundColor);
const border = (locator: Locator) =>
  locator.evaluate((element) => {
    const { borderTopWidth, borderTopStyle } = getComputedStyle(element);
    return `${borderTopWidth} ${borderTopStyle}`;
  });

test.use({ contextOptions: { forcedColors: "active" } });

test("the colours of the system show the state of each control", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/compose`);
  const chosen = await systemColor(page, "Highlight");
  const isChosen = async (locator: Locator) => expect.poll(() => ground(locator)).toBe(chosen);
  const isNot = async (locator: Locator) => expect(await ground(locator)).not.toBe(chosen);

  const steps = page.getByRole("navigation", { name: "Steps" });
  await test.step("the current page, step and tab", async () => {
    await isChosen(
      page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Compose" }).first(),
    );
    await isNot(
      page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: "Campaigns" })
        .first(),
    );
    await isChosen(steps.getByRole("button", { name: "Audience" }));
    await isNot(steps.getByRole("button", { name: "Content" }));
    const tabs = page.getByRole("tab");
    await isChosen(page.getByRole("tab", { selected: true }).first());
    await isNot(page.getByRole("tab", { selected: false }).first());
    expect(await tabs.count()).toBeGreaterThan(1);
    // The underline of a tab that is not chosen has the colour of the page.
    const canvas = await systemColor(page, "Canvas");
    expect(
      await page
        .getByRole("tab", { selected: false })
        .first()
        .evaluate((tab) => getComputedStyle(tab).borderBottomColor),
    ).toBe(canvas);
  });

  await test.step("a button, and a disabled one", async () => {
    expect(await border(page.getByRole("button", { name: /^Send/ }).last())).toBe("1px solid");
    const undo = page.getByRole("button", { name: "Undo", exact: true }).first();
    await expect(undo).toBeDisabled();
    expect(await undo.evaluate((button) => getComputedStyle(button).color)).toBe(
      await systemColor(page, "GrayText"),
    );
  });

  await test.step("the option that Enter chooses", async () => {
    await page.keyboard.press("Control+k");
    const options = page.getByRole("dialog", { name: "Command palette" }).getByRole("option");
    await isChosen(options.first());
    await isNot(options.nth(1));
    await page.keyboard.press("Escape");
  });

  await test.step("a switch", async () => {
    await steps.getByRole("button", { name: "Content" }).click();
    const android = page.getByRole("switch", { name: /Android/ });
    await android.setChecked(true);
    await isChosen(android);
    await android.setChecked(false);
    await isNot(android);
  });
});
