import { expect } from "@playwright/test";
import { testMailServer, type TakenLetter } from "../../lib/notices/testing";
import { objections } from "../support/axe";
import { signIn, test } from "../support/fixtures";
import { startUsed } from "../support/server";

const link = (letter: TakenLetter | undefined) =>
  /http:\/\/[^\s]+\/reset\/[\w-]{43}/.exec(letter?.raw.replaceAll("=\r\n", "") ?? "")?.[0] ?? "";

test("a forgotten password can be replaced by a link in an e-mail", async ({ page, browser }) => {
  const mail = await testMailServer();
  const server = await startUsed({ SMTP_URL: mail.url, SMTP_FROM: "clarion@example.com" });
  try {
    const elsewhere = await (await browser.newContext()).newPage();
    await signIn(elsewhere, server);
    await page.goto(`${server.origin}/sign-in`);
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    const form = page.getByRole("form", { name: "Forgotten password" });
    const ask = async (email: string) => {
      await form.getByLabel("E-mail address").fill(email);
      await form.getByRole("button", { name: /^Send/ }).click();
    };
    await test.step("the answer is the same for an unknown address", async () => {
      await expect(async () => {
        await ask("owner");
        await expect(page.getByText("Write an e-mail address, like ada@example.com.")).toBeVisible({
          timeout: 2_000,
        });
      }).toPass();
      expect(await objections(page)).toEqual([]);
      const answer = page.getByRole("alert").filter({ hasText: "a link is on its way" });
      const said: string[] = [];
      for (const email of ["nobody@example.com", server.email]) {
        await ask(email);
        await expect(answer).toContainText(email);
        said.push((await answer.innerText()).replace(email, "…"));
      }
      expect(said[0]).toBe(said[1]);
      expect(await objections(page)).toEqual([]);
      await expect.poll(() => mail.letters.map(({ to }) => to)).toEqual([[server.email]]);
    });

    const url =
      await test.step("the link sets a new password and ends the other sessions", async () => {
        const url = link(mail.letters[0]);
        expect(url.startsWith(server.origin)).toBe(true);
        await page.goto(url);
        await expect(page.getByRole("heading", { name: "Set a new password" })).toBeVisible();
        await page.getByLabel("New password", { exact: true }).fill("another battery staple");
        await page.getByRole("button", { name: "Set password and sign in" }).click();
        await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
        await elsewhere.reload();
        await expect(elsewhere.getByRole("heading", { name: "Sign in" })).toBeVisible();
        return url;
      });
    await test.step("the change is confirmed by e-mail, and the link works once", async () => {
      await expect.poll(() => mail.letters.length).toBe(2);
      expect(mail.letters[1]?.raw).toContain("Subject: [Clarion] Your password was changed");
      await elsewhere.goto(url);
      await expect(
        elsewhere.getByRole("heading", { name: "This link no longer works" }),
      ).toBeVisible();
      expect(server.output()).not.toContain(url.split("/").at(-1));
    });
    await elsewhere.context().close();
  } finally {
    await server.stop();
    await mail.stop();
  }
});

test("without a mail server the page says who can help", async ({ page, workspace }) => {
  await page.context().clearCookies();
  await page.goto(`${workspace.origin}/forgot-password`);
  await expect(page.getByText("Ask an owner of this installation for a link.")).toBeVisible();
  await expect(page.getByRole("form")).toHaveCount(0);
  expect(await objections(page)).toEqual([]);
  await page.getByRole("link", { name: "Back to sign-in" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});
