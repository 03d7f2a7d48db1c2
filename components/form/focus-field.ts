/**
 * Goes to the field of a path, or to the nearest one that holds it; opens what it is folded into.
 */
export function focusField(root: HTMLElement | null, path: string): void {
  for (let steps = path.split("."); steps.length > 0; steps = steps.slice(0, -1)) {
    const found = root?.querySelector<HTMLElement>(`[data-path="${CSS.escape(steps.join("."))}"]`);
    if (!found) continue;
    focusControl(
      found.matches("input, textarea, fieldset")
        ? found
        : (found.querySelector<HTMLElement>("button, input") ?? found),
    );
    return;
  }
}

/** Puts the focus on a control, in sight; opens what it is folded into. */
export function focusControl(control: HTMLElement): void {
  const folded = control.closest("details");
  if (folded) folded.open = true;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: "center", behavior: "smooth" });
}
