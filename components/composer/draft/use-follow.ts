"use client";

import { useCallback, useRef, type Dispatch, type RefObject, type SetStateAction } from "react";
import type { SaveResult } from "@/lib/campaign/save";
import type { Composition } from "@/lib/compose/composition";
import { savedStatus, type DraftStatus } from "@/lib/compose/draft-status";
import { written } from "@/lib/compose/draft-text";
import type { Written } from "@/lib/compose/merge";
import { givenName } from "@/lib/compose/name-of";
import type { DraftActions } from "./draft-actions";
import { readDraft, type DraftStore } from "./draft-store";
import { adoptOwnSave } from "./own-save";

/** A draft as its editor holds it, between one drawing and the next. */
export interface HeldDraft {
  id: string | null;
  revision: number;
  /** What somebody called it; undefined while it is called by its content. */
  name: string | undefined;
  latest: Composition;
  /** What the server has, as text. */
  saved: string;
  savedAt: number | undefined;
  refused: { text: string; message: string } | undefined;
  /** What it was written from. */
  base: Written;
  savedName: string | undefined;
  theirs: { written: Composition; name: string } | undefined;
  busy: boolean;
  /** Nothing is saved until a person has chosen. */
  stuck: false | "conflict" | "gone" | "scheduled";
  paused: boolean;
  saving: Promise<void> | undefined;
  /** Drafts that were sent to be saved and have no answer, oldest first. */
  unanswered: readonly string[];
}

interface FollowOptions {
  held: RefObject<HeldDraft>;
  alive: RefObject<boolean>;
  actions: DraftActions;
  /** Somebody else was faster, and a person has to choose. */
  overtaken: (result: Exclude<SaveResult, { kind: "saved" }>) => void;
  setName: (name: string | undefined) => void;
  setStatus: Dispatch<SetStateAction<DraftStatus>>;
  store: DraftStore;
}

/** Goes along with what happens to a draft elsewhere: a tab in which nothing else was written takes it over, any other is told. */
export function useFollow({ held, alive, actions, overtaken, setName, setStatus, store }: FollowOptions) {
  const follower = useRef<(version: Written) => void>(() => undefined);
  /** Says who puts another version into the form when this one follows it. */
  const followBy = useCallback((put: (version: Written) => void) => {
    follower.current = put;
  }, []);
  const follow = useCallback(
    (revision: number, theirs: Composition, theirName: string) => {
      const now = held.current;
      const name = givenName(theirs.request, theirName);
      Object.assign(now, {
        revision,
        name,
        stuck: false,
        theirs: undefined,
        base: theirs,
        savedName: theirName,
        saved: written(theirs, name),
        savedAt: Date.now(),
        latest: { ...theirs, attempt: now.latest.attempt },
      });
      store.clear();
      setName(name);
      setStatus(savedStatus(now.savedAt));
      follower.current(theirs);
    },
    [held, setName, setStatus, store],
  );

  /** Looks whether this is still the version that the server has; called when something happened to it. */
  const look = useCallback(async () => {
    const now = held.current;
    const of = now.id;
    // Of a version that waits for a choice it is still told that there is nothing to choose any more; what was being sent may have been taken back.
    const rests = () => of !== null && now.id === of && !now.busy && now.stuck !== "scheduled" && !now.paused && alive.current;
    if (of === null || !rests()) return;
    const fate = await actions.fateOf({ id: of });
    if (!fate.ok || !rests()) return;
    const { state, revision } = fate.value;
    if (state !== "draft") return overtaken({ kind: "gone", state });
    if (now.stuck === "conflict" || revision <= now.revision) return;
    const found = await actions.find({ id: of });
    if (!found.ok || !rests() || found.value.revision <= now.revision) return;
    const { updatedBy, name: theirName, draft } = found.value;
    const theirs = readDraft(draft);
    // The save that is scheduled for the newest words goes on from it.
    if (adoptOwnSave(now, found.value))
      return setStatus(written(now.latest, now.name) === now.saved ? savedStatus(now.savedAt) : { kind: "saving" });
    const isOurs = written(now.latest, now.name) === now.saved;
    if (!theirs || !isOurs)
      return overtaken({ kind: "conflict", revision: found.value.revision, by: updatedBy ?? "Somebody", name: theirName, draft });
    // Nothing was written here that could get lost: this tab follows.
    follow(found.value.revision, theirs, theirName);
  }, [actions, alive, follow, held, overtaken, setStatus]);
  return { look, followBy };
}
