import type { Page, Request } from "@playwright/test";

/**
 * Holds back the requests that fit, from now on, until they are let go. `asked`: once the first of
 * them was made.
 */
export async function hold(page: Page, fits: (request: Request) => boolean) {
  let letGo = () => undefined as void;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const asked = page.waitForRequest(fits);
  // Where nobody waits for it, it may end without one.
  void asked.catch(() => undefined);
  await page.route("**/*", async (route) => {
    if (fits(route.request())) await gate;
    await route.fallback();
  });
  return { asked, letGo: () => letGo() };
}
