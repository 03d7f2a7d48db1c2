"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { savedStatus, type DraftStatus } from "@/lib/compose/draft-status";
import { mergeTemplates } from "@/lib/compose/merge-template";
import { readTemplateDraft, writeTemplateDraft, type TemplateDraftContent } from "@/lib/compose/template-draft";
import type { CurrentDraft } from "@/lib/directory/template/open";
import type { SavedTemplate } from "@/lib/directory/template/save";
import type { MergedFields } from "@/lib/compose/merge";
import { withUnanswered } from "@/components/composer/draft/own-save";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import type { TemplateStore } from "./template-store";

export type SaveTemplateAction = (input: { id: string; revision: number; content: string }) => Promise<Answer<SavedTemplate>>;

export type FindTemplateAction = (input: { id: string }) => Promise<Answer<CurrentDraft>>;

interface TemplateActions {
  save: SaveTemplateAction;
  find: FindTemplateAction;
  /** Milliseconds after the last key until it is saved. */
  autosaveMs: number;
}

/** What an editor begins with: what the server has, or what this tab alone had kept beyond it. */
export interface OpenedDraft {
  content: string;
  /** What the server had when that was written. */
  saved: string;
  revision: number;
  /** As in {@link LocalTemplate}. */
  unanswered: readonly string[];
}

const localMs = 250;
const retryMs = 5_000;

/**
 * Keeps the draft of a template: in this tab at once, at the server a moment later, one save at a time. When somebody else saved in between nothing is
 * overwritten: where nothing was written here, this tab follows; otherwise the person decides.
 */
