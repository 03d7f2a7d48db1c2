import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { composeExample, test } from "../support/fixtures";
import { hold } from "../support/hold";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();

test("a message can be scheduled, and edited until its time", async ({ page, workspace }) => {
  await test.step("a message is composed", async () => {
    await page.clock.install();
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    await goTo(page, "Content");
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("At nine");
    await goTo(page, "Delivery");
    await page.getByText("For programs", { exact: true }).click();
  });
  await test.step("its notify URL is checked before anything is sent", async () => {
    await page.getByRole("button", { name: "Check the service’s notify URL" }).click();
    await expect(
      page.getByText("There is no notify URL here, and the service has none of its own."),
    ).toBeVisible();
    await page.getByRole("textbox", { name: "Notify URL" }).fill("http://10.255.0.9/hook");
    await page.getByRole("button", { name: "Check the notify URL" }).click();
    await expect(page.getByText(/It was not reached: .*NOTIFY_ALLOW/)).toBeVisible();
    await page.getByRole("textbox", { name: "Notify URL" }).fill("");
  });

  const dialog = page.getByRole("dialog");
  await test.step("a time that has passed is refused", async () => {
    await page.getByRole("button", { name: "Pick a time" }).click();
    const confirm = dialog.getByRole("button", { name: "Schedule", exact: true });
    await expect(confirm).toBeDisabled();
    // A time that has passed says so at once, and cannot be confirmed.
    await dialog.getByLabel("Date and time").fill("2020-05-01T09:00");
    await expect(dialog.getByText(/This time has passed: in /)).toBeVisible();
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel("Date and time").fill("2031-05-01T09:00");
  });
  await test.step("a time zone is found by its city", async () => {
    // A zone goes by its city, too, and the usual times by its clocks. What was there is selected,
    // so that typing replaces it.
    const zone = dialog.getByRole("combobox", { name: "Time zone" });
    await zone.click();
    await page.keyboard.type("tokyoo");
    await expect(zone).toHaveValue("tokyoo");
    await expect(
      dialog.getByText("There is no time zone “tokyoo”. Type a city, such as Vienna."),
    ).toBeVisible();
    await page.keyboard.press("Backspace");
    const tokyo = page.getByRole("option", { name: /^Tokyo Asia UTC\+09:00, now \d\d:\d\d$/ });
    await expect(tokyo).toHaveAttribute("aria-selected", "true");
    expect(await objections(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(tokyo).toBeHidden();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(zone).toHaveValue("Asia/Tokyo");
    await expect(dialog.getByText(/May 1, 2031 at 09:00 in Asia\/Tokyo/)).toBeVisible();
    // What is typed as a zone is called is that zone.
    await zone.fill("Europe/Vienna");
    await page.keyboard.press("Enter");
    await expect(zone).toHaveValue("Europe/Vienna");
    await zone.fill("kolkata");
    await dialog.getByRole("button", { name: /^Tomorrow, \w{3} 09:00$/ }).click();
    await expect(dialog.getByLabel("Time zone")).toHaveValue("Asia/Kolkata");
  });
  await test.step("it is scheduled", async () => {
    await dialog.getByLabel("Date and time").fill("2031-05-01T09:00");
    await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(page).toHaveURL(/state=scheduled/);
    await expect(page.getByText(/May 1, 2031, 09:00 Asia\/Kolkata/)).toBeVisible();
  });
  await test.step("editing asks before it unschedules, and preserves the time", async () => {
    const actions = page.getByRole("button", { name: "Actions for At nine" });
    await actions.click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await expect(dialog).toContainText(
      /scheduled for May 1, 2031, 09:00 Asia\/Kolkata.*isn’t sent until you schedule it again/,
    );
    await dialog.getByRole("button", { name: "Keep it scheduled" }).click();
    await expect(page.getByText(/May 1, 2031, 09:00 Asia\/Kolkata/)).toBeVisible();
    await actions.click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await dialog.getByRole("button", { name: "Unschedule and edit" }).click();
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(dialog.getByLabel("Date and time")).toHaveValue("2031-05-01T09:00");
    await expect(dialog.getByLabel("Time zone")).toHaveValue("Asia/Kolkata");
    await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    await expect(page).toHaveURL(/state=scheduled/);
  });
  await test.step("its page unschedules it", async () => {
    // Its page has the same as buttons.
    await page.getByRole("link", { name: "At nine" }).click();
    await expect(page.getByText("Starts May 1, 2031, 09:00 Asia/Kolkata.")).toBeVisible();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await dialog.getByRole("button", { name: "Keep it scheduled" }).click();
    expect(await objections(page)).toEqual([]);
    await page.getByRole("button", { name: "Unschedule", exact: true }).click();
    await expect(page.getByText("A draft: nothing is sent.")).toBeVisible();
    // It was scheduled twice.
    const history = page.getByRole("region", { name: "Send history" });
    await expect(history.getByText("Unscheduled", { exact: true })).toHaveCount(2);
    await page.goto(`${workspace.origin}/campaigns?state=scheduled`);
    await expect(page.getByText("No scheduled campaigns")).toBeVisible();
    expect(await workspace.arrived("At nine")).toEqual([]);
  });

  await test.step("a message is scheduled while its draft is being saved", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    await goTo(page, "Content");
    // The first save takes long: it is under way when Schedule is pressed.
    const { firstRequest, letGo } = await hold(
      page,
      (request) =>
        request.method() === "POST" && (request.postData() ?? "").includes("In the middle"),
    );
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("In the middle");
    await firstRequest;
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    await dialog.getByRole("button", { name: /^Tomorrow, \w{3} 09:00$/ }).click();
    await dialog.getByRole("button", { name: "Schedule", exact: true }).click();
    // A save may well take longer than people wait for a page.
    await page.clock.fastForward(10_000);
    letGo();
    await expect(page).toHaveURL(/state=scheduled/);
    await expect(page.getByRole("link", { name: "In the middle" })).toBeVisible();
  });
});
