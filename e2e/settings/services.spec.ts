import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { signInUnseen, test as base } from "../support/fixtures";
import { addBank } from "../support/second-service";
import { sendSandbox } from "../support/send-sandbox";

interface ServicePair {
  origin: string;
  /** Of the message of Bank, and of its app. */
  transid: string;
  bank: string;
  /** Has the page go on as Vera, a viewer of the workspace's service alone. */
  asVera: () => Promise<void>;
}

/**
 * `two`: a workspace with a message, whose member owns another service as well, Bank, which has
 * one, too.
 */
const test = base.extend<{ two: ServicePair }>({
  two: async ({ page, workspace }, use) => {
    await sendSandbox(workspace, ["user-1"], {
      android: { title: "From the sandbox", text: "Text" },
    });
    const { transid, bank, vera } = await addBank(workspace);
    await use({
      origin: workspace.origin,
      transid,
      bank,
      asVera: () => signInUnseen(page, { ...workspace, email: vera }),
    });
  },
});

const switcher = (page: Page) => page.getByRole("button", { name: /^Service: ?/ });
const messages = (page: Page) => page.getByRole("table", { name: "Messages" });

test("the switcher leads to the same list of another service", async ({ page, two }) => {
  await test.step("a list shows one service", async () => {
    await page.goto(`${two.origin}/messages`);
    // What reaches real devices comes before the sandbox.
    await expect(switcher(page)).toHaveAccessibleName(/Bank.*Owner/);
    await expect(messages(page).getByText("Statement of June")).toBeVisible();
    await expect(messages(page).getByText("From the sandbox")).toBeHidden();
    expect(await objections(page)).toEqual([]);
  });

  await test.step("the keyboard switches to the other one", async () => {
    await switcher(page).focus();
    await page.keyboard.press("Enter");
    const menu = page.getByRole("menu");
    await expect(menu.getByRole("menuitem", { name: /Bank/ })).toHaveAttribute(
      "aria-current",
      "true",
    );
    // A menu lies outside all landmarks, as a dialog does; axe knows that of dialogs alone.
    expect(
      (await objections(page)).filter((one) => !one.startsWith("region: <div data-radix-popper")),
    ).toEqual([]);
    await page.keyboard.press("End");
    await expect(menu.getByRole("menuitem", { name: /Sandbox/ })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/messages\?service=[0-9a-f-]{36}$/);
    await expect(messages(page).getByText("From the sandbox")).toBeVisible();
    await expect(messages(page).getByText("Statement of June")).toBeHidden();
    await expect(switcher(page)).toHaveAccessibleName(/Sandbox/);
  });

  await test.step("links, filters and shortcuts stay in it", async () => {
    await page.getByRole("combobox", { name: "State" }).click();
    await page.getByRole("option", { name: "Done" }).click();
    await expect(page).toHaveURL(/service=.*state=done|state=done.*service=/);
    await page.getByRole("link", { name: "Audiences" }).first().click();
    await expect(page).toHaveURL(/\/audiences\?service=/);
    await expect(page.getByText("Everybody in the sandbox", { exact: true })).toBeVisible();
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await expect(page).toHaveURL(/\/\?service=/);
    await expect(page.getByText("From the sandbox")).toBeVisible();
  });
});

test("two tabs show two services, and each stays where it is", async ({ page, two }) => {
  const other = await page.context().newPage();
  await page.goto(`${two.origin}/messages`);
  await other.goto(`${two.origin}/messages`);
  await switcher(other).click();
  await other.getByRole("menuitem", { name: /Sandbox/ }).click();
  await expect(messages(other).getByText("From the sandbox")).toBeVisible();
  await other.reload();
  await expect(messages(other).getByText("From the sandbox")).toBeVisible();
  await page.reload();
  await expect(messages(page).getByText("Statement of June")).toBeVisible();

  // The page of a message opens in the message's own service, with any service in the address.
  const sandbox = new URL(other.url()).searchParams.get("service") ?? "";
  await page.goto(`${two.origin}/messages/${two.transid}?service=${sandbox}`);
  await expect(page.getByRole("heading", { name: "Statement of June", level: 1 })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("service")).not.toBe(sandbox);
  await expect(switcher(page)).toHaveAccessibleName(/Bank/);
});

test("the objects of another service are not found", async ({ page, two }) => {
  await two.asVera();
  await page.goto(two.origin);
  await expect(switcher(page)).toBeHidden();
  await expect(page.getByText("Simulated devices only")).toBeVisible();
  await expect(page.getByText("Viewer", { exact: true })).toBeVisible();
  await page.goto(`${two.origin}/messages/${two.transid}`);
  await expect(page.getByText("There is no such message")).toBeVisible();
  const foreign = await page.getByRole("main").innerText();
  await page.goto(`${two.origin}/messages/01890000-0000-7000-8000-000000000000`);
  await expect(page.getByText("There is no such message")).toBeVisible();
  expect(await page.getByRole("main").innerText()).toBe(foreign);
  await page.goto(`${two.origin}/messages?service=01890000-0000-7000-8000-000000000000`);
  await expect(page.getByText("Page not found")).toBeVisible();
  await page.goto(`${two.origin}/messages?appid=${two.bank}`);
  await expect(page.getByText("No matching messages")).toBeVisible();
});

test("the switcher is in reach on a phone", async ({ page, two }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(two.origin);
  await switcher(page).click();
  await page.getByRole("menuitem", { name: /Sandbox/ }).click();
  await expect(page).toHaveURL(/\/\?service=/);
  await expect(page.getByText("From the sandbox")).toBeVisible();
});
