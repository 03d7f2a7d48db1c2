"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { DraftStatus } from "@/lib/compose/draft-status";
import type { SavedTemplate } from "@/lib/directory/template/save";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";

export type SaveTemplateAction = (input: { id: string; revision: number; content: string }) => Promise<Answer<SavedTemplate>>;

const serverMs = 1_200;
const retryMs = 5_000;

/**
 * Keeps the draft of a template at the server, a moment after the last key, one save at a time. When somebody else saved in between nothing is overwritten; the
 * person decides.
 *
 * @param opened what the server has
 */
export function useTemplateDraft(id: string, opened: { content: string; revision: number }, save: SaveTemplateAction) {
  const [status, setStatus] = useState<DraftStatus>({ kind: "untouched" });
  const held = useRef({
    latest: opened.content,
    saved: opened.content,
    revision: opened.revision,
    stuck: false,
    saving: undefined as Promise<void> | undefined,
  });
  const flush = useRef<() => Promise<void>>(() => Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const put = useCallback(async (): Promise<void> => {
    const now = held.current;
    clearTimeout(timer.current);
    if (now.stuck || now.latest === now.saved) return;
    const content = now.latest;
    setStatus({ kind: "saving" });
    try {
      const answer = await save({ id, revision: now.revision, content });
      if (!answer.ok) return setStatus({ kind: "refused", message: sentenceOf(answer) });
      const { value } = answer;
      if (value.kind === "conflict") {
        now.stuck = true;
        return setStatus({ kind: "conflict", by: value.by, revision: value.revision, merged: undefined });
      }
      Object.assign(now, { saved: content, revision: value.revision });
      // What was written meanwhile is saved in a moment, and is not until then.
      if (now.latest === content) setStatus({ kind: "saved", at: Date.now() });
    } catch {
      setStatus({ kind: "local", why: navigator.onLine ? "The server did not take it" : "No connection" });
      timer.current = setTimeout(() => void flush.current(), retryMs);
    }
  }, [id, save]);
  useEffect(() => {
    flush.current = () => {
      const now = held.current;
      now.saving = (now.saving ?? Promise.resolve()).then(put);
      return now.saving;
    };
  }, [put]);
  /** Saves what was written last, once no other save is under way. Answers the revision, undefined where it could not be kept. */
  const settle = useCallback(async (): Promise<number | undefined> => {
    const now = held.current;
    await now.saving;
    if (now.latest !== now.saved) await flush.current();
    return now.latest === now.saved && !now.stuck ? now.revision : undefined;
  }, []);
  const note = useCallback((content: string) => {
    const now = held.current;
    now.latest = content;
    clearTimeout(timer.current);
    if (content === now.saved || now.stuck) return;
    setStatus((before) => (before.kind === "saved" ? { kind: "saving" } : before));
    timer.current = setTimeout(() => void flush.current(), serverMs);
  }, []);
  /** Goes on with this version in the place of the other one. */
  const takeOver = useCallback((revision: number) => {
    Object.assign(held.current, { revision, stuck: false, saved: "" });
    void flush.current();
  }, []);
  useEffect(() => {
    const kept = held.current;
    const leaving = (event: BeforeUnloadEvent) => {
      if (kept.latest !== kept.saved) event.preventDefault();
    };
    window.addEventListener("beforeunload", leaving);
    return () => {
      window.removeEventListener("beforeunload", leaving);
      clearTimeout(timer.current);
      // Going to another page of the console is no reason to lose the last second.
      if (kept.latest !== kept.saved && !kept.stuck) void flush.current();
    };
  }, []);
  return useMemo(() => ({ status, note, settle, takeOver }), [status, note, settle, takeOver]);
}
