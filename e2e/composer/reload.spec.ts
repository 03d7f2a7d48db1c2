import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "../support/fixtures";
import { hold } from "../support/hold";
import { isSave } from "../support/saves";

const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const nameField = (page: Page) => page.getByRole("textbox", { name: "Name of the message" });
const saved = (page: Page) => expect(page.getByText(/^Saved /)).toBeVisible();
const conflict = (page: Page) => page.getByText("Owner changed this while you were editing");

/** Opens the composer with a draft that the server has. */
async function startSaved(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
  await title(page).fill("First words");
  await expect(page).toHaveURL(/campaign=/);
  await saved(page);
}

test("what is typed right before a reload is still there", async ({ page, workspace, context }) => {
  await test.step("on a slow machine", async () => {
    await startSaved(page, workspace.origin);
    const session = await page.context().newCDPSession(page);
    await title(page).click();
    await session.send("Emulation.setCPUThrottlingRate", { rate: 20 });
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText("Typed right before");
    await page.reload({ waitUntil: "commit" });
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await expect(title(page)).toHaveValue("Typed right before");
  });

  await test.step("while its save is under way", async () => {
    const heldSave = await hold(page, isSave);
    await title(page).fill("Words of the last moment");
    await page.reload();
    await expect(title(page)).toHaveValue("Words of the last moment");
    // The server gets it without another key.
    heldSave.letGo();
    await saved(page);
  });
  await test.step("in another tab, which follows the server", async () => {
    const other = await context.newPage();
    await other.goto(page.url());
    await expect(title(other)).toHaveValue("Words of the last moment");

    await title(page).fill("Left at once");
    await page.getByRole("link", { name: "Messages" }).click();
    await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
    await expect(title(other)).toHaveValue("Left at once");
  });

  await test.step("after Back", async () => {
    await page.goBack();
    await expect(title(page)).toHaveValue("Left at once");
  });
  await test.step("at an address that the router puts back", async () => {
    const address = page.url();
    // As the router does that finishes what it began before the draft had an address.
    await page.evaluate(() => {
      const { composer } = window.history.state as { composer: string };
      window.history.replaceState({ composer }, "", "/compose#content");
    });
    await title(page).fill("Named by its address again");
    await expect(page).toHaveURL(address);
    await page.reload();
    await expect(title(page)).toHaveValue("Named by its address again");
  });

  await test.step("in a message that takes several requests", async () => {
    await page
      .getByRole("navigation", { name: "Steps" })
      .getByRole("button", { name: "Audience" })
      .click();
    await page
      .getByRole("textbox", { name: "Users" })
      .fill(Array.from({ length: 60 }, (_, n) => `many-${n}`).join(","));
    await page.keyboard.press("Enter");
    await page
      .getByRole("navigation", { name: "Steps" })
      .getByRole("button", { name: "Content" })
      .click();
    const isStored = await title(page).evaluate(async (field, words) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, words);
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      // React draws what a key changes in a microtask.
      await Promise.resolve();
      window.dispatchEvent(new Event("pagehide"));
      return Object.values(sessionStorage).some((text) => String(text).includes(words));
    }, "Typed in the last moment");
    expect(isStored).toBe(true);
  });

  await test.step("in the name of a new message and of a draft", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    const save = await hold(page, isSave);
    await nameField(page).fill("Named before its first save");
    await save.firstRequest;
    await page.reload();
    await expect(nameField(page)).toHaveValue("Named before its first save");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await expect(page).toHaveURL(/campaign=/);
    await saved(page);
    const renaming = await hold(page, isSave);
    await nameField(page).fill("Renamed at the last moment");
    await page.reload();
    await expect(nameField(page)).toHaveValue("Renamed at the last moment");
    renaming.letGo();
    await saved(page);
  });
});

test("a reload preserves words in conflict, and asks again", async ({
  page,
  workspace,
  context,
}) => {
  await startSaved(page, workspace.origin);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(title(other)).toHaveValue("First words");
  const save = await hold(page, isSave);
  await title(page).fill("My words");
  await save.firstRequest;
  await title(other).fill("Their words");
  await saved(other);
  await page.reload();
  await expect(title(page)).toHaveValue("My words");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(conflict(page)).toBeVisible();
  await page.getByRole("button", { name: "Take theirs" }).click();
  await expect(title(page)).toHaveValue("Their words");
  await page.reload();
  await expect(title(page)).toHaveValue("Their words");
  await expect(conflict(page)).toBeHidden();
});

test("a first save that is answered during a reload leaves one draft", async ({
  page,
  workspace,
}) => {
  // Without the example, which would be saved on its own where it takes long to get to the title.
  await page.goto(`${workspace.origin}/compose`);
  await page.getByRole("button", { name: "Start over" }).click();
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
  const save = await hold(page, isSave);
  await title(page).fill("On the way out");
  await save.firstRequest;
  const next = await hold(page, (request) => request.isNavigationRequest());
  const reloaded = page.reload();
  await next.firstRequest;
  save.letGo();
  // The page that is being left has received the response.
  await page.waitForURL(/campaign=/, { waitUntil: "commit" });
  next.letGo();
  await reloaded;
  await expect(title(page)).toHaveValue("On the way out");
  await expect(page).toHaveURL(/campaign=/);
  await title(page).fill("Written on after it");
  await saved(page);
  const address = page.url();
  // One draft, not two.
  await page.goto(`${workspace.origin}/campaigns?state=draft`);
  await expect(page.getByRole("link", { name: "Written on after it" })).toBeVisible();
  await expect(page.getByRole("link", { name: "On the way out" })).toBeHidden();
  // It is gone on with once: a new message is a new one.
  await page.getByRole("link", { name: "Compose" }).first().click();
  await expect(page.getByRole("navigation", { name: "Steps" })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
  await expect(title(page)).not.toHaveValue("Written on after it");
  expect(page.url()).not.toBe(address);

  // Saving does not get in the way of writing.
  const field = page.getByRole("textbox", { name: "Text", exact: true });
  await field.fill("");
  // Slow enough for several saves, with pauses that let them begin.
  const words = ["One ", "two ", "three ", "four ", "five ", "six."];
  for (const word of words) {
    await page.keyboard.type(word, { delay: 60 });
    await expect(page.getByText(/^Saved /)).toBeVisible();
  }
  await expect(field).toHaveValue(words.join(""));
  await expect(field).toBeFocused();
});
