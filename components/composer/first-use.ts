const signs = ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "focusin", "input"] as const;

/**
 * Calls back once, at the first sign that somebody is about to use the page: a pointer that moves, a finger, a wheel, a key, a focus. Light that turns to dark counts as
 * one: React cannot keep what the server drew then.
 */
export function onFirstUse(use: () => void): () => void {
  const scheme = window.matchMedia("(prefers-color-scheme: dark)");
  const end = () => {
    scheme.removeEventListener("change", begin);
    for (const sign of signs) window.removeEventListener(sign, begin, true);
  };
  const begin = () => {
    end();
    use();
  };
  for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true });
  scheme.addEventListener("change", begin);
  return end;
}
