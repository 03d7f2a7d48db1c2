"use client";

import { useEffect, useRef, useState } from "react";
import { isLeaving } from "@/components/form/unsaved/unsaved";
import { atServer } from "@/components/ui/browser/at-server";
import { composerSteps, type ComposerStep } from "@/lib/compose/place";
import { composeAddress, draftIn } from "./compose-address";
import { markOf, stepOfHash, stepOfPop, type StepMark } from "./step-address";

/**
 * Stores the open step in the hash of the address, and the id of the draft in its query: a reload,
 * back and forward, and a shared link open the same. The page is not requested again. No other code
 * writes the address of a mounted composer.
 *
 * @param id of the draft's campaign; undefined as long as the server does not have it
 * @param at the step to begin with; that of the address when undefined
 */
export function useStep(
  id: string | undefined,
  at: ComposerStep | undefined,
): [step: ComposerStep, open: (next: ComposerStep) => void] {
  const [step, setStep] = useState<ComposerStep>(
    () => at ?? (atServer ? undefined : stepOfHash(window.location.hash)) ?? composerSteps[0],
  );
  // After a reload the entries before it are still this composer's.
  const [own] = useState(
    () => (atServer ? undefined : markOf(window.history.state).composer) ?? String(Date.now()),
  );
  const [path] = useState(() => (atServer ? "" : window.location.pathname));
  const current = useRef({ page: "", state: null as unknown });

  const open = (next: ComposerStep) => {
    if (next !== (stepOfHash(window.location.hash) ?? composerSteps[0]))
      window.history.pushState(mark(own), "", `#${next}`);
    setStep(next);
  };

  // After every change of the composer: the router writes an address once it is done with it, which
  // may be that of before by then, and would stay.
  useEffect(() => {
    // A move in the history is under way: the router draws within that event, and the step of the
    // entry is opened by the listener below, which comes after its own.
    if (window.event?.type === "popstate") return;
    const { pathname, search, hash } = window.location;
    const { composer } = markOf(window.history.state);
    // On the way to another page, or to another message.
    if (pathname !== path || (composer !== undefined && composer !== own)) return;
    const page = draftIn(search) === id ? `${pathname}${search}` : composeAddress(id ?? null);
    const isInAddress = (stepOfHash(hash) ?? composerSteps[0]) === step;
    const address = `${page}${isInAddress ? hash : step === composerSteps[0] ? "" : `#${step}`}`;
    if (address !== `${pathname}${search}${hash}`) writeAddress(own, address);
    // Without an address: the router cancels a pending navigation when it receives one, even an
    // unchanged one.
    else if (composer === undefined) window.history.replaceState(mark(own), "");
    current.current = { page, state: window.history.state };
  });

  useEffect(() => {
    const popped = (event: PopStateEvent) => {
      const next = stepOfPop({ state: event.state, hash: window.location.hash, own });
      if (next === undefined) return;
      // The router, which listened before there was a composer, has just begun to restore the page
      // as it was when the entry was created. But no other page was opened: the entry gets the
      // current address and page, and the router is updated before it has drawn anything.
      const address = `${current.current.page}${window.location.hash}`;
      window.history.replaceState(current.current.state, "", address);
      window.history.replaceState(mark(own), "", address);
      setStep(next);
    };
    window.addEventListener("popstate", popped);
    return () => window.removeEventListener("popstate", popped);
  }, [own]);

  return [step, open];
}

/** On the way to another page past the router, which would stay here. */
function writeAddress(own: string, address: string): void {
  const { history } = window;
  if (!isLeaving()) return history.replaceState(mark(own), "", address);
  const state = { ...(history.state as object | null), ...mark(own) };
  History.prototype.replaceState.call(history, state, "", address);
}

function mark(own: string): StepMark {
  return { composer: own };
}
