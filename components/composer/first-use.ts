const signs = ["pointermove", "pointerdown", "touchstart", "wheel", "keydown", "focusin", "input"] as const;

/** Calls back once, at the first sign that somebody is about to use the page: a pointer that moves, a finger, a wheel, a key, a focus. */
export function onFirstUse(use: () => void): () => void {
  const end = () => {
    for (const sign of signs) window.removeEventListener(sign, begin, true);
  };
  const begin = () => {
    end();
    use();
  };
  for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true });
  return end;
}
