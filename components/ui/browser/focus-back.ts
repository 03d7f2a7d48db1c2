import { useEffect, useRef, type RefObject } from "react";

/** Puts the focus on the heading of the page: where one goes on when what had the focus is gone. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/**
 * Gives the focus back that something one did took away: to its button when it is done, and to the
 * heading of the page when the button went with it.
 *
 * @param busy while it is being done
 * @returns what the button gets as its `ref`
 */
export function useFocusBack(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const done = useRef(false);
  useEffect(() => {
    if (busy) done.current = true;
    else if (done.current) {
      done.current = false;
      if (isLost()) button.current?.focus();
      if (isLost()) focusHeading();
    }
  }, [busy]);
  useEffect(
    () => () => {
      // What stands in its place is drawn first.
      if (done.current) setTimeout(() => isLost() && focusHeading());
    },
    [],
  );
  return button;
}
