import { expect, type Page } from "@playwright/test";
import { arrived } from "./support/arrived";
import { composeExample, confirmSend, orderSend, test } from "./support/fixtures";
import { hold } from "./support/hold";
import { isSave } from "./support/saves";

const stepsOf = (page: Page) => page.getByRole("navigation", { name: "Steps" });
const goTo = (page: Page, step: string) => stepsOf(page).getByRole("button", { name: step }).click();

test("an image push with two buttons: composed, tested, mended where the screen says so, sent", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Summer is here");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("न".repeat(1_300));
  // 3 bytes a letter: 3,900 for each of three platforms.
  await expect(page.getByRole("button", { name: /^1 problem/ })).toBeVisible();
  await expect(stepsOf(page).getByRole("button", { name: /Review 1 problem/ })).toBeVisible();
  await page.getByRole("tab", { name: /Bytes/ }).click();
  await expect(page.getByText(/The request is [\d,]+ bytes too large/)).toBeVisible();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Everything for the beach, 20 % off.");
  await page.getByRole("textbox", { name: "Image URL" }).fill("https://shop.example/beach.png");
  await expect(page.getByText("No problems")).toBeVisible();

  await goTo(page, "Buttons");
  await page.getByRole("radio", { name: "Shop Now and Cancel" }).click();
  await page.getByRole("combobox", { name: "Shop Now button" }).click();
  await page.getByRole("option", { name: /Opens a web page in the browser/ }).click();
  await expect(stepsOf(page).getByRole("button", { name: /Buttons not finished/ })).toBeVisible();
  await page.getByRole("textbox", { name: "Shop Now button: address" }).fill("https://shop.example/summer");
  await page.getByRole("tab", { name: "Preview" }).click();
  await page.getByRole("radio", { name: "Expanded" }).click();
  await expect(
    page.getByRole("figure", { name: /Pixel, expanded: .*Summer is here.*with a picture, buttons Shop Now, Cancel/ }),
  ).toBeVisible();

  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send the test" }).click();
  await expect(page.getByText(/Test: 6 delivered/)).toBeVisible();

  await page.getByRole("button", { name: "Send to 3 recipients" }).dblclick();
  await orderSend(page);
  await page.getByRole("button", { name: "Undo sending" }).click();
  await expect(page.getByText(/Sending to 3 recipients/)).toBeHidden();
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await confirmSend(page);
  await expect(page.getByText("Accepted, on its way to 3 recipients")).toBeVisible();
  // The test and the message, six devices each; what was taken back is not among them.
  await expect.poll(async () => (await arrived(server, "Summer is here")).length).toBe(12);
  await page.goto(`${server.origin}/campaigns?state=sent`);
  await expect(page.getByRole("link", { name: "Summer is here" })).toBeVisible();
});

test("what the wall draws is what the lab received", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("On the wall — עברית 👨‍👩‍👧‍👦");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("“Quotes”, <tags> & \\ back \t slashes");
  await page.getByRole("radio", { name: "All devices" }).click();
  const wall = page.getByRole("group", { name: "All devices" });
  await expect(wall.getByRole("figure")).toHaveCount(26);
  for (const figure of await wall.getByRole("figure").all())
    await expect(figure).toHaveAttribute("aria-label", /title “On the wall — עברית 👨‍👩‍👧‍👦”.*text ““Quotes”, <tags> & \\ back \t slashes”/s);
  await page.keyboard.press("Control+Enter");
  await confirmSend(page);
  const ours = async () => (await arrived(server, "On the wall")).length;
  await expect.poll(ours).toBe(6);
  for (const { body } of await arrived(server, "On the wall")) {
    const text = JSON.stringify(JSON.parse(body));
    expect(text).toContain("On the wall — עברית 👨‍👩‍👧‍👦");
    expect(text).toContain(String.raw`<tags> & \\ back \t slashes`);
  }
});

