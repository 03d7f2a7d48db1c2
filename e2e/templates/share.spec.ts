import { expect, type Page } from "@playwright/test";
import { objections } from "../support/axe";
import { test } from "../support/fixtures";
import { begin, figure, publish, saved } from "../support/template-pages";

/** Opens the dialog and makes a link to the draft or a version; answers its address. */
async function share(page: Page, what: string): Promise<string> {
  await page.getByRole("button", { name: /^Actions for / }).click();
  await page.getByRole("menuitem", { name: "Share preview …" }).click();
  const dialog = page.getByRole("dialog", { name: "Share preview" });
  await dialog.getByRole("combobox", { name: "Content" }).click();
  await page.getByRole("option", { name: what }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = dialog.getByRole("textbox", { name: "New link" });
  await expect(link).toHaveValue(/\/preview\/[\w-]{43}$/);
  return link.inputValue();
}

test("a link shows a template to a visitor until it is revoked", async ({
  page,
  workspace,
  browser,
}) => {
  await test.step("a template is published, and its draft edited", async () => {
    await begin(page, workspace.origin, "Shared secretly");
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.fill("The published words for ${name}");
    await page.getByRole("button", { name: "Add language" }).click();
    await page.getByRole("textbox", { name: "Language" }).fill("ar");
    await page.keyboard.press("Enter");
    await page
      .getByRole("textbox", { name: "Android text and iOS text in Arabic", exact: true })
      .fill("كلمات ${name}");
    await saved(page);
    await publish(page);
    await page.getByRole("link", { name: "Edit" }).click();
    await text.fill("Words of the draft for ${name}");
    await saved(page);
    await page.goto(page.url().replace(/\/edit.*/, ""));
  });

  const dialog = page.getByRole("dialog", { name: "Share preview" });
  const { draft, pinned } = await test.step("the draft and the version are shared", async () => {
    const draft = await share(page, "Draft");
    await expect(dialog.getByText("not opened yet")).toBeVisible();
    await page.keyboard.press("Escape");
    const pinned = await share(page, "Version 1");
    await expect(dialog.getByRole("button", { name: /^Revoke the link/ })).toHaveCount(2);
    expect(await objections(page)).toEqual([]);
    await page.keyboard.press("Escape");
    return { draft, pinned };
  });

  const stranger =
    await test.step("the visitor sees the version, and nothing of the console", async () => {
      const stranger = await (await browser.newContext()).newPage();
      const answer = await stranger.goto(pinned);
      expect(answer?.status()).toBe(200);
      expect(answer?.headers()).toMatchObject({
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex, nofollow",
        "cache-control": "private, no-store",
      });
      await expect(stranger.getByText("Version 1, with sample values.")).toBeVisible();
      await expect(figure(stranger, /The published words/)).toBeVisible();
      expect(await objections(stranger)).toEqual([]);
      // Pictures and words of devices, and nothing of the console: no names that are the team's, no
      // ids, no ways further.
      await expect(stranger.getByRole("link")).toHaveCount(0);
      await expect(stranger.getByRole("navigation")).toHaveCount(0);
      const html = (await answer?.text()) ?? "";
      for (const inner of [
        "Shared secretly",
        "shared_secretly",
        "Words of the draft",
        workspace.email,
        workspace.serviceKey,
        "serviceId",
      ])
        expect(html).not.toContain(inner);
      expect(await stranger.context().cookies()).toEqual([]);
      return stranger;
    });

  await test.step("the visitor chooses a language and a device", async () => {
    await stranger.getByRole("combobox", { name: "Language" }).click();
    await stranger.getByRole("option", { name: "Arabic" }).click();
    await expect(figure(stranger, /كلمات/)).toBeVisible();
    await expect(stranger).toHaveURL(/language=ar/);
    await stranger.getByRole("radio", { name: "iOS" }).click();
    await expect(stranger.getByRole("figure")).toHaveCount(1);
  });

  await test.step("the visitor sees the draft, and no other page", async () => {
    await stranger.goto(draft);
    await expect(stranger.getByText("The draft as it is right now")).toBeVisible();
    await expect(figure(stranger, /Words of the draft/)).toBeVisible();
    await stranger.goto(`${workspace.origin}/templates`);
    await expect(stranger.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });

  await test.step("a link is revoked", async () => {
    await page.reload();
    await page.getByRole("button", { name: /^Actions for / }).click();
    await page.getByRole("menuitem", { name: "Share preview …" }).click();
    await expect(dialog.getByText("last opened").first()).toBeVisible();
    await dialog.getByRole("button", { name: "Revoke the link to version 1" }).click();
    await expect(dialog.getByRole("button", { name: /^Revoke the link/ })).toHaveCount(1);
  });

  await test.step("a revoked link is the same as one that never existed", async () => {
    const gone = await stranger.goto(pinned);
    const never = await stranger.goto(`${workspace.origin}/preview/${"x".repeat(43)}`);
    for (const one of [gone, never]) expect(one?.status()).toBe(404);
    await expect(
      stranger.getByRole("heading", { name: "This link has expired or was revoked" }),
    ).toBeVisible();
  });
  await stranger.context().close();
});
