import { expect } from "@playwright/test";
import { composeExample, test } from "./support/fixtures";

test("the next step begins at its heading; a step of the list keeps the focus in the list", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  const heading = (text: string) => page.getByRole("heading", { level: 2, name: text, exact: true });
  await page.getByRole("button", { name: "Content", exact: true }).last().press("Enter");
  await expect(heading("Step 2 of 5: Content")).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("combobox", { name: "Template" })).toBeFocused();
  await page.getByRole("button", { name: "Audience", exact: true }).last().click();
  await expect(heading("Step 1 of 5: Audience")).toBeFocused();
  const inList = page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: /^Delivery/ });
  await inList.press("Enter");
  await expect(heading("Step 4 of 5: Delivery")).toBeAttached();
  await expect(inList).toBeFocused();
});

test("a recipient that is removed by its button hands the focus to its neighbour, and the last one to the field", async ({
  signedIn: page,
  server,
}) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  const remove = (user: string) => page.getByRole("button", { name: `Remove ${user}`, exact: true });
  await remove("user-2").press("Enter");
  await expect(remove("user-2")).toBeHidden();
  await expect(remove("user-3")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(remove("user-1")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("textbox", { name: "Users" })).toBeFocused();
  await expect(page.getByText("0 recipients").first()).toBeVisible();
});