test("a device is chosen by its kind and its look, and set as its owner would", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("A title");
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("twelve chars".repeat(10));
  await page.getByRole("radio", { name: "Samsung" }).click();
  await page.getByRole("radio", { name: "Heads-up" }).click();
  const figure = page.getByRole("figure", { name: /^Samsung Galaxy, heads-up: / });
  const hidden = async () =>
    Number(/about (\d+) characters of the text hidden/.exec((await figure.getAttribute("aria-label")) ?? "")?.[1] ?? 0);
  await expect.poll(hidden).toBeGreaterThan(0);
  const before = await hidden();
  const settings = page.getByRole("button", { name: /^Settings of the devices/ });
  await settings.click();
  await page.getByRole("radio", { name: "Largest" }).click();
  await expect.poll(hidden).toBeGreaterThan(before);
  await page.getByRole("radio", { name: "Right to left" }).click();
  await expect(figure.locator('[dir="rtl"]').first()).toBeAttached();
  await page.getByRole("radio", { name: "Dark" }).click();
  await page.keyboard.press("Escape");
  await expect(settings).toBeFocused();
  await expect(settings).toHaveText("Dark, largest text, right to left");

  // What was chosen outlasts a look at another tab, for each kind by itself.
  await page.getByRole("radio", { name: "Chrome", exact: true }).click();
  await page.getByRole("radio", { name: "macOS" }).click();
  await page.getByRole("radio", { name: "Options open" }).click();
  await expect(page.getByRole("figure", { name: /^Chrome on macOS, options open: / })).toBeVisible();
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("tab", { name: "Preview" }).click();
  await expect(page.getByRole("figure", { name: /^Chrome on macOS, / })).toBeVisible();
  await page.getByRole("radio", { name: "Android", exact: true }).first().click();
  await expect(page.getByRole("figure", { name: /^Samsung Galaxy, / })).toBeVisible();
  await expect(settings).toHaveText("Dark, largest text, right to left");
});

test("JSON goes both ways and keeps what nobody knows", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("radio", { name: "Edit" }).click();
  const editor = page.getByRole("textbox", { name: "Request as JSON" });
  await editor.fill("{");
  await expect(page.getByText(/This isn’t valid JSON yet/)).toBeVisible();
  // It is nowhere but in the editor, and is there again.
  const broken = await editor.inputValue();
  await page.getByRole("tab", { name: "Preview" }).click();
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(editor).toHaveValue(broken);
  await expect(page.getByText(/This isn’t valid JSON yet/)).toBeVisible();
  await editor.fill(
    JSON.stringify({
      deliverychannel: "push",
      appid: "sandbox",
      destination: [{ userid: ["user-1"] }],
      ours: { kept: true },
      channels: {
        push: {
          ios: { title: "From JSON", text: "Pasted", extras: { badge: 3, time_to_live: 3600, customtags: { order: { id: 7 } } } },
          interactive: { category: "SINGLE_REPLY", device_types: ["ios"], actions: [{ pos: 1 }] },
        },
      },
    }),
  );
  // A pause in the writing is a version to come back to.
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await goTo(page, "Content");
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("From JSON");
  await expect(page.getByRole("switch", { name: /Android/ })).toHaveAttribute("aria-checked", "false");
  await page.getByRole("tab", { name: "iOS" }).click();
  await expect(page.getByRole("textbox", { name: "Badge" })).toHaveValue("3");
  await expect(page.getByRole("combobox", { name: "iOS time to live" })).toHaveText("1 hour");
  await expect(page.getByRole("textbox", { name: "iOS custom tags, 1: value" })).toHaveValue('{"id":7}');
  await page.getByRole("textbox", { name: "Badge" }).fill("4");
  await page.getByRole("radio", { name: "As sent" }).click();
  await expect(page.getByText('"ours":{"kept":true}')).toBeVisible();
  await expect(page.getByText('"badge":"4"')).toBeVisible();
  await goTo(page, "Buttons");
  await page.getByRole("button", { name: "Change buttons" }).click();
  await expect(page.getByRole("radio", { name: "Reply", exact: true })).toBeChecked();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText('"badge":3')).toBeVisible();
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await expect(page.getByText('"badge":"4"')).toBeVisible();

  // The editor follows the form, so that the next key does not take back what was changed there.
  await page.getByRole("radio", { name: "Edit" }).click();
  await expect(editor).toHaveValue(/"badge": "4"/);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(editor).toHaveValue(/"badge": 3/);
  await editor.press("ControlOrMeta+End");
  await editor.pressSequentially(" ");
  await expect(editor).toHaveValue(/"badge": 3[^]* $/);
});

