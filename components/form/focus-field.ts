/**
 * Goes to the field of a path, or to the nearest one that holds it; opens what it is folded into.
 */
export function focusField(root: HTMLElement | null, path: string): void {
  for (let steps = path.split("."); steps.length > 0; steps = steps.slice(0, -1)) {
    const field = root?.querySelector<HTMLElement>(`[data-path="${CSS.escape(steps.join("."))}"]`);
    if (!field) continue;
    focusControl(
      field.matches("input, textarea, fieldset")
        ? field
        : (field.querySelector<HTMLElement>("button, input") ?? field),
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
