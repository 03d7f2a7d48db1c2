import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "./fixtures";

const goTo = (page: Page, step: string) => page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();

test("on a phone every step is in sight, and the bar says whether it is saved and to how many it goes", async ({
  signedIn: page,
  server,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  for (const step of ["Audience", "Content", "Buttons", "Delivery", "Review"])
    await expect(page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step })).toBeInViewport({ ratio: 1 });
  await expect(page.locator("[data-bar]").getByText("3", { exact: true })).toBeInViewport({ ratio: 1 });
  await goTo(page, "Content");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("By thumb");
  await expect(page.locator("[data-bar]").getByText(/^Saved/)).toBeInViewport({ ratio: 1 });
  // Nothing covers the bar.
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(sideways).toBe(0);
});

test("the chosen device is named, and each other one by its tooltip", async ({ signedIn: page, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  const devices = page.getByRole("radiogroup", { name: "Device" }).or(page.getByRole("group", { name: "Device" }));
  await expect(devices.getByRole("radio", { name: "Android", exact: true })).toHaveText("Android");
  await expect(devices.getByRole("radio", { name: "Firefox" })).toHaveText("");
  await devices.getByRole("radio", { name: "Firefox" }).hover();
  await expect(page.getByRole("tooltip", { name: "Firefox" })).toBeAttached();
  await devices.getByRole("radio", { name: "Firefox" }).click();
  await expect(devices.getByRole("radio", { name: "Firefox" })).toHaveText("Firefox");
  await expect(devices.getByRole("radio", { name: "Android", exact: true })).toHaveText("");

  await goTo(page, "Buttons");
  const long = page.getByRole("radio", { name: "Subscribe and Unsubscribe" }).getByText("Unsubscribe", { exact: true });
  expect(await long.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
});

test("a wide window has a wall of four columns", async ({ signedIn: page, server }) => {
  const columns = () =>
    page.getByRole("list", { name: "All devices" }).evaluate((wall) => window.getComputedStyle(wall).gridTemplateColumns.split(" ").length);
  await page.setViewportSize({ width: 1920, height: 1000 });
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await page.getByRole("radio", { name: "All devices" }).click();
  await expect.poll(columns).toBe(4);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(columns).toBe(2);
});
