"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { CampaignDraft } from "@/lib/compose/campaign-draft";
import type { SaveResult } from "@/lib/campaign/save";
import { sentenceOf, type Answer } from "@/lib/inputs/answer";
import { draftProblem } from "@/lib/inputs/campaign";
import type { Composition } from "@/lib/compose/composition";
import { readDraft, type DraftStore } from "./draft-store";
import { useDraftEvents } from "./use-draft-events";
import { useFollow, type HeldDraft } from "./use-follow";
import { useLeaving } from "./use-leaving";
import { useOrdering } from "./use-ordering";
import { savedStatus, type DraftStatus } from "@/lib/compose/draft-status";
import { draftOf, written } from "@/lib/compose/draft-text";
import { merge, type Written } from "@/lib/compose/merge";
import { keepVersion } from "@/lib/compose/newest";
import { givenName, nameOf } from "@/lib/compose/name-of";
import type { DraftActions } from "./draft-actions";
import type { OpenDraft } from "./open-draft";

interface DraftOptions extends OpenDraft {
  store: DraftStore;
  serviceId: string;
  actions: DraftActions;
}

const localMs = 250;
const serverMs = 1_200;
const retryMs = 5_000;
const holdMs = 3_000;

/**
 * Keeps what is written: in this tab at once, at the server a moment later, one save at a time. When somebody else saved in between nothing is
 * overwritten; the person decides.
 */
export function useDraft({ store, serviceId, initial, base, opened, actions }: DraftOptions) {
  const [status, setStatus] = useState<DraftStatus>({ kind: "untouched" });
  const given = givenName(base.request, opened?.name);
  const [name, setName] = useState(given);
  const [id, setId] = useState(opened?.id);
  const held = useRef<HeldDraft>({
    id: opened?.id ?? null,
    revision: opened?.revision ?? 0,
    name: given,
    latest: initial,
    // What this tab alone had kept is still to be saved.
    saved: written(base, given),
    savedAt: undefined,
    refused: undefined,
    base,
    savedName: opened?.name,
    theirs: undefined,
    busy: false,
    stuck: false,
    paused: false,
    saving: undefined,
  });
  const alive = useRef(true);
  const timers = useRef<{ local?: ReturnType<typeof setTimeout>; server?: ReturnType<typeof setTimeout> }>({});

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
  const save = useCallback(async (): Promise<boolean> => {
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
        if (written(now.latest, now.name) !== text) again(serverMs);
        return refuse(sentenceOf(answer));
      }
      const result = answer.value;
      if (result.kind === "saved") {
        Object.assign(now, { id: result.id, revision: result.revision, saved: text, savedAt: Date.now(), base: sent, savedName });
        keepVersion({ id: result.id, revision: result.revision, name: savedName, draft: draft.draft });
        setId(result.id);
        store.clear();
        store.belongTo(result.id);
        if (written(now.latest, now.name) === text) setStatus({ kind: "saved", at: Date.now() });
        else {
          // What was typed meanwhile is kept by this tab alone until the next save.
          store.write({ ...now.latest, base: { id: now.id, revision: now.revision } });
          again(serverMs);
        }
        return true;
      }
      overtaken(result);
      return false;
    } catch (error) {
      setStatus({ kind: "local", why: error instanceof Error && navigator.onLine ? "The server did not take it" : "No connection" });
      again(retryMs);
      return false;
    } finally {
      now.busy = false;
    }
  }, [actions, overtaken, store]);

  const { look, followBy } = useFollow({ held, alive, actions, overtaken, setName, setStatus });
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
      timers.current.local = setTimeout(() => store.write({ ...composition, base: { id: now.id, revision: now.revision } }), localMs);
      timers.current.server = setTimeout(() => void save(), serverMs);
    },
    [save, store],
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
  /** Goes on with this version in place of the other one. */
  const takeOver = useCallback(
    (revision: number) => {
      // Also when nothing was written here since its own last save: the server has the other version.
      Object.assign(held.current, { revision, stuck: false, theirs: undefined, saved: "" });
      void save();
    },
    [save],
  );
  /** Goes on with what both wrote; answers what to put into the form. */
  const mergeTheirs = useCallback(
    (revision: number): Written | undefined => {
      const now = held.current;
      if (!now.theirs) return undefined;
      const { written: theirs, name: theirName } = now.theirs;
      const result = merge(now.base, now.latest, theirs).written;
      if (theirName !== now.savedName) {
        now.name = givenName(theirs.request, theirName);
        setName(now.name);
      }
      Object.assign(now, {
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
    [save],
  );
  /** Begins a draft of its own with this version: the one it came from was sent or archived. */
  const fork = useCallback(() => {
    Object.assign(held.current, { id: null, revision: 0, stuck: false, saved: "" });
    void save();
  }, [save]);
  /** The draft as it is sent, once no save is under way; nothing is saved until {@link release}. */
  const hold = useCallback(async (confirmed: Composition): Promise<CampaignDraft> => {
    const now = held.current;
    clearTimeout(timers.current.server);
    now.paused = true;
    // A save that hangs must not keep the message back: then it is kept as a campaign of its own.
    await Promise.race([now.saving, new Promise((resolve) => setTimeout(resolve, holdMs))]);
    return draftOf(now, confirmed);
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
      base: { ...now.base, attempt: now.latest.attempt },
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
      if (kept.stuck || written(kept.latest, kept.name) === kept.saved) return;
      // Going to another page of the console is no reason to lose the last second: this tab has it, whatever becomes of the save.
      store.write({ ...kept.latest, base: { id: kept.id, revision: kept.revision } });
      if (!kept.busy) void save();
    };
  }, [save, store]);
  const isUnsaved = useCallback(() => written(held.current.latest, held.current.name) !== held.current.saved, []);
  const keep = useCallback(() => {
    const { latest, id: of, revision } = held.current;
    if (isUnsaved()) store.write({ ...latest, base: { id: of, revision } });
    return of;
  }, [isUnsaved, store]);
  useLeaving(store, isUnsaved, keep);

  return useMemo(
    () => ({ status, id, name, note, rename, takeOver, mergeTheirs, followBy, fork, hold, release, leave, schedule, askApproval }),
    [status, id, name, note, rename, takeOver, mergeTheirs, followBy, fork, hold, release, leave, schedule, askApproval],
  );
}

export type DraftState = ReturnType<typeof useDraft>;