export function useTemplateDraft(id: string, opened: OpenedDraft, { save, find, autosaveMs }: TemplateActions, store: TemplateStore) {
  const [status, setStatus] = useState<DraftStatus>({ kind: "untouched" });
  const held = useRef({
    latest: opened.content,
    saved: opened.saved,
    /** What it was written from. */
    base: opened.saved,
    revision: opened.revision,
    savedAt: undefined as number | undefined,
    busy: false,
    stuck: false,
    theirs: undefined as string | undefined,
    saving: undefined as Promise<void> | undefined,
    unanswered: opened.unanswered,
  });
  const flush = useRef<() => Promise<void>>(() => Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const local = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keepHere = useCallback(() => {
    const { latest, saved, base, revision, busy, unanswered } = held.current;
    if (latest === saved && !busy) store.clear();
    else store.write({ content: latest, base, revision, unanswered });
  }, [store]);

  const put = useCallback(async (): Promise<"again" | undefined> => {
    const now = held.current;
    clearTimeout(timer.current);
    if (now.stuck || now.latest === now.saved) return undefined;
    const content = now.latest;
    setStatus({ kind: "saving" });
    now.busy = true;
    now.unanswered = withUnanswered(now.unanswered, content);
    keepHere();
    try {
      const answer = await save({ id, revision: now.revision, content });
      if (!answer.ok) {
        now.unanswered = now.unanswered.slice(0, -1);
        setStatus({ kind: "refused", message: sentenceOf(answer) });
        return undefined;
      }
      const { value } = answer;
      if (value.kind === "conflict") {
        if (adoptOwnSave(now, value)) return "again";
        now.stuck = true;
        now.theirs = value.content ?? undefined;
        setStatus({ kind: "conflict", by: value.by, revision: value.revision, merged: mergedOf(now) });
        return undefined;
      }
      Object.assign(now, { saved: content, savedAt: Date.now(), base: content, revision: value.revision, unanswered: [], busy: false });
      keepHere();
      // What was written meanwhile is saved in a moment, and is not until then.
      if (now.latest === content) setStatus(savedStatus(now.savedAt));
      else {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => void flush.current(), autosaveMs);
      }
    } catch {
      setStatus({ kind: "local", why: navigator.onLine ? "The server did not take it" : "No connection" });
      timer.current = setTimeout(() => void flush.current(), retryMs);
    } finally {
      now.busy = false;
    }
    return undefined;
  }, [autosaveMs, id, keepHere, save]);
  useEffect(() => {
    flush.current = () => {
      const now = held.current;
      now.saving = (now.saving ?? Promise.resolve()).then(put).then(async (next) => {
        if (next === "again") await put();
      });
      return now.saving;
    };
    // What this tab alone had kept is saved now.
    if (held.current.latest !== held.current.saved) void flush.current();
  }, [put]);
  /** Saves what was written last, once no other save is under way. Answers the revision, undefined where it could not be kept. */
  const settle = useCallback(async (): Promise<number | undefined> => {
    const now = held.current;
    await now.saving;
    if (now.latest !== now.saved) await flush.current();
    return now.latest === now.saved && !now.stuck ? now.revision : undefined;
  }, []);
  const note = useCallback(
    (content: string) => {
      const now = held.current;
      now.latest = content;
      clearTimeout(timer.current);
      clearTimeout(local.current);
      local.current = setTimeout(keepHere, localMs);
      if (now.stuck) {
        const merged = mergedOf(now);
        return setStatus((before) => (before.kind === "conflict" ? { ...before, merged } : before));
      }
      if (content === now.saved) {
        // Taken back before it was saved: what the server has is the newest again.
        if (!now.busy) setStatus(savedStatus(now.savedAt));
        return;
      }
      setStatus((before) => (before.kind === "saved" ? { kind: "saving" } : before));
      timer.current = setTimeout(() => void flush.current(), autosaveMs);
    },
    [autosaveMs, keepHere],
  );
  const follower = useRef<(theirs: CurrentDraft) => void>(() => undefined);
  /** Says who puts another version into the form when this one follows it. */
  const followBy = useCallback((put: (theirs: CurrentDraft) => void) => {
    follower.current = put;
  }, []);
  /** Looks whether this is still the version that the server has; called when something happened to it. */
  const look = useCallback(async () => {
    const now = held.current;
    const rests = () => !now.busy && !now.stuck;
    if (!rests()) return;
    const found = await find({ id });
    if (!found.ok || !rests() || found.value.revision <= now.revision) return;
    const { content, revision, by } = found.value;
    // The save that is scheduled for the newest words goes on from it.
    if (adoptOwnSave(now, found.value)) return setStatus(now.latest === now.saved ? savedStatus(now.savedAt) : { kind: "saving" });
    if (now.latest !== now.saved) {
      Object.assign(now, { stuck: true, theirs: content });
      return setStatus({ kind: "conflict", by: by ?? "Somebody", revision, merged: mergedOf(now) });
    }
    Object.assign(now, { latest: content, saved: content, base: content, revision, savedAt: Date.now() });
    setStatus(savedStatus(now.savedAt));
    follower.current(found.value);
  }, [find, id]);
  /** Goes on with this version in the place of the other one. */
  const takeOver = useCallback((revision: number) => {
    const now = held.current;
    Object.assign(now, { revision, stuck: false, saved: "", base: now.theirs ?? now.base, theirs: undefined });
    void flush.current();
  }, []);
  /** Goes on with what both wrote; answers what to put into the form. */
  const mergeTheirs = useCallback((revision: number): TemplateDraftContent | undefined => {
    const now = held.current;
    if (now.theirs === undefined) return undefined;
    const { content } = mergeTemplates(readTemplateDraft(now.base), readTemplateDraft(now.latest), readTemplateDraft(now.theirs));
    const { theirs } = now;
    Object.assign(now, { revision, stuck: false, saved: theirs, base: theirs, latest: writeTemplateDraft(content), theirs: undefined });
    void flush.current();
    return content;
  }, []);
  /** Gives up what this tab alone has; the page is loaded again after it. */
  const giveUp = useCallback(() => {
    held.current.latest = held.current.saved;
    store.clear();
  }, [store]);
  useEffect(() => {
    const kept = held.current;
    const leaving = (event: BeforeUnloadEvent) => {
      if (kept.latest !== kept.saved) event.preventDefault();
    };
    window.addEventListener("beforeunload", leaving);
    window.addEventListener("pagehide", keepHere);
    return () => {
      window.removeEventListener("beforeunload", leaving);
      window.removeEventListener("pagehide", keepHere);
      clearTimeout(timer.current);
      clearTimeout(local.current);
      keepHere();
      // Going to another page of the console is no reason to lose the last second.
      if (kept.latest !== kept.saved && !kept.stuck) void flush.current();
    };
  }, [keepHere]);
  return useMemo(
    () => ({ status, note, settle, look, followBy, takeOver, mergeTheirs, giveUp }),
    [status, note, settle, look, followBy, takeOver, mergeTheirs, giveUp],
  );
}

/** Goes on from the content that the server has where that is a save of this tab whose answer was lost. Returns false, and changes nothing, where it is not. */
function adoptOwnSave(
  held: { unanswered: readonly string[] },
  { content, revision }: { content: string | null; revision: number },
): boolean {
  if (content === null || !held.unanswered.includes(content)) return false;
  Object.assign(held, { saved: content, base: content, revision, savedAt: Date.now(), unanswered: [] });
  return true;
}

/** What merging would take; undefined where there is nothing of theirs to merge. */
function mergedOf({ base, latest, theirs }: { base: string; latest: string; theirs: string | undefined }): MergedFields | undefined {
  return theirs === undefined ? undefined : mergeTemplates(readTemplateDraft(base), readTemplateDraft(latest), readTemplateDraft(theirs));
}
