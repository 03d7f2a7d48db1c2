import { expect, type Page } from "@playwright/test";
import { expectNoObjections } from "../support/axe";
import { composeExample, confirmSend, test } from "../support/fixtures";
import { wireWords } from "../support/wire-words";

// The composer in all its states; `pages.spec.ts` looks at every page as it opens.

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();

test.describe("axe finds nothing in the composer:", () => {
  test.beforeEach(async ({ page, workspace }) => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
  });

  // One message for all steps: opening it takes as long as looking at two of them. What changes the
  // message comes last.
  test("the steps, in plain words", async ({ page }) => {
    for (const step of ["Audience", "Content", "Buttons", "Delivery", "Review"]) {
      await goTo(page, step);
      expect.soft(await wireWords(page), step).toEqual([]);
      if (step === "Delivery" || step === "Review") await expectNoObjections(page, step);
    }
    await goTo(page, "Buttons");
    await page.getByRole("radio", { name: "Shop Now and Cancel" }).click();
    await expectNoObjections(page, "Buttons");
    await goTo(page, "Content");
    await page.getByRole("tab", { name: "Android" }).click();
    for (const group of await page.locator("summary").all()) await group.click();
    await page.getByRole("button", { name: "Add a tag" }).click();
    await page.getByRole("radio", { name: "All devices" }).click();
    await page.getByRole("button", { name: /^Settings of the devices/ }).click();
    await page.getByRole("radio", { name: "Largest" }).click();
    await page.getByRole("radio", { name: "Right to left" }).click();
    await expectNoObjections(page, "Content");
  });

  test("the emoji picker, with and without a match", async ({ page }) => {
    await goTo(page, "Content");
    await page.getByRole("button", { name: "Insert an emoji into Text" }).click();
    await page.getByRole("gridcell", { name: "grinning face", exact: true }).waitFor();
    await expectNoObjections(page, "emoji");
    await page.keyboard.type("no such thing");
    await page.getByText(/No emoji is called/).waitFor();
    await expectNoObjections(page, "no emoji");
  });

  test("the parameter picker, without a template and with one", async ({ page }) => {
    await goTo(page, "Content");
    await page.getByRole("button", { name: "Insert a parameter into Text" }).click();
    await page.getByRole("button", { name: "Choose a template" }).waitFor();
    await expectNoObjections(page, "no template");
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Template" }).click();
    await page.getByRole("option", { name: /Order shipped/ }).click();
    await page.getByRole("button", { name: /Override content/ }).click();
    await page.getByRole("button", { name: "Insert a parameter into Text" }).click();
    await page.getByRole("option", { name: /order/ }).waitFor();
    await expectNoObjections(page, "parameters");
  });

  test("the panels", async ({ page }) => {
    for (const view of ["JSON", "cURL", "Checks", "Bytes"]) {
      await page.getByRole("tab", { name: view }).click();
      await expectNoObjections(page, view);
    }
  });

  test("the dialogs", async ({ page }) => {
    for (const name of ["Test", "Schedule", "Send to 3 recipients"]) {
      await page.getByRole("button", { name }).click();
      await page.getByRole("dialog").waitFor();
      await expectNoObjections(page, name);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });
});

test.describe("on a tablet no list is wider than its place, so that the actions of a row are in reach:", () => {
  for (const path of ["/campaigns", "/audiences", "/messages", "/devices"])
    test(path, async ({ page, workspace }) => {
      if (path === "/campaigns" || path === "/messages") {
        await page.goto(`${workspace.origin}/compose`);
        await composeExample(page);
        await page.getByRole("button", { name: "Send to 3 recipients" }).click();
        await confirmSend(page);
        await page.getByText("Accepted, on its way").waitFor();
      }
      await page.goto(workspace.origin + path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      for (const width of [700, 768, 820, 900, 960, 1024]) {
        await page.setViewportSize({ width, height: 1000 });
        const beyond = () =>
          page.evaluate(() =>
            Math.max(
              ...[
                document.documentElement,
                ...Array.from(
                  document.querySelectorAll("table"),
                  (table) => table.parentElement ?? table,
                ),
              ].map((box) => box.scrollWidth - box.clientWidth),
            ),
          );
        await expect.poll(beyond, `${path} at ${width}`).toBe(0);
      }
    });
});
