"use client";

import { useEffect, useRef } from "react";

/** Goes a step back or forth in the history of a document. */
export type StepInHistory = (step: { kind: "undo" | "redo" }) => void;

/**
 * Ctrl or ⌘ with Enter, Z and Shift Z. Inside a text in which something was typed the browser's own
 * undo is left alone: it knows single letters.
 *
 * @param send absent for those who may not
 */
export function useEditorKeys(step: StepInHistory, send?: () => void): void {
  const latest = useRef({ step, send });
  useEffect(() => {
    latest.current = { step, send };
  });
  useEffect(() => {
    /**
     * The text that was typed in since it has the focus. What a fix changed there the browser
     * cannot undo.
     */
    let typedIn: EventTarget | null = null;
    const typed = (event: Event) => (typedIn = event.target);
    const entered = () => (typedIn = null);
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.repeat) return;
      const inText =
        event.target === typedIn &&
        event.target instanceof HTMLElement &&
        event.target.matches("input, textarea, [contenteditable]");
      const letter = event.key.toLowerCase();
      if (event.key === "Enter" && latest.current.send) {
        event.preventDefault();
        latest.current.send();
      } else if (letter === "z" && !inText) {
        event.preventDefault();
        latest.current.step({ kind: event.shiftKey ? "redo" : "undo" });
      }
    };
    window.addEventListener("keydown", pressed);
    window.addEventListener("input", typed);
    window.addEventListener("focusin", entered);
    return () => {
      window.removeEventListener("keydown", pressed);
      window.removeEventListener("input", typed);
      window.removeEventListener("focusin", entered);
    };
  }, []);
}
