import { expect, type Page } from "@playwright/test";
import { composeExample, confirmSend, signIn, test } from "./support/fixtures";
import { startUsed } from "./support/server";

const goTo = (page: Page, step: string) => page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const example = "Your parcel is on its way 📦";
const offer = (page: Page) => page.getByRole("button", { name: "Use an example" });

test("a new message is the example until the first one was sent, and empty from then on", async ({ page }) => {
  const server = await startUsed();
  try {
    await signIn(page, server);
    await page.goto(`${server.origin}/compose`);
    await goTo(page, "Content");
    await expect(title(page)).toHaveValue(example);
    await expect(offer(page)).toBeHidden();
    await page.getByRole("button", { name: "Send to 3 recipients" }).click();
    await confirmSend(page);
    await expect(page.getByText("Accepted, on its way to 3 recipients")).toBeVisible();

    await page.goto(`${server.origin}/compose`);
    await expect(page.getByRole("button", { name: "Remove user-1" })).toBeHidden();
    await goTo(page, "Content");
    await expect(title(page)).toHaveValue("");
    // It is a click away, and so is the way back.
    await offer(page).click();
    await expect(title(page)).toHaveValue(example);
    await expect(offer(page)).toBeHidden();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(title(page)).toHaveValue("");
  } finally {
    await server.stop();
  }
});

test("a message is named by what it says, until it is given a name", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  const name = page.getByRole("textbox", { name: "Name of the message" });
  await expect(name).toHaveAttribute("placeholder", example);
  await goTo(page, "Content");
  await title(page).fill("Named by its title");
  await expect(name).toHaveAttribute("placeholder", "Named by its title");
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  // Opened again it still follows its title.
  await page.reload();
  await expect(name).toHaveValue("");
  await title(page).fill("Another title");
  await expect(name).toHaveAttribute("placeholder", "Another title");

  await name.fill("June, first try");
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await title(page).fill("A third title");
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue("June, first try");
  await page.goto(`${server.origin}/campaigns?q=June`);
  await expect(page.getByRole("link", { name: "June, first try" })).toBeVisible();
});
