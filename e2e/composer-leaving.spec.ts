import { expect, type Page } from "@playwright/test";
import { test } from "./fixtures";

const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });

async function startAfresh(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/compose`);
  await page.getByRole("button", { name: "Start afresh" }).click();
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Content" }).click();
}

async function order(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Send to / })
    .click();
}

test("what was confirmed goes out although another page is looked at, and can be taken back there", async ({ signedIn: page, server }) => {
  const arrived = async (words: string) => {
    const answer = await fetch(`${server.origin}/resources/v1/lab/notifications?userid=user-1`, { headers: { key: server.serviceKey } });
    return ((await answer.json()) as { body: string }[]).filter(({ body }) => body.includes(words)).length;
  };
  await startAfresh(page, server.origin);
  await title(page).fill("Taken back");
  await order(page);
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Undo sending" }).click();

  await startAfresh(page, server.origin);
  await title(page).fill("Goes out");
  await order(page);
  await page.getByRole("link", { name: "Devices" }).click();
  await expect(page.getByText("Accepted, on its way to 3 recipients")).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => arrived("Goes out")).toBe(2);
  expect(await arrived("Taken back")).toBe(0);
});

test("what is written while a message is held is a draft of its own", async ({ signedIn: page, server }) => {
  await startAfresh(page, server.origin);
  await title(page).fill("As confirmed");
  await order(page);
  await title(page).fill("Written meanwhile");
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText(/Accepted, on its way/)).toBeVisible();
  await expect(page).toHaveURL(/campaign=/);
  await page.reload();
  await expect(title(page)).toHaveValue("Written meanwhile");
  await page.goto(`${server.origin}/campaigns?state=sent`);
  await expect(page.getByRole("link", { name: "As confirmed" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Written meanwhile" })).toBeHidden();
});

test("a draft comes back as it was left: after a reload at once, and by the way back", async ({ signedIn: page, server, context }) => {
  await startAfresh(page, server.origin);
  await title(page).fill("First words");
  await expect(page).toHaveURL(/campaign=/);
  await title(page).fill("Words of the last moment");
  // Long enough for this tab to keep it, not for the server.
  await page.waitForFunction(() => Object.values(sessionStorage).some((text) => String(text).includes("Words of the last moment")));
  await page.reload();
  await expect(title(page)).toHaveValue("Words of the last moment");
  // And goes to the server without another key.
  await expect(page.getByText(/^Saved /)).toBeVisible();

  const address = page.url();
  await title(page).fill("Left at once");
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  // Another tab has nothing but what the server has.
  const other = await context.newPage();
  await expect(async () => {
    await other.goto(address);
    await expect(title(other)).toHaveValue("Left at once", { timeout: 5_000 });
  }).toPass();
});

test("the way back to a draft that was begun here shows it, and not an example", async ({ signedIn: page, server }) => {
  await startAfresh(page, server.origin);
  await title(page).fill("Begun here");
  await expect(page).toHaveURL(/campaign=/);
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(title(page)).toHaveValue("Begun here");
});
