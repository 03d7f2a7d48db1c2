"use client";

import { useCallback, type RefObject } from "react";
import { written } from "@/lib/compose/draft-text";
import { merge, type Written } from "@/lib/compose/merge";
import { givenName } from "@/lib/compose/name-of";
import type { HeldDraft } from "./use-follow";

interface ChoiceOptions {
  held: RefObject<HeldDraft>;
  save: () => Promise<boolean>;
  /** Stores in this tab what the server does not have. */
  keepHere: () => void;
  setName: (name: string | undefined) => void;
}

/** The ways on from a conflict, and from a draft that was sent or archived elsewhere. */
export function useChoice({ held, save, keepHere, setName }: ChoiceOptions) {
  /** Goes on with this version in place of the other one. */
  const takeOver = useCallback(
    (revision: number) => {
      // Also when nothing was written here since its own last save: the server has the other version.
      Object.assign(held.current, { revision, stuck: false, theirs: undefined, saved: "" });
      void save();
    },
    [held, save],
  );
  /** Goes on with what both wrote; answers what to put into the form. */
  const mergeTheirs = useCallback(
    (revision: number): Written | undefined => {
      const now = held.current;
      if (!now.theirs) return undefined;
      const { written: theirs, name: theirName } = now.theirs;
      const result = merge(now.base, now.latest, theirs).written;
      const name = theirName === now.savedName ? now.name : givenName(theirs.request, theirName);
      setName(name);
      Object.assign(now, {
        name,
        revision,
        stuck: false,
        theirs: undefined,
        base: theirs,
        savedName: theirName,
        saved: written(theirs, givenName(theirs.request, theirName)),
        latest: { ...result, attempt: now.latest.attempt },
      });
      void save();
      return result;
    },
    [held, save, setName],
  );
  /** Begins a draft of its own with this version: the one it came from was sent or archived. */
  const fork = useCallback(() => {
    Object.assign(held.current, { id: null, revision: 0, stuck: false, saved: "" });
    void save();
  }, [held, save]);
  /** Gives up the words that this tab alone has; the page is loaded again after it. */
  const giveUp = useCallback(() => {
    const { latest, name } = held.current;
    Object.assign(held.current, { saved: written(latest, name) });
    keepHere();
  }, [held, keepHere]);
  return { takeOver, mergeTheirs, fork, giveUp };
}