test("a draft is kept, survives a reload, and a second tab is told", async ({ signedIn: page, server, context }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Draft one");
  await expect(page.getByRole("textbox", { name: "Name of the message" })).toHaveAttribute("placeholder", "Draft one");
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await expect(page).toHaveURL(/campaign=/);
  await page.reload();
  await goTo(page, "Content");
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Draft one");

  const second = await context.newPage();
  await second.goto(page.url());
  await goTo(second, "Content");
  // Both save at once, so that neither follows the other; which of them is stored first is open.
  const saves = await Promise.all([hold(page, isSave), hold(second, isSave)]);
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Draft three");
  await second.getByRole("textbox", { name: "Title", exact: true }).fill("Draft two");
  await Promise.all(saves.map(({ asked }) => asked));
  for (const save of saves) save.letGo();
  const isTold = (tab: Page) => tab.getByText(/saved another version of this draft/);
  await expect(isTold(page).or(page.getByText(/^Saved /))).toBeVisible();
  await expect(isTold(second).or(second.getByText(/^Saved /))).toBeVisible();
  const lost = (await isTold(page).isVisible()) ? page : second;
  const won = lost === page ? second : page;
  await expect(isTold(lost)).toBeVisible();
  await expect(isTold(won)).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Draft three");
  await expect(second.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Draft two");
  await lost.getByRole("button", { name: "Keep mine" }).click();
  await expect(lost.getByText(/^Saved /)).toBeVisible();
  // Nothing else was written in the other one, which follows.
  await expect(won.getByRole("textbox", { name: "Title", exact: true })).toHaveValue(lost === page ? "Draft three" : "Draft two");

  // What each wrote at another place is merged, in the form and at the server.
  await goTo(page, "Delivery");
  const callbackData = page.getByRole("textbox", { name: "Callback data" });
  const mine = await hold(page, isSave);
  await callbackData.fill("mine");
  await mine.asked;
  await second.getByRole("textbox", { name: "Text", exact: true }).fill("Their text");
  await expect(second.getByText(/^Saved /)).toBeVisible();
  mine.letGo();
  await expect(page.getByText("Owner changed: Text for all")).toBeVisible();
  await expect(isTold(page)).toBeHidden();
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Callback data" })).toHaveValue("mine");
  await page.reload();
  await goTo(page, "Content");
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue("Their text");
  await goTo(page, "Delivery");
  await expect(page.getByRole("textbox", { name: "Callback data" })).toHaveValue("mine");

  await page.goto(`${server.origin}/campaigns`);
  await page.getByRole("button", { name: /Actions for Draft (two|three)/ }).click();
  await page.getByRole("menuitem", { name: "Rename …" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Autumn");
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(page.getByRole("link", { name: "Autumn" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Find by name" }).fill("autumn");
  await expect(page).toHaveURL(/q=autumn/);
  await page.getByRole("button", { name: "Actions for Autumn" }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await expect(page.getByText("No matching campaigns")).toBeVisible();
});

test("a template is filled in, previewed and sent", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
  await page.getByRole("combobox", { name: "Template" }).click();
  await page.getByRole("option", { name: /Order shipped/ }).click();
  await expect(page.getByRole("button", { name: /^Not finished/ })).toBeVisible();
  // Nobody has made a mistake who has only just chosen it.
  await expect(page.getByRole("alert").filter({ hasText: "Fill this in: the template needs it." })).toHaveCount(0);
  await expect(page.getByText("Preview uses sample values for name and order.")).toBeVisible();
  await expect(page.getByRole("figure", { name: /order .* left our house today/ })).toBeVisible();
  await page.getByRole("textbox", { name: "name", exact: true }).focus();
  await page.getByRole("textbox", { name: "order", exact: true }).focus();
  await expect(page.getByRole("alert").filter({ hasText: "Fill this in: the template needs it." })).toHaveCount(1);
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Fill this in: the template needs it." })).toHaveCount(2);
  await page.getByRole("tab", { name: "Preview" }).click();
  await page.getByRole("textbox", { name: "name", exact: true }).fill("Maya");
  await page.getByRole("textbox", { name: "order", exact: true }).fill("B-77");
  await expect(page.getByText("No problems")).toBeVisible();
  await expect(page.getByRole("figure", { name: /Maya, order B-77 left our house today/ })).toBeVisible();
  await expect(page.getByText(/Preview uses sample values/)).toBeHidden();
  await page.getByRole("button", { name: /^Send to/ }).click();
  await confirmSend(page);
  await expect.poll(async () => (await arrived(server, "order B-77")).length).toBe(6);
});

test("what is sent at once is listed among the campaigns too", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("In one go");
  await page.keyboard.press("Control+Enter");
  await confirmSend(page);
  await expect(page.getByText(/Accepted, on its way/)).toBeVisible();
  await page.goto(`${server.origin}/campaigns?state=sent&q=In+one+go`);
  await expect(page.getByRole("link", { name: "In one go" })).toBeVisible();
});

test("saving does not get in the way of writing", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
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

test("the way back to a draft brings it as it was left", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await goTo(page, "Content");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("First words");
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await page.reload();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Last words");
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await page.getByRole("link", { name: "Messages" }).click();
  await expect(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Last words");
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("More words");
  await expect(page.getByText(/^Saved /)).toBeVisible();
});
