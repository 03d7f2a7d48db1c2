import { expect, type Page } from "@playwright/test";
import { composeExample, test } from "./support/fixtures";

const stepsOf = (page: Page) => page.getByRole("navigation", { name: "Steps" });

async function begin(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/compose`);
  await composeExample(page);
  await stepsOf(page).getByRole("button", { name: "Content" }).click();
  // Short enough for every screen: being cut is no subject here.
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("At the door");
}

test("a missing text is one problem, told at the field on All and on each platform", async ({ signedIn: page, server }) => {
  await begin(page, server.origin);
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.fill("");
  // Whoever is still writing has made no mistake yet.
  await expect(page.getByRole("button", { name: "Not finished", exact: true })).toBeVisible();
  await expect(text).not.toHaveAttribute("aria-invalid", "true");
  await page.getByRole("textbox", { name: "Title", exact: true }).focus();
  await expect(page.getByRole("button", { name: "1 problem", exact: true })).toBeVisible();
  await expect(text).toHaveAttribute("aria-invalid", "true");
  await expect(text).toHaveAccessibleDescription(/Write a text\./);
  await page.getByRole("tab", { name: /^iOS has a problem/ }).click();
  const ofIos = page.getByRole("textbox", { name: "iOS text" });
  await ofIos.focus();
  await page.keyboard.press("Tab");
  await expect(ofIos).toHaveAccessibleDescription(/Write a text\./);
  // From Checks it is reached where one word mends all three.
  await page.getByRole("tab", { name: /Checks 1 problem/ }).click();
  await page
    .getByRole("list", { name: "Problems" })
    .getByRole("button", { name: /Text Write a text/ })
    .click();
  await expect(text).toBeFocused();
  await text.fill("Here again");
  await expect(page.getByRole("button", { name: "No problems" })).toBeVisible();
});

test("a doubtful image is told at its field, on All and on the platform's tab, and mended by one press and one undo", async ({
  signedIn: page,
  server,
}) => {
  await begin(page, server.origin);
  const image = page.getByRole("textbox", { name: /^Image URL/ });
  await image.fill("ftp://shop.example/a.png");
  await page.getByRole("textbox", { name: "Title", exact: true }).focus();
  await expect(image).toHaveAccessibleDescription(/Devices don’t load images from ftp: addresses/);
  await expect(image).not.toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("button", { name: "1 warning", exact: true })).toBeVisible();
  await page
    .getByRole("tab", { name: /^Android/ })
    .first()
    .click();
  await expect(page.getByRole("textbox", { name: "Android image URL" })).toHaveAccessibleDescription(/Devices don’t load images from ftp:/);

  await page.getByRole("tab", { name: "All", exact: true }).click();
  await image.fill("shop.example/a.png");
  await page.getByRole("textbox", { name: "Title", exact: true }).focus();
  await page.getByRole("button", { name: "Use https://shop.example/a.png" }).click();
  await expect(image).toHaveValue("https://shop.example/a.png");
  await expect(image).toBeFocused();
  // Nobody is at that address, which is another matter.
  await expect(image).not.toHaveAccessibleDescription(/Devices don’t load|Use https/);
  await expect(page.getByRole("button", { name: /^Use https/ })).toBeHidden();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(image).toHaveValue("shop.example/a.png");
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await expect(image).toHaveValue("https://shop.example/a.png");
  await page.getByRole("tab", { name: /^iOS/ }).click();
  await expect(page.getByRole("textbox", { name: "iOS image URL" })).toHaveValue("https://shop.example/a.png");
});

test("Checks speak plainly, keep the interface's words behind Details, count both kinds, and mend", async ({ signedIn: page, server }) => {
  await begin(page, server.origin);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("x".repeat(1_800));
  await page.getByRole("tab", { name: /Checks 1 problem/ }).click();
  const checks = page.getByRole("tabpanel", { name: /Checks/ });
  await expect(checks.getByText("The message is too large. Shorten a text.")).toBeVisible();
  await expect(checks.getByText("request JSON parameter size exceeded 4 KB")).toBeHidden();
  await checks.getByText("Details").click();
  await expect(checks.getByText("request JSON parameter size exceeded 4 KB")).toBeVisible();
  await expect(checks.getByText(/7026 · \//)).toBeVisible();
  await checks.getByRole("button", { name: "Shorten to fit" }).click();
  // It can be sent, though hardly any device shows all of it.
  await expect(page.getByRole("button", { name: "1 warning", exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue(/^x{800,1500}…$/);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Text", exact: true })).toHaveValue("x".repeat(1_800));
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("");
  await page.getByRole("textbox", { name: /^Image URL/ }).fill("shop.example/a.png");
  await expect(page.getByRole("tab", { name: /Checks 1 problem 1 warning/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^1 problem ?, 1 warning$/ })).toBeVisible();
});

test("a placeholder that nothing fills is told at its text and under Checks", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Content" }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Hello ${nmae}, it is here.");
  await page.getByRole("tab", { name: /^Checks/ }).click();
  // Under Checks, and at the field that was left.
  const told = page.getByText(/^\$\{nmae\} is shown just as it is written\. Only a template fills it in/);
  await expect(told).toHaveCount(2);
  await expect(told.last()).toBeVisible();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("Hello Maya, it is here.");
  await expect(page.getByText(/is shown just as it is written/)).toHaveCount(0);
});

test("an authentication that the service does not have is told, and stands in nobody's way", async ({ signedIn: page, server }) => {
  await begin(page, server.origin);
  await stepsOf(page).getByRole("button", { name: "Delivery" }).click();
  const named = page.getByRole("textbox", { name: "Notify authentication" });
  await named.fill("crm");
  await page.getByRole("tab", { name: /Checks 1 warning/ }).click();
  await expect(page.getByText("No authentication is called “crm”").first()).toBeVisible();
  await expect(page.getByText(/its delivery updates are kept back until there is one/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Send to 3 recipients" })).toBeEnabled();
  await named.fill("");
  await expect(page.getByText("No authentication is called “crm”")).toHaveCount(0);
});

test("a text that is too long is told at its own step alone", async ({ signedIn: page, server }) => {
  await begin(page, server.origin);
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("x".repeat(4_200));
  await expect(stepsOf(page).getByRole("button", { name: /Content 1 problem/ })).toBeVisible();
  await expect(stepsOf(page).getByRole("button", { name: /Audience not checked yet/ })).toBeVisible();
});

test("an empty platform is switched off where it is told, and an unknown app leads to the choice", async ({ signedIn: page, server }) => {
  await begin(page, server.origin);
  await page.getByRole("tab", { name: /^Web/ }).click();
  await page.getByRole("textbox", { name: "Web title" }).fill("");
  await page.getByRole("textbox", { name: "Web text" }).fill("");
  await page.getByRole("textbox", { name: "Web title" }).focus();
  await page.getByRole("button", { name: "Switch Web off" }).click();
  await expect(page.getByRole("switch", { name: "Send to Web" })).not.toBeChecked();
  await expect(page.getByRole("button", { name: "No problems" })).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("switch", { name: "Send to Web" })).toBeChecked();
  await page.getByRole("textbox", { name: "Web text" }).fill("Now there is one");

  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("radio", { name: "Edit" }).click();
  const editor = page.getByRole("textbox", { name: "Request as JSON" });
  await editor.fill((await editor.inputValue()).replace(/"appid": ?"[^"]+"/, '"appid":"nobody"'));
  await page.getByRole("tab", { name: /Checks/ }).click();
  await page
    .getByRole("tabpanel", { name: /Checks/ })
    .getByRole("button", { name: "Choose an app", exact: true })
    .click();
  await expect(page.getByRole("combobox", { name: "App", exact: true })).toBeFocused();
  await expect(stepsOf(page).getByRole("button", { name: /Audience/ })).toHaveAttribute("aria-current", "step");
});

test("what a fix changed is taken back by the keyboard, from the field that it led to", async ({ signedIn: page, server }) => {
  await begin(page, server.origin);
  const image = page.getByRole("textbox", { name: /^Image URL/ });
  await image.fill("www.shop.example/x.png");
  await page.getByRole("textbox", { name: "Title", exact: true }).focus();
  await page.getByRole("button", { name: "Use https://www.shop.example/x.png" }).first().click();
  await expect(image).toHaveValue("https://www.shop.example/x.png");
  await expect(image).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect(image).toHaveValue("www.shop.example/x.png");
});

test("a host that no service takes is a problem before it is sent, although this browser would take it", async ({
  signedIn: page,
  server,
}) => {
  await begin(page, server.origin);
  await page.getByRole("tab", { name: "Web", exact: true }).click();
  const link = page.getByRole("textbox", { name: /^Web link/ });
  await link.fill("http://exa mple.com/a");
  await link.blur();
  await expect(link).toHaveAccessibleDescription(/Write a whole address/);
  await expect(page.getByRole("button", { name: "1 problem", exact: true })).toBeVisible();
  await page.getByRole("tab", { name: /^Checks/ }).click();
  await expect(page.getByText("The service will accept this message.")).toHaveCount(0);
});
