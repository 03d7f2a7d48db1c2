import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { composeExample, confirmSend, test } from "../support/fixtures";
import { addKiosk } from "../support/second-app";

const goTo = (page: Page, step: string) =>
  page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: step }).click();
async function choose(page: Page, list: string) {
  await page.getByRole("radio", { name: "A saved list" }).click();
  await page.getByRole("combobox", { name: "List" }).click();
  await page.getByRole("option", { name: list }).click();
}
const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });
const example = "Your parcel is on its way 📦";
const offer = (page: Page) => page.getByRole("button", { name: "Use an example" });
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Send this message?" });

test("a list that was edited in another tab is counted again", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/audiences`);
  await page.getByRole("button", { name: "New list" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Changed elsewhere");
  await page.getByRole("textbox", { name: "Recipients" }).fill("user-1\nuser-2");
  await page.getByRole("button", { name: "Add 2 recipients" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.goto(`${workspace.origin}/compose`);
  await composeExample(page);
  await choose(page, "Changed elsewhere");
  await expect(page.getByRole("button", { name: "Send to 2 recipients" })).toBeVisible();

  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`${workspace.origin}/audiences`);
  await elsewhere.getByRole("link", { name: "Changed elsewhere" }).click();
  await elsewhere.getByRole("button", { name: "Add a recipient" }).click();
  await elsewhere.getByRole("dialog").getByLabel("Identifier").fill("user-3");
  await elsewhere.getByRole("button", { name: "Add recipient" }).click();
  await expect(elsewhere.getByText("3 recipients")).toBeVisible();
  await elsewhere.close();
  // A browser without a window gives no page the focus.
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByRole("button", { name: "Send to 3 recipients" })).toBeVisible();
});

test("each recipient of a list gets a template with values of their own", async ({
  page,
  workspace,
}) => {
  await test.step("the list and the template are chosen", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    await choose(page, "Everybody in the sandbox");
    await goTo(page, "Content");
    await page.getByRole("combobox", { name: "Template" }).click();
    await page.getByRole("option", { name: "Order shipped" }).click();
  });

  await test.step("the preview shows the largest recipient, or another one", async () => {
    await expect(
      page.getByRole("figure", { name: /Maximilian Alexander, order A-1043/ }).first(),
    ).toBeVisible();
    await page.getByRole("combobox", { name: "With the values of" }).click();
    await page.getByRole("option", { name: "user-1" }).click();
    await expect(page.getByRole("figure", { name: /Maya, order A-1042/ }).first()).toBeVisible();
    await page.getByRole("tab", { name: "Bytes" }).click();
    await expect(page.getByText("to user-2").first()).toBeVisible();
    await page.getByRole("tab", { name: "JSON" }).click();
    await expect(page.getByText("The request to user-1.", { exact: false })).toBeVisible();
    expect(await objections(page)).toEqual([]);
  });

  await test.step("it is sent to the list", async () => {
    await page.getByRole("button", { name: "Send to 3 recipients" }).click();
    await expect(dialogOf(page)).toContainText(
      "to 3 people (6 devices) of the list “Everybody in the sandbox” of Sandbox, on Android, iOS, and Web, starting now.",
    );
    expect(await objections(page)).toEqual([]);
    await confirmSend(page);
    await expect(page.getByText("Accepted, on its way to 3 recipients")).toBeVisible();
    await page.getByRole("link", { name: "Follow the campaign" }).click();
  });

  await test.step("its campaign shows what each recipient was sent", async () => {
    await expect(page.getByText("3 of 3", { exact: true })).toBeVisible();
    await expect(page.getByText("Delivered to all 6 devices.")).toBeVisible();
    expect(await objections(page)).toEqual([]);
    const sides = page.getByRole("navigation", { name: "Sides of the campaign" });
    await sides.getByRole("link", { name: "Recipients" }).click();
    await page.getByRole("searchbox", { name: "Find a user or device" }).fill("user-1");
    await expect(
      page.getByRole("table", { name: "Deliveries" }).getByText("user-1", { exact: true }),
    ).toHaveCount(2);
    await expect(
      page.getByRole("table", { name: "Deliveries" }).getByText("user-2", { exact: true }),
    ).toHaveCount(0);
    expect(await objections(page)).toEqual([]);
    await page.getByRole("searchbox", { name: "Find a user or device" }).fill("user-");
    await expect(
      page.getByRole("table", { name: "Deliveries" }).getByText("user-3", { exact: true }).first(),
    ).toBeVisible();
    await sides.getByRole("link", { name: "Content" }).click();
    await expect(
      page.getByText("As user-1 was sent it; others have values of their own"),
    ).toBeVisible();
    const order = page.locator("dl");
    await expect(order.getByText(/^[A-Z][a-z]{2} \d{1,2}, \d\d:\d\d$/)).toBeVisible();
    await expect(order.getByText(/^by \S/)).toBeVisible();
    await expect(page.getByRole("region", { name: "Send history" })).toContainText(
      /Confirmed .* by .*3 recipients/,
    );
    await sides.getByRole("link", { name: "Requests" }).click();
    const requests = page.getByRole("table", { name: "Requests" });
    for (const name of ["Maya", "Maximilian Alexander", "अनन्या"])
      await expect(requests.getByText(`${name}, order`, { exact: false })).toBeVisible();
    expect(await objections(page)).toEqual([]);
  });

  await test.step("the lists show it as one campaign and one message", async () => {
    await page.goto(`${workspace.origin}/campaigns`);
    await expect(page.getByRole("row").filter({ hasText: "order_shipped" }).first()).toContainText(
      /Sent[A-Z][a-z]{2} \d{1,2}, \d\d:\d\d by \S/,
    );
    await page.getByRole("link", { name: "order_shipped" }).first().click();
    await expect(page.getByText("3 of 3", { exact: true })).toBeVisible();

    // Among the messages it is one, with what became of all three.
    await page.goto(`${workspace.origin}/messages`);
    const row = page.getByRole("row").filter({ hasText: "3 requests" });
    await expect(row).toHaveCount(1);
    await row.getByRole("link").click();
    await expect(page.getByText("3 of 3", { exact: true })).toBeVisible();
  });

  await test.step("a text without a template takes the columns of the list too", async () => {
    await page.goto(`${workspace.origin}/compose`);
    await composeExample(page);
    await choose(page, "Everybody in the sandbox");
    await goTo(page, "Content");
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.fill("Dear ");
    await page.getByRole("button", { name: "Insert a parameter into Text" }).click();
    await page.getByRole("option", { name: /name/ }).click();
    await expect(text).toHaveValue("Dear ${name}");
    await text.press("End");
    await text.pressSequentially(", as $${ought} ${nobody}");
    await page.getByRole("combobox", { name: "With the values of" }).click();
    await page.getByRole("option", { name: "user-1" }).click();
    await expect(
      page.getByRole("figure", { name: /Dear Maya, as \$\{ought\} \$\{nobody\}/ }).first(),
    ).toBeVisible();
    await page.getByRole("tab", { name: "JSON" }).click();
    await expect(page.getByText("The request to user-1.", { exact: false })).toBeVisible();
    await expect(page.getByLabel("Request body")).toContainText("Dear Maya, as ${ought} ${nobody}");
    await page.getByRole("button", { name: "Send to 3 recipients" }).click();
    await dialogOf(page).getByRole("button", { name: "Send all the same" }).click();
    await confirmSend(page);
    for (const name of ["Maya", "Maximilian Alexander", "अनन्या"])
      await expect
        .poll(async () => (await workspace.arrived(`Dear ${name}, as \${ought} \${nobody}`)).length)
        .toBeGreaterThan(0);
    expect(await workspace.arrived("Dear ${name}")).toEqual([]);
  });
});

test("pasted recipients are counted before they are sent to", async ({ page, workspace }) => {
  await page.goto(`${workspace.origin}/compose`);
  await page.getByRole("button", { name: "Start over" }).click();
  const users = page.getByRole("textbox", { name: "Users" });
  const paste = (pasted: readonly string[]) =>
    users.evaluate((field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      field.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
      );
    }, pasted.join("\n"));
  await test.step("recipients without a device do not stop a send", async () => {
    await users.focus();
    await paste(["nobody-1", "nobody-2"]);
    await expect(page.getByText("None of 2 people has a device.")).toBeVisible();
    await goTo(page, "Content");
    await title(page).fill("To many");
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("Are you there?");
    await page.getByRole("button", { name: "Send to 2 recipients" }).click();
    await expect(dialogOf(page).getByText("No reachable recipients")).toBeVisible();
    await expect(dialogOf(page).getByRole("button", { name: "Send to 2" })).toBeEnabled();
    expect(await objections(page)).toEqual([]);
    await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Schedule", exact: true }).click();
    const schedule = page.getByRole("dialog", { name: "Schedule it" });
    await expect(schedule.getByText("No reachable recipients")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(schedule).toBeHidden();
  });

  await test.step("six hundred recipients are counted with their devices", async () => {
    await goTo(page, "Audience");
    await users.focus();
    await paste([
      "user-1",
      "user-2",
      "user-3",
      ...Array.from({ length: 598 }, (_, n) => `customer-${n}`),
    ]);
    await expect(page.getByText("3 of 603 people have a device.")).toBeVisible();
    await expect(page.getByRole("list", { name: "Their devices" })).toContainText("1 iOS");
    expect(await objections(page)).toEqual([]);
  });
  await test.step("Review shows who is reached, without a warning", async () => {
    await goTo(page, "Review");
    await expect(
      page.getByText("Reaches 3 of 603 people, on 6 devices. 600 have no device."),
    ).toBeVisible();
    await expect(
      page.getByRole("table", { name: "Devices by platform" }).getByRole("row", { name: "Safari" }),
    ).toContainText("Yes");
    await expect(page.getByText(/^Ready: /)).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await expect(page.getByRole("button", { name: "Send to 603 recipients" })).toBeVisible();
    await expect(page.getByRole("button", { name: "No problems" })).toBeVisible();
    await page.getByRole("tab", { name: "JSON" }).click();
    await expect(page.getByText(/^The first of \d+ requests\./)).toBeVisible();
  });

  await test.step("a large send is confirmed by its number", async () => {
    await page.getByRole("button", { name: "Send to 603 recipients" }).click();
    await expect(dialogOf(page)).toContainText(
      "to 3 of 603 people (6 devices) of Sandbox, on Android, iOS, and Web, starting now. 600 have no device.",
    );
    const go = dialogOf(page).getByRole("button", { name: "Send to 603" });
    await expect(go).toBeDisabled();
    await dialogOf(page).getByRole("textbox", { name: "Type 603 to confirm" }).fill("603");
    await go.click();
    await page.getByRole("button", { name: "Send now" }).click();
    await page.getByRole("link", { name: "Follow the campaign" }).click();
    await expect(page.getByText(/^(\d+) of \1$/)).toBeVisible();
    await expect(page.getByText("603", { exact: true })).toBeVisible();
  });
});

test("the first message is an example", async ({ page, workspace }) => {
  test.setTimeout(240_000);
  // A new message is the example until the first one was sent, and empty from then on.
  await page.goto(`${workspace.origin}/compose?appid=${workspace.appid}`);
  await goTo(page, "Content");
  await expect(title(page)).toHaveValue(example);
  await expect(offer(page)).toBeHidden();
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await confirmSend(page);
  await expect(page.getByText("Accepted, on its way to 3 recipients")).toBeVisible();

  await page.goto(`${workspace.origin}/compose?appid=${workspace.appid}`);
  await expect(page.getByRole("button", { name: "Remove user-1" })).toBeHidden();
  await goTo(page, "Content");
  await expect(title(page)).toHaveValue("");
  // It is a click away, and so is the way back.
  await offer(page).click();
  await expect(title(page)).toHaveValue(example);
  await expect(offer(page)).toBeHidden();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(title(page)).toHaveValue("");
});

test("a message goes out from two apps, once to each recipient on each", async ({
  page,
  workspace,
}) => {
  test.setTimeout(240_000);
  await addKiosk(workspace);
  await page.goto(`${workspace.origin}/compose?appid=${workspace.appid}`);
  await composeExample(page);
  await goTo(page, "Audience");
  await page.getByRole("checkbox", { name: "Kiosk" }).click();
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await expect(dialogOf(page)).toContainText(
    "to 3 people (6 devices) on 2 apps, on Android, iOS, and Web, starting now.",
  );
  await confirmSend(page);
  await page.getByRole("link", { name: "Follow the campaign" }).click();
  await expect(page.getByText("2 of 2", { exact: true })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Sides of the campaign" })
    .getByRole("link", { name: "Requests" })
    .click();
  const requests = page.getByRole("table", { name: "Requests" });
  for (const app of ["Sandbox", "Kiosk"])
    await expect(requests.getByRole("row").filter({ hasText: app })).toHaveCount(1);
  expect(await objections(page)).toEqual([]);
});

test("a message to push ids, which belong to one app, goes out from that app alone", async ({
  page,
  workspace,
}) => {
  await addKiosk(workspace);
  await page.goto(`${workspace.origin}/compose?appid=${workspace.appid}`);
  await page.getByRole("button", { name: "Start over" }).click();
  await page.getByRole("combobox", { name: "Kind of recipients 1" }).click();
  await page.getByRole("option", { name: "Android push ids" }).click();
  await expect(page.getByRole("checkbox", { name: "Kiosk" })).toBeDisabled();
});
