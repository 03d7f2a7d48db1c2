import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "./support/fixtures";
import { isSave, loseAnswer } from "./support/saves";
import { hold } from "./support/hold";

const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const nameField = (page: Page) => page.getByRole("textbox", { name: "Name of the message" });
const saved = (page: Page) => expect(page.getByText(/^Saved /)).toBeVisible();
const conflict = (page: Page) => page.getByText("Owner saved another version of this draft");

/** Opens the composer with a draft that the server has. */
async function startSaved(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Content" }).click();
  await title(page).fill("First words");
  await expect(page).toHaveURL(/campaign=/);
  await saved(page);
}

test("words typed after a save whose answer a reload loses are still there", async ({ signedIn: page, server, context }) => {
  await startSaved(page, server.origin);
  const save = await loseAnswer(page, isSave);
  await title(page).fill("Words that were saved");
  await save.stored;
  await title(page).fill("Words of the last moment");
  await page.reload();
  await expect(title(page)).toHaveValue("Words of the last moment");
  await saved(page);
  await expect(conflict(page)).toBeHidden();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(title(other)).toHaveValue("Words of the last moment");
});

test("a save of the page before the reload that is stored after it is no conflict", async ({ signedIn: page, server, context }) => {
  await startSaved(page, server.origin);
  const save = await loseAnswer(page, isSave, { late: true });
  await title(page).fill("Words that were saved late");
  await save.asked;
  await title(page).fill("Words of the last moment");
  const next = await hold(page, isSave);
  await page.reload();
  await expect(title(page)).toHaveValue("Words of the last moment");
  await next.asked;
  save.store();
  await save.stored;
  next.letGo();
  await saved(page);
  await expect(conflict(page)).toBeHidden();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(title(other)).toHaveValue("Words of the last moment");
});

test("a key right before a reload counts on a slow machine", async ({ signedIn: page, server }) => {
  await startSaved(page, server.origin);
  const session = await page.context().newCDPSession(page);
  await title(page).click();
  await session.send("Emulation.setCPUThrottlingRate", { rate: 20 });
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText("Typed right before");
  await page.reload();
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await expect(title(page)).toHaveValue("Typed right before");
});

test("a key that the page ends right after is stored in the tab, in a message that takes several requests too", async ({
  signedIn: page,
  server,
}) => {
  await startSaved(page, server.origin);
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Audience" }).click();
  await page.getByRole("textbox", { name: "Users" }).fill(Array.from({ length: 60 }, (_, n) => `many-${n}`).join(","));
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Content" }).click();
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

test("a name typed right before a reload is still there, of a new message and of a draft", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  const save = await hold(page, isSave);
  await nameField(page).fill("Named before its first save");
  await save.asked;
  await page.reload();
  await expect(nameField(page)).toHaveValue("Named before its first save");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(page).toHaveURL(/campaign=/);
  await saved(page);
  await nameField(page).fill("Renamed at the last moment");
  await page.reload();
  await expect(nameField(page)).toHaveValue("Renamed at the last moment");
  await saved(page);
});

test("a reload keeps the words that another version was saved against, and asks again", async ({ signedIn: page, server, context }) => {
  await startSaved(page, server.origin);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(title(other)).toHaveValue("First words");
  const save = await hold(page, isSave);
  await title(page).fill("My words");
  await save.asked;
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

test("a draft comes back as it was left: after a reload at once, and by the way back", async ({ signedIn: page, server, context }) => {
  await startSaved(page, server.origin);
  await title(page).fill("Words of the last moment");
  await page.reload();
  await expect(title(page)).toHaveValue("Words of the last moment");
  // The server gets it without another key.
  await saved(page);
  // Another tab has nothing but what the server has, and follows it.
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(title(other)).toHaveValue("Words of the last moment");

  await title(page).fill("Left at once");
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await expect(title(other)).toHaveValue("Left at once");
});

test("what is typed while a save is under way is not called saved, and outlives a reload", async ({ signedIn: page, server }) => {
  await startSaved(page, server.origin);
  const held: (() => void)[] = [];
  await page.route("**/compose*", async (route, request) => {
    if (isSave(request)) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await title(page).fill("Under way");
  await expect.poll(() => held.length).toBe(1);
  await title(page).fill("Typed meanwhile");
  await page.waitForFunction(() => Object.values(sessionStorage).some((text) => String(text).includes("Typed meanwhile")));
  // From here on, "Saved" is not to be read for a moment.
  const said = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(document.body.innerText)).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return texts;
  });
  held[0]?.();
  // The second save began: the first one has been answered.
  await expect.poll(() => held.length).toBe(2);
  expect((await said.jsonValue()).filter((text) => /^Saved/m.test(text))).toEqual([]);
  await page.reload();
  await expect(title(page)).toHaveValue("Typed meanwhile");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await saved(page);
});

test("a new message whose first save is answered in the middle of a reload comes back, as the one draft that it is", async ({
  signedIn: page,
  server,
}) => {
  // Without the example, which would be saved on its own where it takes long to get to the title.
  await page.goto(`${server.origin}/compose`);
  await page.getByRole("button", { name: "Start over" }).click();
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Content" }).click();
  const save = await hold(page, isSave);
  await title(page).fill("On the way out");
  await save.asked;
  const next = await hold(page, (request) => request.isNavigationRequest());
  const reloaded = page.reload();
  await next.asked;
  save.letGo();
  // The page that is being left has been told.
  await page.waitForURL(/campaign=/, { waitUntil: "commit" });
  next.letGo();
  await reloaded;
  await expect(title(page)).toHaveValue("On the way out");
  await expect(page).toHaveURL(/campaign=/);
  await title(page).fill("Written on after it");
  await saved(page);
  const address = page.url();
  // One draft, not two.
  await page.goto(`${server.origin}/campaigns?state=draft`);
  await expect(page.getByRole("link", { name: "Written on after it" })).toBeVisible();
  await expect(page.getByRole("link", { name: "On the way out" })).toBeHidden();
  // It is gone on with once: a new message is a new one.
  await page.getByRole("link", { name: "Compose" }).first().click();
  await expect(page.getByRole("navigation", { name: "Steps" })).toBeVisible();
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Content" }).click();
  await expect(title(page)).not.toHaveValue("Written on after it");
  expect(page.url()).not.toBe(address);
});
