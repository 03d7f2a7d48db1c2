"use client";

import { useEffect, useRef } from "react";

interface ComposerKeys {
  /** Absent for those who may not. */
  send: (() => void) | undefined;
  undo: () => void;
  redo: () => void;
}

/** Ctrl or ⌘ with Enter, Z and Shift Z. Inside a text in which something was typed the browser's own undo is left alone: it knows single letters. */
export function useEditorKeys(keys: ComposerKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    /** The text that was typed in since it has the focus. What a fix changed there the browser cannot undo. */
    let typedIn: EventTarget | null = null;
    const typed = (event: Event) => (typedIn = event.target);
    const entered = () => (typedIn = null);
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.repeat) return;
      const { send, undo, redo } = latest.current;
      const inText =
        event.target === typedIn && event.target instanceof HTMLElement && event.target.matches("input, textarea, [contenteditable]");
      const letter = event.key.toLowerCase();
      if (event.key === "Enter" && send) {
        event.preventDefault();
        send();
      } else if (letter === "z" && !inText) {
        event.preventDefault();
        (event.shiftKey ? redo : undo)();
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
