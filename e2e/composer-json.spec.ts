import { expect, type Page } from "@playwright/test";
import { arrived } from "./support/arrived";
import { composeExample, confirmSend, test } from "./support/fixtures";

async function paste(page: Page, body: string): Promise<void> {
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("radio", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Request as JSON" }).fill(body);
}

const head = '"deliverychannel":"push","appid":"sandbox","destination":[{"userid":["user-1"]}]';

test("numbers of custom tags arrive with the digits that were pasted, after a reload too", async ({ signedIn: page, server }) => {
  const tags = '{"digits":12345678901234567890,"price":1.10,"list":[1E5,-0,{"x":0.50}]}';
  const extras = `"extras":{"customtags":${tags}}`;
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  await paste(page, `{${head},"channels":{"push":{"android":{"text":"Digits",${extras}},"ios":{"text":"Digits",${extras}}}}}`);
  await expect(page.getByText(/^Saved /)).toBeVisible();
  await expect(page).toHaveURL(/campaign=/);
  await page.reload();
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("radio", { name: "As sent" }).click();
  await expect(page.getByText(tags).first()).toBeVisible();
  await page.getByRole("navigation", { name: "Steps" }).getByRole("button", { name: "Content" }).click();
  await page.getByRole("tab", { name: "iOS" }).click();
  await expect(page.getByRole("textbox", { name: "iOS custom tags, 2: value" })).toHaveValue("1.10");
  // Another row changes none of them.
  await page.getByRole("button", { name: "Add a tag" }).click();
  await page.getByRole("textbox", { name: "iOS custom tags, 4: key" }).fill("typed");
  await page.getByRole("textbox", { name: "iOS custom tags, 4: value" }).fill("2.50");
  await page.keyboard.press("Control+Enter");
  await confirmSend(page);
  await expect.poll(async () => (await arrived(server, "Digits")).length).toBeGreaterThan(1);
  const bodies = await arrived(server, "Digits");
  const of = (provider: string) => bodies.find((one) => one.provider === provider)?.body ?? "";
  expect(of("apns")).toContain(`${tags.slice(1, -1)},"typed":"2.50"`);
  expect((JSON.parse(of("fcm")) as { message: { data: object } }).message.data).toMatchObject({
    digits: "12345678901234567890",
    price: "1.10",
    list: '[1E5,-0,{"x":0.50}]',
  });
});

test("a preview fetches nothing that is not http or https, and leads nowhere", async ({ signedIn: page, server }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("dialog", (dialog) => {
    asked.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  for (const link of [
    "javascript:alert(1)",
    "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
    "file:///etc/passwd",
    "/api/auth/csrf?preview",
    "blob:x",
  ]) {
    const tap = link.startsWith("/") || link.startsWith("file") || link.startsWith("blob") ? link : "https://example.com/";
    const push = {
      android: {
        title: link,
        text: "Hostile",
        extras: { iconurl: link, customtags: { imageurl: link }, notificationaction: { action: "OPEN_URL", value: tap } },
      },
      ios: { title: link, text: "Hostile", extras: { attachmenturl: link } },
      web: { platform_types: ["chrome"], title: link, text: "Hostile", url: tap },
    };
    await paste(page, `{${head},"channels":{"push":${JSON.stringify(push)}}}`);
    await page.getByRole("tab", { name: "Preview" }).click();
    await page.getByRole("radio", { name: "Android", exact: true }).first().click();
    await page.getByRole("radio", { name: "Expanded" }).click();
    const figure = page.getByRole("figure", { name: /^Pixel, expanded: / });
    await expect(figure).toHaveAttribute("aria-label", new RegExp(link.slice(0, 8)));
    await expect(figure.getByText("Picture not found")).toBeAttached();
    await expect(figure.locator("img, a, [href]")).toHaveCount(0);
    await page.getByRole("radio", { name: "All devices" }).click();
    const wall = page.getByRole("group", { name: "All devices" });
    await expect(wall.locator("img, a[href]")).toHaveCount(0);
  }
  expect(asked.filter((url) => !url.startsWith(server.origin) || url.includes("csrf?preview"))).toEqual([]);
});

test("a message is not sent past JSON that cannot be read", async ({ signedIn: page, server }) => {
  await page.goto(`${server.origin}/compose`);
  await composeExample(page);
  const half = `{${head},"channels":{"push":{"android":{"text":"Half`;
  await paste(page, half);
  await page.getByRole("tab", { name: "Preview" }).click();
  const editor = page.getByRole("textbox", { name: "Request as JSON" });
  for (const press of [
    () => page.getByRole("button", { name: "Send to 3 recipients" }).click(),
    () => page.getByRole("button", { name: "Schedule", exact: true }).click(),
    () => page.getByRole("button", { name: "Test", exact: true }).click(),
    () => page.keyboard.press("Control+Enter"),
  ]) {
    await press();
    await expect(page.getByText("Finish the JSON first")).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(editor).toHaveValue(half);
    await page.getByRole("tab", { name: "Preview" }).click();
  }
  await page.getByRole("tab", { name: "JSON" }).click();
  await page.getByRole("button", { name: "Discard it" }).click();
  await expect(editor).toHaveValue(/"user-3"/);
  await page.getByRole("button", { name: "Send to 3 recipients" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: /^Send to / })).toBeVisible();
});
