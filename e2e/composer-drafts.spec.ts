import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "./support/fixtures";

const goTo = (page: Page, step: string) => page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();

test("a draft that the server will never keep says so, is not tried for ever, and is kept once it is mended", async ({
  signedIn: page,
  server,
}) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("radio", { name: "Edit" }).click();
  const editor = page.getByRole("textbox", { name: "Request as JSON" });
  const request = (userid: string[]) =>
    JSON.stringify({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid }],
      // PostgreSQL keeps no U+0000; the draft is called by its title.
      channels: { push: { android: { title: "Kept\0whole", text: "Text" } } },
    });
  const ids = Array.from({ length: 30_000 }, (_, n) => `user-${n}`);
  await editor.fill(request(ids));
  const alert = page.getByRole("alert").filter({ hasText: "This draft is not saved" });
  await expect(alert).toContainText(/a draft takes at most 262,144.*Shorten it/);
  await expect(page.getByText("Not saved", { exact: true })).toBeVisible();
  // What would be tried again for ever is tried when the line comes back.
  const posts: string[] = [];
  page.on("request", (sent) => {
    // Counting devices goes on; what is meant is saving.
    if (sent.method() === "POST" && sent.postData()?.includes('"campaign"')) posts.push(sent.url());
  });
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect(alert).toBeVisible();
  expect(posts).toEqual([]);

  await editor.fill(request(["user-1"]));
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await expect(alert).toBeHidden();
  await page.goto(`${server.origin}/campaigns?q=Kept+whole`);
  await expect(page.getByRole("link", { name: "Kept whole" })).toBeVisible();
});

test("a time to send at says at once when it has passed, comes too late, or is one that clocks skip or repeat", async ({
  signedIn: page,
  server,
}) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Delivery");
  await page.getByLabel(/^Expiry/).fill("2031-05-01T12:00");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const time = dialog.getByLabel("Date and time");
  const confirm = dialog.getByRole("button", { name: "Schedule", exact: true });
  await dialog.getByLabel("Time zone").fill("Europe/Berlin");
  await expect(confirm).toBeDisabled();
  await time.fill("2020-05-01T09:00");
  await expect(dialog.getByText(/This time has passed: in Europe\/Berlin it is/)).toBeVisible();
  await expect(confirm).toBeDisabled();
  await time.fill("2032-05-01T09:00");
  await expect(dialog.getByText(/The message expires before that, on May 1, 2031/)).toBeVisible();
  await expect(confirm).toBeDisabled();
  await time.fill("2030-03-31T02:30");
  await expect(dialog.getByText(/02:30 doesn’t exist on that day.*The message is sent at 03:30/)).toBeVisible();
  await expect(confirm).toBeEnabled();
  await time.fill("2030-10-27T02:30");
  await expect(dialog.getByText(/02:30 occurs twice on that day/)).toBeVisible();
  await dialog.getByRole("radio", { name: "The second, UTC+01:00" }).click();
  await confirm.click();
  await expect(page).toHaveURL(/state=scheduled/);
  await page
    .getByRole("button", { name: /^Actions for / })
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Unschedule" }).click();
});
