import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { composeExample, confirmSend, test } from "../support/fixtures";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
const card = (page: Page) => page.getByRole("region", { name: "Preview" });

test("a message is pictured on each of its pages", async ({ page, workspace }) => {
  const id = await test.step("on Review", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    await goTo(page, "Content");
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Pictured");
    await page.getByRole("tab", { name: "iOS" }).click();
    await page.getByRole("textbox", { name: "iOS title" }).fill("Pictured on iPhones");
    await goTo(page, "Review");
    const review = page.getByRole("region", { name: "Review", exact: true });
    await expect(review).toContainText("Pictured on iPhones iOS");
    await expect(page.getByText("Everything fits")).toBeVisible();
    await expect(page.getByText("Largest fields")).toBeHidden();
    await expect(page).toHaveURL(/campaign=/);
    const id = new URL(page.url()).searchParams.get("campaign");
    await expect(page.getByText(/^Saved /)).toBeVisible();
    return id;
  });

  await test.step("on the page of its draft", async () => {
    const other = await page.context().newPage();
    await other.goto(`${workspace.origin}/campaigns/${id}`);
    await expect(card(other).getByRole("figure", { name: /Pictured/ })).toBeVisible();
    await expect(card(other)).toContainText("As it would be sent");
    await expect(other.getByText("Requests answered")).toBeHidden();
    await other.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(other.getByRole("navigation", { name: "Steps" })).toBeVisible();
    await other.close();
  });

  await test.step("on its own page, in both colour schemes", async () => {
    await page.keyboard.press("Control+Enter");
    await confirmSend(page);
    await page.getByRole("link", { name: "Follow the message" }).click();
    await expect(card(page)).toContainText("As delivered");
    // Also where the server drew the page, which does not know.
    await page.emulateMedia({ colorScheme: "dark" });
    await page.reload();
    await expect(card(page).locator("[data-scheme]")).toHaveAttribute("data-scheme", "dark");
    await page.emulateMedia({ colorScheme: "light" });
    await expect(card(page).locator("[data-scheme]")).toHaveAttribute("data-scheme", "light");
    await card(page).getByRole("radio", { name: "iOS" }).click();
    await expect(card(page).getByRole("figure", { name: /Pictured on iPhones/ })).toBeVisible();
    await card(page).getByRole("radio", { name: "Expanded" }).click();
    await expect(card(page).getByRole("figure", { name: /Pictured on iPhones/ })).toBeVisible();
    expect(await objections(page)).toEqual([]);
  });
  await test.step("on the page of its campaign", async () => {
    await page.goto(`${workspace.origin}/campaigns/${id}?tab=content`);
    await card(page).getByRole("radio", { name: "iOS" }).click();
    await expect(card(page).getByRole("figure", { name: /Pictured on iPhones/ })).toBeVisible();
  });

  await test.step("its deliveries are exported", async () => {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("Pictured.csv");
    const lines = readFileSync(await file.path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines[0]).toContain("recipient,device,deviceid,state,code,reason");
    expect(lines).toHaveLength(7);
    expect(lines.filter((line) => line.includes("user-1"))).toHaveLength(2);
  });
});

test("an address that leads nowhere says so inside the console, once", async ({
  page,
  workspace,
}) => {
  for (const path of [
    "/settings/none",
    "/no/such/page",
    "/compose?campaign=01890000-0000-7000-8000-000000000000",
    "/compose?campaign=nope",
    "/compose?template=nope",
  ]) {
    const answer = await page.goto(workspace.origin + path);
    expect([path, answer?.status()]).toEqual([path, 404]);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    await expect(page.getByRole("main")).toHaveCount(1);
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Go home" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
});

test("an unknown object answers 404 inside the console", async ({ page, workspace }) => {
  const rooms = [
    "campaigns",
    "messages",
    "templates",
    "audiences",
    "devices",
    "devices/erased",
    "settings/services",
    "settings/apps",
  ];
  for (const room of rooms)
    for (const id of ["nope", "01890000-0000-7000-8000-000000000000"]) {
      const answer = await page.goto(`${workspace.origin}/${room}/${id}`);
      expect([room, id, answer?.status()]).toEqual([room, id, 404]);
      await expect(
        page.getByRole("heading", { level: 1, name: /^There is no such/ }),
      ).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
    }
  const uuid = "01890000-0000-7000-8000-000000000000";
  for (const path of [`settings/sign-on/${uuid}`, `settings/notify-urls/updates/${uuid}/${uuid}`]) {
    const answer = await page.goto(`${workspace.origin}/${path}`);
    expect([path, answer?.status()]).toEqual([path, 404]);
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
  }
  await page.getByRole("link", { name: "Campaigns" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Campaigns" })).toBeVisible();
});
