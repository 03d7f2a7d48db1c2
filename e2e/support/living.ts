import type { Page } from "@playwright/test";

/**
 * Has `goto` and `reload` of a page wait until React listens: what is pressed before that does nothing. A person who sees nothing happen presses once more.
 *
 * @returns the same page
 */
export function living(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (url, options) => {
    const answer = await goto(url, options);
    if (options?.waitUntil === undefined) await alive(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload(options);
    if (options?.waitUntil === undefined) await alive(page);
    return answer;
  };
  return page;
}

/** What has no code of the console, a file or a page of another server, is as alive as it will be. */
async function alive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('script[src*="/_next/"]') === null || Object.keys(document).some((key) => key.startsWith("_reactListening")),
  );
}
