import { useEffect, useRef } from "react";

/**
 * Returns a function that calls another one at once, or after the press that is under way. What
 * appears during a press would move its button away from under the pointer.
 */
export function useWhenReleased(): (call: () => void) => void {
  const waiting = useRef<(() => void)[]>(undefined);
  useEffect(() => {
    const press = () => {
      waiting.current = waiting.current ?? [];
    };
    // The click comes right after the release.
    const release = () => {
      const all = waiting.current ?? [];
      waiting.current = undefined;
      setTimeout(() => all.forEach((call) => call()), 0);
    };
    addEventListener("pointerdown", press, true);
    addEventListener("pointerup", release, true);
    addEventListener("pointercancel", release, true);
    return () => {
      removeEventListener("pointerdown", press, true);
      removeEventListener("pointerup", release, true);
      removeEventListener("pointercancel", release, true);
    };
  }, []);
  return (call) => {
    if (waiting.current) waiting.current.push(call);
    else call();
  };
}
