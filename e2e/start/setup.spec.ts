import { expect, test } from "@playwright/test";
import { startServer } from "../support/server";

test("the first visit creates the owner with the printed code", async ({ page }) => {
  const server = await startServer({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  try {
    const code = /Setup code\s+(\S+)/.exec(server.output())?.[1] ?? "";
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    await page.goto(`${server.origin}/setup`);
    const fill = async (setupCode: string) => {
      await page.getByLabel("Setup code").fill(setupCode);
      await page.getByLabel("Your name").fill("Ada");
      await page.getByLabel("E-mail address").fill("ada@example.com");
      await page.getByLabel("Password", { exact: true }).fill("a long enough one");
      await page.locator("form button[type=submit]").click();
    };
    await fill("AAAA-BBBB-CCCC");
    await expect(page.getByText("Wrong setup code")).toBeVisible();
    await fill(code);
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    await page.context().clearCookies();
    await page.goto(`${server.origin}/setup`);
    await expect(page).toHaveURL(/\/sign-in/);
    await page.goto(`${server.origin}/messages`);
    await expect(page).toHaveURL(/\/sign-in/);
  } finally {
    await server.stop();
  }
});
