/**
 * Calls at each press of Escape that nothing above takes for itself: what is open closes first.
 * Answers how to listen no longer.
 */
export function onEscape(run: () => void): () => void {
  const pressed = (event: KeyboardEvent) => {
    if (
      event.key !== "Escape" ||
      event.defaultPrevented ||
      event.isComposing ||
      event.repeat ||
      document.querySelector("[role=dialog], [role=menu]")
    )
      return;
    event.preventDefault();
    run();
  };
  window.addEventListener("keydown", pressed);
  return () => window.removeEventListener("keydown", pressed);
}
