"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CampaignDraft } from "@/lib/compose/campaign-draft";
import type { SaveResult } from "@/lib/campaign/save";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import { draftProblem } from "@/lib/inputs/campaign";
import type { Composition } from "@/lib/compose/composition";
import { readDraft, type DraftStore } from "./draft-store";
import { adoptOwnSave, withUnanswered } from "./own-save";
import { useChoice } from "./use-choice";
import { useDraftEvents } from "./use-draft-events";
import { useFollow, type HeldDraft } from "./use-follow";
import { useLeaving } from "./use-leaving";
import { useOrdering } from "./use-ordering";
import { savedStatus, type DraftStatus } from "@/lib/compose/draft-status";
import { draftOf, written } from "@/lib/compose/draft-text";
import { merge } from "@/lib/compose/merge";
import { keepVersion } from "@/lib/compose/newest";
import { givenName, nameOf } from "@/lib/compose/name-of";
import type { DraftActions } from "./draft-actions";
import type { OpenDraft } from "./open-draft";

interface DraftOptions extends OpenDraft {
  store: DraftStore;
  serviceId: string;
  actions: DraftActions;
  /** Milliseconds after the last key until it is saved. */
  autosaveMs: number;
}

const localMs = 250;
const retryMs = 5_000;
const holdMs = 3_000;

/**
 * Keeps what is written: in this tab at once, at the server a moment later, one save at a time. When somebody else saved in between nothing is
 * overwritten; the person decides.
 */
