import { expect } from "@playwright/test";
import { test } from "./fixtures";

test("a draft that the server will never keep says so, is not tried for ever, and is kept once it is mended", async ({
  signedIn: page,
  server,
}) => {
  await page.goto(`${server.origin}/compose`);
  await page.getByRole("button", { name: "Start afresh" }).click();
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
    if (sent.method() === "POST") posts.push(sent.url());
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
