import type { Page } from "@playwright/test";

/**
 * Translates a page as Chrome does, from now on and on each page that comes: each text that may be
 * translated is in capitals, within `<font><font>`.
 *
 * @param how whether the text node of before is within the fonts, or is replaced by another one
 */
export async function translate(page: Page, how: "moved" | "replaced"): Promise<void> {
  await page.addInitScript(translateTexts, how);
  await page.evaluate(translateTexts, how);
}

/** Runs in the page. */
function translateTexts(how: "moved" | "replaced"): void {
  const untouched = "[translate=no], script, style, textarea, title, svg";
  const isOurs = (text: Text) => text.parentElement?.closest(`font, ${untouched}`) !== null;
  const translateText = (text: Text) => {
    if (!text.isConnected || text.data.trim() === "" || isOurs(text)) return;
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    outer.append(inner);
    text.replaceWith(outer);
    if (how === "moved") {
      text.data = text.data.toUpperCase();
      inner.append(text);
    } else inner.append(text.data.toUpperCase());
  };
  const translateIn = (node: Node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = node instanceof Text ? [node] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(translateText);
  };
  const begin = () => {
    translateIn(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes } of records) addedNodes.forEach(translateIn);
    }).observe(document.body, { childList: true, subtree: true });
  };
  if (document.readyState === "loading")
    document.addEventListener("DOMContentLoaded", begin, { once: true });
  else begin();
}
