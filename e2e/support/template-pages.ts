import { expect, type Locator, type Page } from "@playwright/test";
import type { Workspace } from "./fixtures";
import { hold } from "./hold";

/** Waits until the page shows that the draft is saved. */
export async function saved(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved /)).toBeVisible();
}

/**
 * Changes the draft and waits until the server has stored this change, not an earlier one.
 */
export async function savedAfter(
  page: Page,
  change: () => Promise<void>,
  words: string,
): Promise<void> {
  // With its revision: other requests carry the same words, to be judged or counted.
  const saveResponse = page.waitForResponse((response) => {
    const body = response.request().postData() ?? "";
    return body.includes('"revision"') && body.includes(words);
  });
  await change();
  await saveResponse;
  await saved(page);
}

/** Holds back what an editor saves with these words, from now on. */
export function holdSaves(page: Page, words: string) {
  return hold(page, (request) => {
    const body = request.method() === "POST" ? (request.postData() ?? "") : "";
    return body.includes('"revision"') && body.includes(words);
  });
}

/** A device of the preview that shows these words. */
export function figure(page: Page, words: RegExp): Locator {
  return page.getByRole("figure", { name: words }).first();
}

/** Makes a template of this name and opens its editor. */
export async function begin(page: Page, origin: string, name: string): Promise<void> {
  await page.goto(`${origin}/templates`);
  await page.getByRole("button", { name: "New template" }).click();
  const dialog = page.getByRole("dialog", { name: "New template" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Create template" }).click();
  await expect(page.getByRole("heading", { name: `Edit ${name}`, level: 1 })).toBeVisible();
}

/** Publishes what the editor shows. */
export async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publish …" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("region", { name: "History" })).toBeVisible();
}

/** Sends a message by a template of a workspace as a program does. Returns the reply. */
export async function sendByTemplate(
  { origin, serviceKey, appid }: Pick<Workspace, "origin" | "serviceKey" | "appid">,
  message: { template: string; parameters?: Record<string, string> },
): Promise<unknown> {
  const answer = await fetch(`${origin}/resources/v1/messaging`, {
    method: "POST",
    headers: { key: serviceKey, "content-type": "application/json" },
    body: JSON.stringify({
      deliverychannel: "push",
      appid,
      destination: [{ userid: ["user-1"] }],
      message,
    }),
  });
  return answer.json();
}

/** Writes a template of a workspace as a program does, and publishes it. */
export async function putPublished(
  { origin, serviceKey, appid }: Pick<Workspace, "origin" | "serviceKey" | "appid">,
  id: string,
  content: object,
): Promise<void> {
  const call = async (method: string, path: string, body: object) => {
    const answer = await fetch(`${origin}/resources/v1/apps/${appid}/templates/${id}${path}`, {
      method,
      headers: { key: serviceKey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return (await answer.json()) as { revision?: number };
  };
  const { revision } = await call("PUT", "", content);
  await call("POST", "/publish", { revision });
}
