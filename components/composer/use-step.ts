"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { ComposerStep } from "./place";
import { markOf, stepOfHash, stepOfPop, type StepMark } from "./step-address";

/**
 * The step that is open, kept in the hash of the address: a reload, back and forward, and a link that is passed on open the same one. The page
 * is not asked for again.
 */
export function useStep(): [step: ComposerStep, open: (next: ComposerStep) => void] {
  const [step, setStep] = useState<ComposerStep>(() => stepOfHash(window.location.hash) ?? "audience");
  // After a reload the entries before it are still this composer's.
  const [own] = useState(() => markOf(window.history.state).composer ?? String(Date.now()));
  const [path] = useState(() => window.location.pathname);
  const page = useRef("");

  const open = useCallback(
    (next: ComposerStep) => {
      if (next !== (stepOfHash(window.location.hash) ?? "audience")) window.history.pushState(mark(own), "", `#${next}`);
      setStep(next);
    },
    [own],
  );

  // After every change of the composer, because a draft that is saved gets another address, which is written without the step.
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const { composer } = markOf(window.history.state);
    // On the way to another page, or to another message.
    if (pathname !== path || (composer !== undefined && composer !== own)) return;
    page.current = `${pathname}${search}`;
    const shown = (stepOfHash(hash) ?? "audience") === step;
    if (!shown || composer === undefined) window.history.replaceState(mark(own), "", `${page.current}${shown ? hash : `#${step}`}`);
  });

  useEffect(() => {
    const popped = (event: PopStateEvent) => {
      const next = stepOfPop({ state: event.state, hash: window.location.hash, own });
      if (next === undefined) return;
      // Not a way to another page: the router would bring back the page as it was when the entry was made. It learns the address here.
      event.stopImmediatePropagation();
      // Entries from before the draft had an address get the one that it has now.
      window.history.replaceState(mark(own), "", `${page.current}${window.location.hash}`);
      setStep(next);
    };
    // Before the router, which listens at the same place.
    window.addEventListener("popstate", popped, { capture: true });
    return () => window.removeEventListener("popstate", popped, { capture: true });
  }, [own]);

  return [step, open];
}

function mark(own: string): StepMark {
  return { composer: own };
}
