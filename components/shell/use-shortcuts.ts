"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { leavePage } from "@/components/form/unsaved/unsaved";
import { places } from "./places";
import { useSameService } from "./same-service";
import { readShortcut } from "./shortcut";

interface ShortcutActions {
  onPalette: () => void;
  onHelp: () => void;
}

/**
 * Listens for the shortcuts of the whole console. Keys typed into a field are left alone, except
 * Ctrl/Cmd+K.
 */
export function useShortcuts({ onPalette, onHelp }: ShortcutActions): void {
  const router = useRouter();
  const sameService = useSameService();
  const waitingSince = useRef<number>(undefined);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const waited =
        waitingSince.current === undefined ? undefined : event.timeStamp - waitingSince.current;
      const shortcut = readShortcut(
        event.key,
        waited,
        places.map((place) => place.key),
      );
      waitingSince.current = shortcut.kind === "wait" ? event.timeStamp : undefined;
      if (shortcut.kind === "help") {
        event.preventDefault();
        onHelp();
      }
      const place =
        shortcut.kind === "go" ? places.find((each) => each.key === shortcut.key) : undefined;
      if (place) {
        event.preventDefault();
        leavePage(() => router.push(sameService(place.href)));
      }
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router, sameService, onPalette, onHelp]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(
        "input, textarea, select, [role='dialog'], [role='menu'], [role='listbox']",
      ) !== null)
  );
}
