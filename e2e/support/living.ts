import type { Page } from "@playwright/test";

/**
 * Has `goto` and `reload` of a page wait until React listens to all buttons: what is pressed before
 * that does nothing. A person who sees nothing happen presses once more. Who says what to wait for
 * waits for no more.
 */
export function living(page: Page): void {
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
}

/**
 * What has no code of the console, a file or a page of another server, is as alive as it will be;
 * and the drawing of the composer has none until the composer takes its place (decision 18).
 */
async function alive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.querySelector('script[src*="/_next/"]') === null) return true;
    interface Fiber {
      flags: number;
      return: Fiber | null;
    }
    const keyOf = (node: object, name: string) =>
      Object.keys(node).find((key) => key.startsWith(name));
    if (keyOf(document, "_reactListening") === undefined) return false;
    // React gives an element its fiber while it draws; until that is committed (flags: placed,
    // hydrating) a press on it is dropped.
    const isAlive = (node: Element) => {
      const key = keyOf(node, "__reactFiber");
      if (key === undefined) return false;
      for (
        let fiber = (node as unknown as Record<string, Fiber | null>)[key] ?? null;
        fiber;
        fiber = fiber.return
      )
        if ((fiber.flags & 4_098) !== 0) return false;
      return true;
    };
    // Parts of a page come to life one after the other, each when its code is there.
    return [...document.querySelectorAll("button")].every(isAlive);
  });
}
