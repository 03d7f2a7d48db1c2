import { expect, type Page } from "@playwright/test";
import { composeExample, orderSend, test } from "../support/fixtures";
import { hold } from "../support/hold";
import { isSave } from "../support/saves";

const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });

async function startOver(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
}

async function order(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await orderSend(page);
}

test("a send can be undone by Escape", async ({ page, workspace }) => {
  await startOver(page, workspace.origin);
  await title(page).fill("Sent by mistake");
  await expect(page).toHaveURL(/campaign=/);
  const address = page.url();
  await order(page);
  await expect(page.getByRole("button", { name: "Undo sending" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Sending undone")).toBeVisible();
  await expect(page.getByText(/Sending to 3 recipients/)).toBeHidden();
  await expect(page.getByRole("button", { name: "Send to 3 recipients" })).toBeFocused();
  await title(page).fill("Sent on purpose");
  await expect(page.getByText(/^Saved /)).toBeVisible();
  expect(page.url()).toBe(address);
  await order(page);
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("Accepted, on its way to 3 recipients")).toBeVisible();
  await expect.poll(async () => (await workspace.arrived("Sent on purpose")).length).toBe(6);
  expect(await workspace.arrived("Sent by mistake")).toEqual([]);
});

test("a send can be undone from another page", async ({ page, workspace }) => {
  await startOver(page, workspace.origin);
  await title(page).fill("Taken back");
  await order(page);
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Undo sending" }).click();
  await expect(page.getByText("Sending undone")).toBeVisible();
  expect(await workspace.arrived("Taken back")).toEqual([]);
});

test("a send whose page was left before its answer can be undone", async ({ page, workspace }) => {
  await startOver(page, workspace.origin);
  await title(page).fill("Left in the middle");
  await expect(page.getByText(/^Saved /)).toBeVisible();
  const sending = await hold(
    page,
    (request) => request.method() === "POST" && (request.postData() ?? "").includes('"nonce"'),
  );
  await order(page);
  await sending.firstRequest;
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  sending.letGo();
  await page.getByRole("button", { name: "Undo sending" }).click();
  await expect(page.getByText("Sending undone")).toBeVisible();
  expect(await workspace.arrived("Left in the middle")).toEqual([]);
});

test("a page that is chosen while the draft gets its address opens", async ({
  page,
  workspace,
}) => {
  await startOver(page, workspace.origin);
  await title(page).fill("Left at once");
  await expect(page).toHaveURL(/campaign=/);
  await page.getByRole("button", { name: "Start over" }).click();
  await expect(page).not.toHaveURL(/campaign=/);
  const saving = await hold(page, isSave);
  const way = await hold(
    page,
    (request) =>
      request.url().includes("/messages") &&
      request.headers()["next-router-prefetch"] === undefined,
  );
  await page.getByRole("button", { name: "Use an example" }).click();
  await saving.firstRequest;
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("option", { name: /^Messages/ }).click();
  await way.firstRequest;
  saving.letGo();
  await expect(page).toHaveURL(/compose\?.*campaign=/);
  way.letGo();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/compose\?.*campaign=/);
  await expect(page.getByRole("button", { name: "Remove user-3", exact: true })).toBeVisible();
});

test("a send can be undone from another tab and becomes the same draft again", async ({
  page,
  workspace,
  context,
}) => {
  await page.clock.install();
  await startOver(page, workspace.origin);
  await title(page).fill("Taken back elsewhere");
  await expect(page).toHaveURL(/campaign=/);
  const id = new URL(page.url()).searchParams.get("campaign");
  await order(page);
  await expect(page.getByRole("button", { name: "Undo sending" })).toBeFocused();
  const other = await context.newPage();
  await test.step("the campaign's page undoes it", async () => {
    // During the undo window the composer redirects to the campaign's page.
    await other.goto(`${workspace.origin}/compose?campaign=${id}`);
    await expect(other).toHaveURL(new RegExp(`/campaigns/${id}`));
    await expect(other.getByText(/Going out in \d+ s/)).toBeVisible();
    await other.getByRole("button", { name: "Undo sending" }).click();
    await expect(other.getByText("A draft: nothing is sent.")).toBeVisible();
    await expect(other.getByRole("heading", { level: 1 })).toBeFocused();
  });
  await test.step("the first tab goes on with the same draft", async () => {
    // The first tab learns of it at the end of the undo window, and goes on writing the same draft.
    await page.clock.fastForward(60_000);
    await expect(page.getByText("Sending undone")).toBeVisible();
    await title(page).fill("Written on");
    await expect(page.getByText(/^Saved /)).toBeVisible();
    expect(new URL(page.url()).searchParams.get("campaign")).toBe(id);
    expect(await workspace.arrived("Taken back elsewhere")).toEqual([]);
    await other.close();
  });

  await test.step("the lists undo it after a reload", async () => {
    for (const [path, name] of [
      ["/campaigns", "Held on the list"],
      ["/", "Held on Home"],
    ] as const) {
      await startOver(page, workspace.origin);
      await title(page).fill(name);
      await expect(page).toHaveURL(/campaign=/);
      await order(page);
      await expect(page.getByRole("button", { name: "Undo sending" })).toBeFocused();
      await page.goto(workspace.origin + path);
      await expect(page.getByText(/ goes out in \d+ s/)).toContainText(name);
      await page.getByRole("button", { name: "Undo sending" }).click();
      await expect(page.getByText("Sending undone")).toBeVisible();
      await expect(page.getByText(/ goes out in \d+ s/)).toBeHidden();
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
      expect(await workspace.arrived(name)).toEqual([]);
    }
  });

  await test.step("text of the undo window is a separate draft", async () => {
    await startOver(page, workspace.origin);
    await title(page).fill("As confirmed");
    await order(page);
    await title(page).fill("Written meanwhile");
    await page.getByRole("button", { name: "Send now" }).click();
    await expect(page.getByText(/Accepted, on its way/)).toBeVisible();
    await expect(page).toHaveURL(/campaign=/);
    await page.reload();
    await expect(title(page)).toHaveValue("Written meanwhile");
    await page.goto(`${workspace.origin}/campaigns?state=sent`);
    await expect(page.getByRole("link", { name: "As confirmed" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Written meanwhile" })).toBeHidden();
  });
});
