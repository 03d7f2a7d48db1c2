import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures";
import {
  begin,
  figure,
  holdSaves,
  putPublished,
  saved,
  savedAfter,
  sendByTemplate,
} from "../support/template-pages";

const parameters = (page: Page) => page.getByRole("region", { name: "Parameters" });
const parameter = (page: Page, name: string) =>
  parameters(page).getByRole("button", { name: new RegExp(`^\\$\\{${name}\\}`) });
/** How the next notice that leaves takes presses: its `pointer-events` on its way out. */
function leavingNotice(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new MutationObserver(() => {
          const notice = document.querySelector("[data-sonner-toast][data-removed=true]");
          if (notice) resolve(getComputedStyle(notice).pointerEvents);
        }).observe(document, {
          subtree: true,
          attributes: true,
          attributeFilter: ["data-removed"],
        });
      }),
  );
}

test("a template goes from draft to a rolled back version", async ({ page, workspace }) => {
  await test.step("it is written with four parameters", async () => {
    await page.goto(`${workspace.origin}/templates`);
    await expect(page.getByRole("link", { name: "Order shipped" })).toBeVisible();
    await begin(page, workspace.origin, "Price drop");
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Good news, ${name}");
    await page
      .getByRole("textbox", { name: "Text", exact: true })
      .fill("${item} costs ${price} now, until ${day}");
    for (const name of ["name", "item", "price", "day"])
      await expect(parameter(page, name)).toBeVisible();
    // In the order of the texts.
    const first = parameters(page)
      .getByRole("listitem")
      .filter({ has: page.getByRole("button") })
      .first();
    await expect(first).toContainText("${name}");
  });
  await test.step("its longest values may exceed the size limit", async () => {
    await expect(page.getByText("May exceed the size limit")).toBeVisible();
    await expect(
      page.getByText(/^Set a maximum length for \$\{name\}, \$\{item\}, /).first(),
    ).toBeVisible();
  });

  await test.step("its parameters get types, lengths and samples", async () => {
    await parameter(page, "price").click();
    await page.getByRole("combobox", { name: "Type of price" }).click();
    await page.getByRole("option", { name: "Number" }).click();
    // What is no length is said so, and stays as it was typed.
    const length = page.getByRole("textbox", { name: "Maximum length of price" });
    await length.pressSequentially("-5");
    await expect(length).toHaveValue("-5");
    await expect(page.getByText("Write a whole number from 1 to 4,096.")).toBeVisible();
    await length.fill("12");
    await page.getByRole("textbox", { name: "Sample of price" }).fill("cheap");
    await expect(page.getByText("This must be a number, such as 12 or -3.5.")).toBeVisible();
    await page.getByRole("textbox", { name: "Sample of price" }).fill("19.90");
    await parameter(page, "day").click();
    await page.getByRole("combobox", { name: "Type of day" }).click();
    await page.getByRole("option", { name: "Date" }).click();
    await page.getByRole("textbox", { name: "Sample of day" }).fill("2026-01-31");
    await page.getByRole("combobox", { name: "Format of day" }).click();
    await page.getByRole("option", { name: "Saturday, 31 January" }).click();
    await expect(figure(page, /until Saturday, 31 January/)).toBeVisible();
    for (const name of ["name", "item"]) {
      await parameter(page, name).click();
      await page.getByRole("textbox", { name: `Maximum length of ${name}` }).fill("40");
      await page
        .getByRole("textbox", { name: `Sample of ${name}` })
        .fill(name === "name" ? "Maya" : "The lamp");
    }
    await expect(page.getByText("May exceed the size limit")).toHaveCount(0);
    await expect(figure(page, /Good news, Maya.*The lamp costs 19\.90 now/)).toBeVisible();
    await page.getByRole("combobox", { name: "Preview with" }).click();
    await page.getByRole("option", { name: "Longest values" }).click();
    await expect(figure(page, /Good news, Lorem ipsum/)).toBeVisible();
    await page.getByRole("combobox", { name: "Preview with" }).click();
    await page.getByRole("option", { name: "Sample values" }).click();
  });

  await test.step("a renamed parameter changes the texts", async () => {
    await page.getByRole("textbox", { name: "Name of item" }).fill("product");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue(
      "${product} costs ${price} now, until ${day}",
    );
    await expect(parameter(page, "product")).toBeVisible();
    await expect(parameter(page, "item")).toHaveCount(0);
    await saved(page);
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue(
      "${product} costs ${price} now, until ${day}",
    );
    await expect(figure(page, /The lamp costs 19\.90/)).toBeVisible();
  });

  await test.step("it is published", async () => {
    await page.getByRole("button", { name: "Publish …" }).click();
    await page.getByRole("textbox", { name: "What is new" }).fill("To begin with");
    const left = leavingNotice(page);
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("heading", { name: "Price drop", level: 1 })).toBeVisible();
    await expect(page.getByText("To begin with")).toBeVisible();
    // A notice that leaves passes over the buttons below it, and takes no press from them.
    expect(await left).toBe("none");
  });
  const history = page.getByRole("region", { name: "History" });
  await test.step("a change is published after a look at what changes", async () => {
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByRole("textbox", { name: "Title", exact: true }).fill("Cheaper, ${name}");
    await saved(page);
    await page.getByRole("link", { name: "Done" }).click();
    // What publishing would change, device by device.
    const changes = page.getByRole("region", { name: "What changes" });
    await expect(changes.getByRole("listitem").first()).toContainText(
      /Published.*Good news, Maya.*bytes.*Draft.*Cheaper, Maya.*bytes/,
    );
    await page.getByRole("link", { name: "Edit" }).click();
    // The page that is left has a "Publish …" of its own.
    await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(
      "Cheaper, ${name}",
    );
    await page.getByRole("button", { name: "Publish …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await expect(history.getByRole("listitem").first()).toContainText("Version 2");
    await expect(figure(page, /Cheaper, Maya/)).toBeVisible();
  });
  await test.step("the first version is restored", async () => {
    await history.getByRole("button", { name: "Restore this version: 1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore version 1" }).click();
    await expect(figure(page, /Good news, Maya/)).toBeVisible();
    await expect(history.getByRole("listitem").nth(1)).toContainText("Published");
  });
});

test("a template becomes a campaign by one press", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/templates`);
  await page.getByRole("link", { name: "Order shipped" }).click();
  await page.getByRole("link", { name: "Use in a campaign" }).click();
  await page
    .getByRole("navigation", { name: "Steps" })
    .getByRole("button", { name: "Content" })
    .click();
  await expect(page.getByRole("combobox", { name: "Template" })).toHaveValue("Order shipped");
  await page.getByRole("textbox", { name: "name", exact: true }).fill("Maya");
  await expect(figure(page, /Maya, order A-1042 left our house/)).toBeVisible();
});

test("a second editor of one draft is warned, and nothing is overwritten", async ({
  page,
  workspace,
  context,
}) => {
  await begin(page, workspace.origin, "Shared draft");
  const text = (of: Page) => of.getByRole("textbox", { name: "Text", exact: true });
  await text(page).fill("First");
  await saved(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(text(other)).toHaveValue("First");
  const mine = await holdSaves(page, "Mine");
  await text(page).fill("Mine");
  await mine.firstRequest;
  await savedAfter(other, () => text(other).fill("Theirs"), "Theirs");
  mine.letGo();
  await expect(page.getByText("Owner changed this while you were editing")).toBeVisible();
  await page.getByRole("button", { name: "Keep mine" }).click();
  await saved(page);
  await expect(text(other)).toHaveValue("Mine");
  await other.reload();
  await expect(text(other)).toHaveValue("Mine");
});

test("discarding the changes of a published template can be undone", async ({
  page,
  workspace,
}) => {
  await putPublished(workspace, "discarded", {
    name: "To be discarded",
    blocks: { android: { text: "As it was" } },
  });
  await page.goto(`${workspace.origin}/templates`);
  await page.getByRole("link", { name: "To be discarded" }).click();
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("As it is now");
  await saved(page);
  await page.getByRole("link", { name: "Done" }).click();
  await expect(page.getByText("Unpublished changes").first()).toBeVisible();
  await page.getByRole("button", { name: "Actions for To be discarded" }).click();
  await page.getByRole("menuitem", { name: "Discard changes" }).click();
  // It stays as long as it is pointed at.
  await page.getByText("Changes discarded").hover();
  await expect(figure(page, /As it was/)).toBeVisible();
  await expect(page.getByText("Unpublished changes")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(figure(page, /As it is now/)).toBeVisible();
});

test("a template that programs use is archived after a warning that names them", async ({
  page,
  workspace,
}) => {
  await putPublished(workspace, "called", {
    name: "Called by programs",
    blocks: { android: { text: "Hello" } },
  });
  expect(await sendByTemplate(workspace, { template: "called" })).toMatchObject({
    response: [{ code: "1001", description: "Queued" }],
  });
  await page.goto(`${workspace.origin}/templates`);
  await page.getByRole("link", { name: "Called by programs" }).click();
  await page.getByRole("button", { name: "Actions for Called by programs" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  const dialog = page.getByRole("dialog", { name: "Archive Called by programs?" });
  await expect(
    dialog.getByText(/Programs sent 1 message with this template in the last 30 days/),
  ).toBeVisible();
  await dialog.getByRole("button", { name: "Archive anyway" }).click();
  await expect(page.getByText("Archived Called by programs")).toBeVisible();
});

test("templates can be found, named and archived", async ({ page, workspace }) => {
  await begin(page, workspace.origin, "Reminder");
  await page.getByRole("link", { name: "Done" }).click();
  await expect(page.getByText("Not published yet")).toBeVisible();
  await page.getByRole("button", { name: "Actions for Reminder" }).click();
  await page.getByRole("menuitem", { name: "Name and tags …" }).click();
  await page.getByRole("textbox", { name: "Tags" }).fill("Spring, cart");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Spring", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Templates" }).first().click();
  const row = page.getByRole("row", { name: /Reminder/ });
  await expect(row).toContainText("Draft");
  await page.getByRole("combobox", { name: "Tag" }).click();
  await page.getByRole("option", { name: "cart" }).click();
  await expect(page).toHaveURL(/tag=cart/);
  await expect(page.getByRole("row", { name: /Order shipped/ })).toHaveCount(0);
  await row.getByRole("link", { name: "Reminder" }).click();
  await page.getByRole("button", { name: "Actions for Reminder" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(page.getByText("Archived", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
  await page.getByRole("button", { name: "Actions for Reminder" }).click();
  await page.getByRole("menuitem", { name: "Restore" }).click();
  await expect(page.getByRole("link", { name: "Edit" })).toBeVisible();
});
