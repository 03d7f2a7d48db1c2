import type { Page } from "@playwright/test";

/** Words of the interface that a sentence for users must not contain. */
const wire: [string, RegExp][] = [
  ["a constant", /\b[A-Z]{2,}(?:_[A-Z]+)+\b/],
  [
    "a JSON pointer",
    /(?:^|[\s“"(])\/(?:channels|destination|message|appid|notifyurl|expiry)(?:\/|\b)/,
  ],
  ["the wire's param", /\bparam '/],
  ["an HTTP code", /\bHTTP \d{3}\b/],
  ["a header", /Idempotency-Key/i],
  ["a code", /(?<![\w.,-])7[0-5]\d\d(?![\w.,-])/],
];

/**
 * Returns the words of the interface that are visible on the page, each with its sentence. Quoted
 * machine text is left out: code, closed disclosures, and what a user wrote.
 */
export async function wireWords(page: Page): Promise<string[]> {
  const sentences = await page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const quoted = parent?.closest(
        "pre, code, .code, textarea, script, style, [role=figure], figure",
      );
      if (parent && !quoted && parent.checkVisibility()) texts.push(node.textContent?.trim() ?? "");
    }
    return texts;
  });
  return sentences.flatMap((text) =>
    wire.flatMap(([what, pattern]) => (pattern.test(text) ? [`${what}: ${text}`] : [])),
  );
}
