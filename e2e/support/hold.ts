import type { Page, Request } from "@playwright/test";

/**
 * Delays matching requests from now on, until `letGo` is called. `firstRequest` resolves when the
 * first of them is sent.
 */
export async function hold(page: Page, fits: (request: Request) => boolean) {
  let letGo = () => undefined as void;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const firstRequest = page.waitForRequest(fits);
  // A test that does not await it may end without such a request.
  void firstRequest.catch(() => undefined);
  await page.route("**/*", async (route) => {
    if (fits(route.request())) await gate;
    await route.fallback();
  });
  return { firstRequest, letGo: () => letGo() };
}
