import type { Page, Request } from "@playwright/test";

/** Whether the composer saves its draft with this request. */
export const isSave = (request: Request) => postOf(request).includes('"campaign"');

/** Whether the editor of a template saves with this request. */
export const isTemplateSave = (request: Request) => postOf(request).includes('"revision"');

function postOf(request: Request): string {
  return request.method() === "POST" ? (request.postData() ?? "") : "";
}

/**
 * Lets the server store the next save, and never lets the page have the answer. `firstRequest`
 * resolves once the page sent it, `stored` once the server has it.
 *
 * @param late the server does not get it before `store` is called
 */
export async function loseAnswer(
  page: Page,
  fits: (request: Request) => boolean,
  { late = false } = {},
) {
  let store = () => undefined as void;
  let hasStored = () => undefined as void;
  const opened = new Promise<void>((resolve) => (store = resolve));
  const stored = new Promise<void>((resolve) => (hasStored = resolve));
  const firstRequest = page.waitForRequest(fits);
  if (!late) store();
  let lost: Request | undefined;
  await page.route("**/*", async (route, request) => {
    if (lost || !fits(request)) return route.fallback();
    lost = request;
    await opened;
    await route.fetch();
    return hasStored();
  });
  return { firstRequest, stored, store: () => store() };
}
