import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "../support/fixtures";
import { hold } from "../support/hold";

const stepsOf = (page: Page) => page.getByRole("navigation", { name: "Steps" });
const goTo = (page: Page, step: string) =>
  stepsOf(page).getByRole("button", { name: step }).click();
const openStep = (page: Page) => stepsOf(page).locator("[aria-current=step]");
const caretOf = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement).selectionStart);

test("an emoji can be picked by the keyboard", async ({ page, workspace }) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(workspace.origin) && !request.url().startsWith("data:"))
      elsewhere.push(request.url());
  });
  await page.goto(`${workspace.origin}/compose#content`);
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  const search = page.getByRole("searchbox", { name: "Find an emoji" });
  await test.step("it goes where the caret is, and can be undone", async () => {
    await title.fill("Summer is here");
    for (let back = 0; back < 5; back++) await page.keyboard.press("ArrowLeft");
    // Over the parameters, to the emoji.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Insert an emoji into Title" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(search).toBeFocused();
    await page.keyboard.type("beach");
    await expect(search).toHaveValue("beach");
    await expect(page.getByRole("gridcell", { name: "beach with umbrella" })).toBeVisible();
    await expect(page.getByRole("gridcell", { name: "grinning face", exact: true })).toBeHidden();
    // Over to its neighbour and back.
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("gridcell", { name: "beach with umbrella" })).not.toHaveAttribute(
      "aria-selected",
    );
    await page.keyboard.press("ArrowLeft");
    await expect(page.getByRole("status").filter({ hasText: "beach with umbrella" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(title).toHaveValue("Summer is🏖️ here");
    await expect(title).toBeFocused();
    expect(await caretOf(page)).toBe("Summer is🏖️".length);
    await page.keyboard.press("Control+z");
    await expect(title).toHaveValue("Summer is here");
  });

  await test.step("it replaces a selection, for one platform too", async () => {
    await page.getByRole("tab", { name: "iOS" }).click();
    const text = page.getByRole("textbox", { name: "iOS text" });
    await text.fill("Well done");
    // A pause in the writing is a version, and what was saved was paused after.
    await expect(page.getByText(/^Saved /)).toBeVisible();
    await text.press("ControlOrMeta+a");
    await page.getByRole("button", { name: "Insert an emoji into iOS text" }).click();
    await page.getByRole("button", { name: /^Skin tone: none/ }).click();
    await page.getByRole("searchbox", { name: "Find an emoji" }).fill("thumbs up");
    await page.getByRole("gridcell", { name: "thumbs up" }).click();
    await expect(text).toHaveValue("👍🏻");
    await expect(page.getByRole("button", { name: "Reset iOS text to All" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeEnabled();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(text).toHaveValue("Well done");
    expect(elsewhere).toEqual([]);
  });

  await test.step("the search has the focus as soon as it is shown", async () => {
    await page.getByRole("tab", { name: "All", exact: true }).click();
    await title.fill("");
    // Inside the page, because a check by Playwright would run after the first paint.
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        const search = document.querySelector("input[aria-label='Find an emoji']");
        if (search === null) return;
        observer.disconnect();
        document.body.dataset["focusedFirst"] = String(document.activeElement === search);
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    await page.getByRole("button", { name: "Insert an emoji into Title" }).click();
    await expect(page.locator("body")).toHaveAttribute("data-focused-first", "true");
  });

  await test.step("Enter picks the best match", async () => {
    await page.getByRole("gridcell", { name: "grinning face", exact: true }).waitFor();
    await page.getByRole("searchbox", { name: "Find an emoji" }).focus();
    // Without a pause: what Enter takes is what was typed, however fast.
    await page.keyboard.type("rocket");
    await page.keyboard.press("Enter");
    await expect(title).toHaveValue("🚀");
    await page.getByRole("button", { name: "Insert an emoji into Title" }).click();
    await page.getByRole("searchbox", { name: "Find an emoji" }).fill("rocket");
    await expect(page.getByRole("gridcell").first()).toHaveAccessibleName("rocket");
    await expect(page.getByRole("gridcell", { name: "astronaut", exact: true })).toBeVisible();
    await page.getByRole("searchbox", { name: "Find an emoji" }).fill("qwrtz");
    await expect(page.getByText("No emoji is called “qwrtz”.")).toBeVisible();
  });
});

test("the address names the open step", async ({ page, workspace, context }) => {
  const loads: string[] = [];
  await test.step("from the first step on", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    await expect(openStep(page)).toContainText("Audience");
    await goTo(page, "Content");
    await expect(page).toHaveURL(/#content$/);
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (
        request.method() === "GET" &&
        pathname === "/compose" &&
        !request.headers()["next-router-prefetch"]
      )
        loads.push(request.url());
    });
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("With a step");
    // Saved, it has an address of its own, and the step stays in it.
    await expect(page).toHaveURL(/\?campaign=[^#]+#content$/);
  });
  await test.step("after Back and Forward", async () => {
    await goTo(page, "Delivery");
    await goTo(page, "Review");
    // Without a pause: each entry keeps its step, however fast one goes.
    await page.goBack();
    await page.goBack();
    await expect(openStep(page)).toContainText("Content");
    await expect(page).toHaveURL(/#content$/);
    await page.goForward();
    await expect(openStep(page)).toContainText("Delivery");
    await page.goBack();
    await page.goBack();
    await expect(openStep(page)).toContainText("Audience");
    // The first entry is older than the draft's address.
    await expect(page).toHaveURL(/\?campaign=[^#]+$/);
    await page.goForward();
    await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(
      "With a step",
    );
    expect(loads).toEqual([]);
  });

  await test.step("after a reload, and for a problem that leads to another step", async () => {
    await page.reload();
    await expect(openStep(page)).toContainText("Content");
    await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(
      "With a step",
    );
    await page.goBack();
    await expect(openStep(page)).toContainText("Audience");
    await goTo(page, "Content");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("");
    await expect(page.getByText(/^Saved /)).toBeVisible();
    await goTo(page, "Review");
    await page.getByRole("list", { name: "Problems" }).first().getByRole("button").first().click();
    await expect(page).toHaveURL(/#content$/);
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toBeFocused();
  });

  await test.step("in another tab", async () => {
    const second = await context.newPage();
    await second.goto(page.url().replace("#content", "#delivery"));
    await expect(openStep(second)).toContainText("Delivery");
    await second.evaluate(() => window.location.assign("#review"));
    await expect(openStep(second)).toContainText("Review");
    await second.getByRole("link", { name: "Campaigns" }).first().click();
    await expect(second).toHaveURL(/\/campaigns$/);
    await second.goBack();
    await expect(openStep(second)).toContainText("Review");
  });

  await test.step("a page that loads slowly opens although the composer changes", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    await expect(page).toHaveURL(/\?campaign=/);
    const campaigns = await hold(
      page,
      (request) => request.method() === "GET" && new URL(request.url()).pathname === "/campaigns",
    );
    await page.getByRole("link", { name: "Campaigns" }).first().click();
    await campaigns.firstRequest;
    // As the router writes it after a server action that revalidates pages: without the composer's
    // mark.
    await page.evaluate(() => {
      const { composer, ...own } = window.history.state as Record<string, unknown>;
      window.history.replaceState(own, "");
      return composer;
    });
    await page.getByRole("textbox", { name: "Name of the message" }).fill("Renamed");
    await page.waitForFunction(
      () => (window.history.state as Record<string, unknown>)["composer"] !== undefined,
    );
    campaigns.letGo();
    await expect(page).toHaveURL(/\/campaigns$/);
  });
});