export function useDraft({ store, serviceId, initial, name: opening, base, opened, unanswered, actions, autosaveMs }: DraftOptions) {
  const [status, setStatus] = useState<DraftStatus>({ kind: "untouched" });
  const [name, setName] = useState(opening);
  const [id, setId] = useState(opened?.id);
  const held = useRef<HeldDraft>({
    id: opened?.id ?? null,
    revision: opened?.revision ?? 0,
    name: opening,
    latest: initial,
    // The words that this tab alone has are still to be saved.
    saved: written(base, givenName(base.request, opened?.name)),
    savedAt: undefined,
    refused: undefined,
    base,
    savedName: opened?.name,
    theirs: undefined,
    busy: false,
    stuck: false,
    paused: false,
    saving: undefined,
    unanswered,
  });
  const alive = useRef(true);
  const timers = useRef<{ local?: ReturnType<typeof setTimeout>; server?: ReturnType<typeof setTimeout> }>({});
  const isUnsaved = useCallback(() => held.current.busy || written(held.current.latest, held.current.name) !== held.current.saved, []);
  /** Stores in this tab what the server does not have. */
  const keepHere = useCallback(() => {
    const { latest, name: named, savedName, revision, base: from, unanswered: sent } = held.current;
    if (isUnsaved()) store.write({ ...latest, name: named, base: { revision, name: savedName, written: from }, unanswered: sent });
    else store.clear();
  }, [isUnsaved, store]);

  /** Somebody else saved, sent or archived it: nothing is overwritten, the person decides. */
  const overtaken = useCallback((result: Exclude<SaveResult, { kind: "saved" }>) => {
    const now = held.current;
    now.stuck = result.kind;
    if (result.kind === "gone") return setStatus(result);
    const theirs = readDraft(result.draft);
    now.theirs = theirs && { written: theirs, name: result.name };
    setStatus({ kind: "conflict", by: result.by, revision: result.revision, merged: theirs && merge(now.base, now.latest, theirs) });
  }, []);
  const saver = useRef<() => void>(() => undefined);
  const saveOnce = useCallback(async (): Promise<boolean | "again"> => {
    const now = held.current;
    clearTimeout(timers.current.server);
    if (now.busy || now.stuck || now.paused) return false;
    const text = written(now.latest, now.name);
    if (text === now.saved && now.id !== null) return true;
    const refuse = (message: string) => {
      now.refused = { text, message };
      setStatus({ kind: "refused", message });
      return false;
    };
    if (now.refused?.text === text) return false;
    now.refused = undefined;
    const { request, shared, reach } = now.latest;
    const again = (ms: number) => (timers.current.server = setTimeout(() => saver.current(), ms));
    const draft = draftOf(now, now.latest);
    // Far too large a one would not even arrive.
    const problem = draftProblem(draft);
    if (problem !== undefined) return refuse(problem);
    now.busy = true;
    setStatus({ kind: "saving" });
    const savedName = now.name ?? nameOf(request);
    const sent = structuredClone({ request, shared, reach });
    now.unanswered = withUnanswered(now.unanswered, draft.draft);
    keepHere();
    try {
      const saving = actions.save({ campaign: draft });
      now.saving = saving.then(
        () => undefined,
        () => undefined,
      );
      const answer = (await saving) as Answer<SaveResult> | undefined;
      // An answer without a word is none: a proxy or a page in between gave it.
      if (answer?.ok === undefined) throw new Error("no answer");
      if (!answer.ok) {
        now.unanswered = now.unanswered.slice(0, -1);
        if (written(now.latest, now.name) !== text) again(autosaveMs);
        return refuse(sentenceOf(answer));
      }
      const result = answer.value;
      if (result.kind === "saved") {
        Object.assign(now, {
          id: result.id,
          revision: result.revision,
          saved: text,
          savedAt: Date.now(),
          base: sent,
          savedName,
          unanswered: [],
        });
        keepVersion({ id: result.id, revision: result.revision, name: savedName, draft: draft.draft });
        setId(result.id);
        store.clear();
        store.belongTo(result.id);
        if (written(now.latest, now.name) === text) setStatus({ kind: "saved", at: Date.now() });
        else {
          // What was typed meanwhile is kept by this tab alone until the next save.
          keepHere();
          again(autosaveMs);
        }
        return true;
      }
      if (result.kind === "conflict" && adoptOwnSave(now, result)) return "again";
      overtaken(result);
      return false;
    } catch (error) {
      setStatus({ kind: "local", why: error instanceof Error && navigator.onLine ? "The server did not take it" : "No connection" });
      again(retryMs);
      return false;
    } finally {
      now.busy = false;
    }
  }, [actions, autosaveMs, keepHere, overtaken, store]);
  const save = useCallback(async () => {
    const result = await saveOnce();
    return result === "again" ? (await saveOnce()) === true : result;
  }, [saveOnce]);

  const { look, followBy } = useFollow({ held, alive, actions, overtaken, setName, setStatus, store });
  useDraftEvents(serviceId, id, look);

  const note = useCallback(
    (composition: Composition) => {
      const now = held.current;
      now.latest = composition;
      if (now.theirs) {
        const theirs = now.theirs.written;
        setStatus((before) => (before.kind === "conflict" ? { ...before, merged: merge(now.base, composition, theirs) } : before));
      }
      clearTimeout(timers.current.local);
      clearTimeout(timers.current.server);
      if (!now.busy && written(composition, now.name) === now.saved) {
        // Back at what the server has: what this tab had kept beyond it was taken back.
        store.clear();
        setStatus((before) => (before.kind === "conflict" || before.kind === "gone" ? before : savedStatus(now.savedAt)));
        return;
      }
      // What stands there is true of what was written before.
      setStatus((before) => (before.kind === "saved" ? { kind: "saving" } : before));
      timers.current.local = setTimeout(keepHere, localMs);
      timers.current.server = setTimeout(() => void save(), autosaveMs);
    },
    [autosaveMs, keepHere, save, store],
  );
  const rename = useCallback(
    (typed: string) => {
      const next = typed.trim() === "" ? undefined : typed;
      held.current.name = next;
      setName(next);
      note(held.current.latest);
    },
    [note],
  );
  const { takeOver, mergeTheirs, fork, giveUp } = useChoice({ held, save, keepHere, setName });
  /** The draft as it is sent, once no save is under way; nothing is saved until {@link release}. */
  const hold = useCallback(async (confirmed: Composition): Promise<CampaignDraft> => {
    const now = held.current;
    clearTimeout(timers.current.server);
    now.paused = true;
    // A save that hangs must not keep the message back: then it is kept as a campaign of its own.
    await Promise.race([now.saving, new Promise((resolve) => setTimeout(resolve, holdMs))]);
    const draft = draftOf(now, confirmed);
    // Undone on another page, it is the version that the words typed since go on from.
    now.unanswered = withUnanswered(now.unanswered, draft.draft);
    return draft;
  }, []);
  /**
   * After a message was sent, was taken back, or was not ordered. Once it was sent, what was written since it was confirmed, and is from here on, is another
   * campaign.
   */
  const release = useCallback(
    (ordered?: { confirmed: Composition; draft?: { id: string; revision: number } }) => {
      const now = held.current;
      now.paused = false;
      if (!ordered) {
        note(now.latest);
        return;
      }
      const { confirmed, draft } = ordered;
      clearTimeout(timers.current.local);
      store.clear();
      store.belongTo(draft?.id ?? null);
      const name = draft ? now.name : undefined;
      Object.assign(now, {
        id: draft?.id ?? null,
        revision: draft?.revision ?? 0,
        name,
        savedName: draft ? (name ?? nameOf(confirmed.request)) : undefined,
        stuck: false,
        theirs: undefined,
        refused: undefined,
        saved: written(confirmed, name),
        savedAt: undefined,
        base: confirmed,
        unanswered: [],
      });
      setId(draft?.id);
      setName(name);
      setStatus({ kind: "untouched" });
      if (written(now.latest, name) !== now.saved) {
        if (alive.current) note(now.latest);
        else void save();
      }
    },
    [note, save, store],
  );
  /** Everything of it, to come back to: once what was written last has been saved, or could not be. */
  const leave = useCallback(async (): Promise<OpenDraft> => {
    const now = held.current;
    const settled = () => Promise.race([now.saving, new Promise((resolve) => setTimeout(resolve, holdMs))]);
    await settled();
    if (written(now.latest, now.name) !== now.saved) await Promise.race([save(), settled()]);
    await settled();
    return {
      initial: now.latest,
      name: now.name,
      base: now.base,
      unanswered: now.unanswered,
      opened:
        now.id === null ? undefined : { id: now.id, revision: now.revision, name: now.name ?? now.savedName ?? nameOf(now.latest.request) },
    };
  }, [save]);
  const { schedule, askApproval } = useOrdering({ held, actions, save });

  useEffect(() => {
    alive.current = true;
    saver.current = () => void save();
    const [pending, kept] = [timers.current, held.current];
    const online = () => void save();
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("online", online);
      alive.current = false;
      clearTimeout(pending.local);
      clearTimeout(pending.server);
      if (!isUnsaved() || kept.stuck === "scheduled") return;
      // Going to another page of the console is no reason to lose the last second: this tab has it, whatever becomes of the save.
      keepHere();
      if (!kept.stuck && !kept.busy) void save();
    };
  }, [isUnsaved, keepHere, save]);
  const keep = useCallback(() => {
    keepHere();
    return held.current.id;
  }, [keepHere]);
  useLeaving(store, isUnsaved, keep);

  return useMemo(
    () => ({ status, id, name, note, rename, takeOver, mergeTheirs, followBy, fork, hold, release, leave, giveUp, schedule, askApproval }),
    [status, id, name, note, rename, takeOver, mergeTheirs, followBy, fork, hold, release, leave, giveUp, schedule, askApproval],
  );
}

export type DraftState = ReturnType<typeof useDraft>;
